"""For each cause a crawl of the lab in which it has to be the cause, and what came of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bench.sites.site import Budget, Site
from bench.verdict.causes import Cause

GROUP = "lab"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A site, and how its crawl differs from the usual one: by what switch, habit or bound."""

    site: str
    faults: frozenset[str] = frozenset()
    habits: frozenset[str] = frozenset()
    budget: Budget = field(default_factory=Budget)
    paths: tuple[str, ...] = ()

    @property
    def asked(self) -> Site:
        """The site as it is measured."""
        return Site(
            name=self.site, group=GROUP, lab=self.site, budget=self.budget, paths=self.paths
        )

    @property
    def crawl(self) -> str:
        """How the crawl is made, in words."""
        usual = Budget()
        told = [*sorted(self.faults), *sorted(self.habits)]
        told += [f"paths {path}" for path in self.paths]
        told += [f"depth {self.budget.depth}"] if self.budget.depth != usual.depth else []
        told += [f"{self.budget.pages} pages"] if self.budget.pages != usual.pages else []
        return ", ".join(told) or "as usual"

    @property
    def name(self) -> str:
        """A name for its folder."""
        return "-".join((self.site, *self.crawl.replace("/", "").replace(",", "").split()))


def _switched(site: str, fault: str) -> Trial:
    return Trial(site=site, faults=frozenset({fault}))


def _in_habit(site: str, habit: str) -> Trial:
    return Trial(site=site, habits=frozenset({habit}))


TRIALS: Mapping[Cause, Trial] = {
    Cause.SEED_FAILED: _in_habit("www-redirect", "no-redirects"),
    Cause.REFUSED_WWW: _switched("www-redirect", "literal-host"),
    Cause.REFUSED_LANDED: _switched("landed-elsewhere", "requested-root"),
    Cause.REFUSED_ROBOTS: _in_habit("robots", "another-token"),
    Cause.REFUSED_NOFOLLOW: Trial(site="nofollow"),
    Cause.REFUSED_PATH: Trial(site="landed-elsewhere", paths=("/docs",)),
    Cause.REFUSED_TRAP: Trial(site="odd-names"),
    Cause.REFUSED: Trial(site="odd-names"),
    Cause.SCHEME: _switched("scheme", "literal-scheme"),
    Cause.DEPTH: Trial(site="deep", budget=Budget(depth=0)),
    Cause.FETCH_FAILED: _in_habit("redirects", "no-redirects"),
    Cause.SOFT_404: Trial(site="turned-soft"),
    Cause.FOLDED: Trial(site="odd-names"),
    Cause.ANCESTOR: Trial(site="menu"),
    Cause.UNREAD: Trial(site="plain", budget=Budget(pages=1)),
    Cause.NOT_EXTRACTED: _in_habit("plain", "few-links"),
    Cause.SCRIPT_TEXT: Trial(site="script-text"),
    Cause.RENDERING: Trial(site="script-nav"),
    Cause.ACTION: Trial(site="menu"),
    Cause.NAVIGATION: Trial(site="programmatic"),
    Cause.PAGE_DIFFERED: Trial(site="page-differs"),
    Cause.VOLATILE: Trial(site="per-visitor"),
}
"""Every cause but the one that says that there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What the judge said of one trial: misses by cause, and each miss's own."""

    trial: Trial
    counts: Mapping[str, int]
    causes: Mapping[str, str]
    declared: Mapping[str, str] = field(default_factory=dict)
    failed: str | None = None

    @property
    def wrong(self) -> tuple[str, ...]:
        """Where the judge differs from what the site's truth declares; none of a changed crawl."""
        if self.trial.crawl != "as usual":
            return ()
        return tuple(
            f"{url}: declared {cause}, judged {self.causes.get(url, 'no miss')}"
            for url, cause in sorted(self.declared.items())
            if self.causes.get(url) != cause
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One cause: the trial that has to show it, how often it did, and where else it came up."""

    cause: Cause
    trial: Trial
    misses: int
    elsewhere: Mapping[str, int]

    @property
    def right(self) -> bool:
        """Whether the judge named it."""
        return self.misses > 0


def rows(heard: Iterable[Heard]) -> Iterator[Row]:
    """Lay what was heard beside the table."""
    by_trial = {each.trial: each for each in heard}
    for cause, trial in TRIALS.items():
        elsewhere: dict[str, int] = {}
        for other, each in by_trial.items():
            if other != trial and other.crawl == "as usual" and each.counts.get(cause):
                elsewhere[other.site] = each.counts[cause]
        own = by_trial.get(trial)
        yield Row(
            cause=cause,
            trial=trial,
            misses=own.counts.get(cause, 0) if own else 0,
            elsewhere=elsewhere,
        )
