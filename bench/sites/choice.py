"""What was asked of a run: which sites of which file, against which truths."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from bench.exits import Exit, Stop
from bench.proof import FAULTS
from bench.sites.limits import Limits
from bench.sites.nodes import near
from bench.sites.origins import LIVE, laid
from bench.sites.site import Site
from bench.sites.suite import SuiteErrors, load
from bench.web.fault import Value, Wrong, read_value


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The part of the command line that shapes the results."""

    sites: Path
    groups: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    truths: Path | None = None
    faults: tuple[str, ...] = ()
    record: bool = False
    replay: Path | None = None
    frozen_clock: bool = False
    web_faults: Mapping[str, Value] = field(default_factory=dict)
    """Laid over every site, before those of its entry; False takes one away."""
    crawlers: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Give the choice as run.json keeps it, so that the run can be taken up again."""
        return {
            "sites": str(self.sites.absolute()),
            "groups": list(self.groups),
            "names": list(self.names),
            "truths": None if self.truths is None else str(self.truths.absolute()),
            "faults": list(self.faults),
            "record": self.record,
            "frozen_clock": self.frozen_clock,
            "replay": None if self.replay is None else str(self.replay.absolute()),
            "web_faults": dict(self.web_faults),
            "crawlers": list(self.crawlers),
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
            record=settings.get("record", False),
            frozen_clock=settings.get("frozen_clock", False),
            replay=None if settings.get("replay") is None else Path(settings["replay"]),
            web_faults=dict(settings.get("web_faults", {})),
            crawlers=tuple(settings.get("crawlers", ())),
        )

    def read(self) -> tuple[Site, ...]:
        """Read the file and choose from it.

        Raises:
            Stop: the file, or what was chosen, is wrong.
        """
        if self.truths is not None and not self.truths.exists():
            raise Stop(Exit.USAGE, f"{self.truths}: no such folder of truths, nor a baseline")
        if flaws := list(self._misplayed()):
            raise Stop(Exit.USAGE, *flaws)
        strangers = [name for name in self.faults if name not in FAULTS]
        if strangers:
            lines = (f"no fault called {each}{near(each, FAULTS)}" for each in strangers)
            raise Stop(Exit.USAGE, *lines)
        try:
            found = load(self.sites).select(groups=self.groups, names=self.names)
        except SuiteErrors as error:
            raise Stop(Exit.USAGE, *error.lines) from error
        return self._beset(found)

    def _misplayed(self) -> Iterator[str]:
        """Say what of recording and replaying does not go together."""
        if self.replay is None:
            if self.frozen_clock:
                yield "the clock is frozen where something is replayed: add --replay DIR"
            return
        if not self.replay.is_dir():
            yield f"{self.replay}: no such run with recordings, nor a folder of them"
        if self.record:
            yield "what is replayed need not be recorded: only one of --record and --replay"

    def _beset(self, sites: tuple[Site, ...]) -> tuple[Site, ...]:
        """Lay the faults of the command line over the sites."""
        live = [site.name for site in sites if site.live and any(self.web_faults.values())]
        if live and self.replay is None:
            raise Stop(Exit.USAGE, *(f"--fault on {name}: {LIVE}" for name in live))
        return tuple(
            replace(site, faults=laid({**site.faults, **self.web_faults})) for site in sites
        )


def read_faults(told: Iterable[str]) -> Mapping[str, Value]:
    """Read `reset` and `latency=0.5`; what is given twice stands as it was given last.

    Raises:
        Stop: one of them is no fault, or cannot be set to that; all flaws are told.
    """
    read = {each: read_value(*_parted(each)) for each in told}
    wrong = [value.what for value in read.values() if isinstance(value, Wrong)]
    if wrong:
        raise Stop(Exit.USAGE, *(f"--fault: {what}" for what in wrong))
    return {
        _parted(each)[0]: value for each, value in read.items() if not isinstance(value, Wrong)
    }


def _parted(told: str) -> tuple[str, str | None]:
    name, equals, value = told.partition("=")
    return name, value if equals else None


def limits_of(record: Mapping[str, Any]) -> Mapping[str, Limits]:
    """Give each site's thresholds: as the file says now, else as it said when the run began."""
    file = record.get("settings", {}).get("sites")
    try:
        return load(Path(file)).limits
    except (SuiteErrors, TypeError):
        kept: Mapping[str, Mapping[str, Any]] = record.get("thresholds", {})
        return {name: Limits(**each) for name, each in kept.items()}
