"""What was asked of a run: which sites of which file, against which truths."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from bench.exits import Exit, Stop
from bench.proof import FAULTS
from bench.sites.limits import Limits
from bench.sites.nodes import near
from bench.sites.site import Site
from bench.sites.suite import SuiteErrors, load


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The part of the command line that shapes the results."""

    sites: Path
    groups: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    truths: Path | None = None
    faults: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Give the choice as run.json keeps it, so that the run can be taken up again."""
        return {
            "sites": str(self.sites.absolute()),
            "groups": list(self.groups),
            "names": list(self.names),
            "truths": None if self.truths is None else str(self.truths.absolute()),
            "faults": list(self.faults),
        }

    @classmethod
    def from_json(cls, settings: Mapping[str, Any]) -> Self:
        """Take up a choice again.

        Raises:
            KeyError, TypeError: it is none.
        """
        truths = settings["truths"]
        return cls(
            sites=Path(settings["sites"]),
            groups=tuple(settings["groups"]),
            names=tuple(settings["names"]),
            truths=None if truths is None else Path(truths),
            faults=tuple(settings.get("faults", ())),
        )

    def read(self) -> tuple[Site, ...]:
        """Read the file and choose from it.

        Raises:
            Stop: the file, or what was chosen, is wrong.
        """
        if self.truths is not None and not self.truths.exists():
            raise Stop(Exit.USAGE, f"{self.truths}: no such folder of truths, nor a baseline")
        strangers = [name for name in self.faults if name not in FAULTS]
        if strangers:
            lines = (f"no fault called {each}{near(each, FAULTS)}" for each in strangers)
            raise Stop(Exit.USAGE, *lines)
        try:
            return load(self.sites).select(groups=self.groups, names=self.names)
        except SuiteErrors as error:
            raise Stop(Exit.USAGE, *error.lines) from error


def limits_of(record: Mapping[str, Any]) -> Mapping[str, Limits]:
    """Give each site's thresholds: as the file says now, else as it said when the run began."""
    file = record.get("settings", {}).get("sites")
    try:
        return load(Path(file)).limits
    except (SuiteErrors, TypeError):
        kept: Mapping[str, Mapping[str, Any]] = record.get("thresholds", {})
        return {name: Limits(**each) for name, each in kept.items()}
