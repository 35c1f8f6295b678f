"""One crawler that is run as a command: its entry of sites.yaml, or a ready-made one."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

OWN = "route-recall"
"""What our own crawler is called beside others."""
ALIASES = {"ours": OWN}

SECONDS = 600.0
MEMORY = 4096
"""MiB that a crawler with all its children may take."""


class Output(StrEnum):
    """What a crawler prints, or writes into `{out}`."""

    LINES = "lines"
    JSONL = "jsonl"
    CSV = "csv"
    INVENTORY = "inventory"
    """Our own crawler's whole answer; no other one's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crawler:
    """How one is started and read; `folder` is where it runs, a scratch folder by default.

    `version` is a command that prints it, `told` is the version in what that printed. `mark` is
    a file that is there when a ready-made one is installed.
    """

    name: str
    command: str
    output: Output = Output.LINES
    field: str | None = None
    env: tuple[tuple[str, str], ...] = ()
    seconds: float = SECONDS
    memory: int = MEMORY
    version: str | None = None
    needs: str | None = None
    folder: str | None = None
    told: str | None = None
    mark: str | None = None

    @property
    def label(self) -> str:
        """Name and version."""
        return f"{self.name} {self.told}" if self.told else self.name

    def as_json(self) -> dict[str, Any]:
        """Give it as site.json keeps it; what it takes from the environment may be secret."""
        return asdict(self) | {"env": [name for name, _ in self.env]}
