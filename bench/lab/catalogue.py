"""The lab's sites by name: loads the files of one into a value, or says all that is wrong."""

import importlib.util
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.lab import answers, truth
from bench.lab.origin import Behaviour, LabOrigin
from bench.lab.truth import Excluded, Places, Written
from bench.sites.nodes import Flaw
from bench.web.origin import Origin, Web, origin_of

HERE = Path(__file__).parent

Addresses = frozenset[str]


class BrokenSiteError(Exception):
    """A lab site's files cannot be used; `flaws` are all of it."""

    def __init__(self, flaws: Iterable[Flaw]) -> None:
        self.flaws = tuple(flaws)
        super().__init__("\n".join(str(flaw) for flaw in self.flaws))


@dataclass(frozen=True, slots=True, kw_only=True)
class LabSite:
    """One embedded site: its exact truth, and the origin that serves it."""

    name: str
    trait: str
    root: str
    landed: str
    routes: Mapping[int, Addresses]
    excluded: Mapping[str, Addresses]
    static_misses: Addresses
    causes: Mapping[str, Addresses]  # of the static misses, in the words of the judge
    forbidden: Addresses
    written: Written
    fails: str | None
    hosts: tuple[str, ...]  # every origin that is declared: https://www.shop.test
    heading: str  # the trait as site.http says it
    declared: tuple[answers.Declared, ...]
    folder: Path
    origin: Origin

    @property
    def permitted(self) -> Addresses:
        """Every route that robots.txt allows."""
        return frozenset[str]().union(*self.routes.values()) - self.forbidden

    @property
    def expected_recall(self) -> float | None:
        """What a perfect static crawler reaches; None where there is nothing to find."""
        permitted = self.permitted
        if not permitted:
            return None
        return 1 - len(self.static_misses & permitted) / len(permitted)

    @property
    def web(self) -> Web:
        """The site alone, as the gateway takes it."""
        return Web(dict.fromkeys(self.hosts, self.origin))

    def fresh(self) -> "LabSite":
        """The same site with every count of attempts at zero."""
        return load(self.name, self.folder.parent)


def names(folder: Path = HERE) -> tuple[str, ...]:
    """Every site of the lab, in alphabetical order."""
    return tuple(sorted(found.parent.name for found in folder.glob("*/site.http")))


def load(name: str, folder: Path = HERE) -> LabSite:
    """Load one site, its counts at zero.

    Raises:
        BrokenSiteError: its files cannot be read; all flaws at once.
        KeyError: there is no such site.
    """
    home = folder / name
    if not (home / "site.http").is_file():
        raise KeyError(name)
    site = answers.parse((home / "site.http").read_text("utf-8"), str(home / "site.http"))
    told = _read_truth(home / "truth.yaml")
    flaws = (*site.flaws, *told.flaws)
    if flaws:
        raise BrokenSiteError(flaws)
    return LabSite(
        name=name,
        trait=told.trait,
        root=told.root,
        landed=told.landed,
        routes={level: _addresses(places) for level, places in sorted(told.routes.items())},
        excluded={reason: _addresses(told.excluded.get(reason, ())) for reason in Excluded},
        static_misses=_addresses(told.static_misses),
        causes={cause: _addresses(places) for cause, places in told.causes.items()},
        forbidden=_addresses(told.forbidden),
        written=told.written,
        fails=told.fails,
        hosts=tuple(dict.fromkeys(origin_of(declared.url) for declared in site.answers)),
        heading=site.trait,
        declared=site.answers,
        folder=home,
        origin=LabOrigin(site.answers, _behaviour(home / "site.py")),
    )


def _addresses(places: Places) -> Addresses:
    return frozenset(place.url for place in places)


def _read_truth(file: Path) -> truth.Truth:
    if not file.is_file():
        missing = Flaw(file=str(file), line=1, key="", what="the file is missing")
        return truth.Truth(flaws=(missing,))
    return truth.parse(file.read_bytes(), str(file))


def _behaviour(file: Path) -> Behaviour | None:
    """Run a site's own code anew, so that whatever it remembers starts from nothing."""
    spec = importlib.util.spec_from_file_location(f"lab_{file.parent.name}", file)
    if not file.is_file() or spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    behaviour: Behaviour = module.answer
    return behaviour
