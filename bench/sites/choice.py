"""What was asked of a run: which sites of which file, against which truths."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from bench.exits import Exit, Stop
from bench.sites.site import Site
from bench.sites.suite import SuiteErrors, load


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The part of the command line that shapes the results."""

    sites: Path
    groups: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    truths: Path | None = None

    def as_json(self) -> dict[str, Any]:
        """Give the choice as run.json keeps it, so that the run can be taken up again."""
        return {
            "sites": str(self.sites.absolute()),
            "groups": list(self.groups),
            "names": list(self.names),
            "truths": None if self.truths is None else str(self.truths.absolute()),
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
        )

    def read(self) -> tuple[Site, ...]:
        """Read the file and choose from it.

        Raises:
            Stop: the file, or what was chosen, is wrong.
        """
        if self.truths is not None and not self.truths.is_dir():
            raise Stop(Exit.USAGE, f"{self.truths}: no such folder of truths")
        try:
            return load(self.sites).select(groups=self.groups, names=self.names)
        except SuiteErrors as error:
            raise Stop(Exit.USAGE, *error.lines) from error
