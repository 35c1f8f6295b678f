"""Says what of a run was broken on purpose: such a run proves the gate, and is no measurement."""

from collections.abc import Mapping
from typing import Any

SWITCHES = {"faults": "--crawler-fault", "web_faults": "--fault"}
"""Where run.json keeps what was broken, and the option that breaks it."""


def broken(record: Mapping[str, Any]) -> str | None:
    """Name the faults that a run was asked for, as the command line spells them; None if none."""
    settings = record.get("settings", {})
    told = (
        f"{option} {name}" for key, option in SWITCHES.items() for name in settings.get(key, ())
    )
    return ", ".join(told) or None
