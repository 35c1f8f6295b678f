"""Counts crawlers that ran on the same truths, each known by its addresses alone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bench.facts.crawl import CrawlFacts
from bench.verdict.causes import Cause
from bench.verdict.judge import Verdict
from bench.verdict.precision import Precision, pooled, precision_of
from bench.verdict.statistics import mean

UNKNOWN_END = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """One crawler on one site: how it is judged, and what its crawl took."""

    name: str
    verdict: Verdict
    facts: CrawlFacts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlerScore:
    """One crawler on one site; `only` counts the routes that no other one of several found.

    `end` says in a word how its crawl ended, `reason` why its answer is not whole.
    `root_causes` are its misses by what they go back to. Memory is in bytes.
    """

    name: str
    version: str | None = None
    truth: int | None = None
    found: int | None = None
    recall: float | None = None
    precision: Precision | None = None
    listed: int = 0
    unreadable: int = 0
    pages: int | None = None
    cpu_seconds: float | None = None
    pages_per_cpu_second: float | None = None
    peak_memory: int | None = None
    seconds: float | None = None
    only: int | None = None
    main_cause: str | None = None
    root_causes: Mapping[str, int] = field(default_factory=dict)
    comparable: bool = True
    end: str = UNKNOWN_END
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One crawler over all sites of a run that have a truth.

    `failed` counts the sites where it has no whole answer; what it listed there counts all the
    same. `pages_per_cpu_second` is over the sites where its pages are counted.
    """

    name: str
    version: str | None
    sites: int
    macro_recall: float | None
    micro_recall: float | None
    truth: int
    found: int
    perfect: int
    precision: Precision | None
    pages: int | None
    cpu_seconds: float
    pages_per_cpu_second: float | None
    peak_memory: int | None
    seconds: float
    only: int | None
    main_cause: str | None
    failed: int
    unreadable: int


def crawler_scores(entrants: Sequence[Entrant]) -> tuple[CrawlerScore, ...]:
    """Count the crawlers of one site."""
    found = [
        frozenset(each.route.url for each in entrant.verdict.match.found) for entrant in entrants
    ]
    held = Counter(url for urls in found for url in urls)
    several = len(entrants) > 1
    return tuple(
        _score(entrant, only=sum(held[url] == 1 for url in urls) if several else None)
        for entrant, urls in zip(entrants, found, strict=True)
    )


def standings(sites: Iterable[Sequence[CrawlerScore]]) -> tuple[Standing, ...]:
    """Sum up each crawler over the sites, in the order asked for."""
    named: dict[str, list[CrawlerScore]] = {}
    for site in sites:
        for each in site:
            named.setdefault(each.name, []).append(each)
    return tuple(_standing(name, members) for name, members in named.items())


def _score(entrant: Entrant, *, only: int | None) -> CrawlerScore:
    verdict, took = entrant.verdict, entrant.facts
    scored = verdict.unscored is None
    causes = Counter(miss.root_cause for miss in verdict.misses) if scored else Counter[Cause]()
    told = dict[str, object]()
    if took is not None:
        told = {
            "version": took.told,
            "listed": took.listed,
            "unreadable": took.unreadable,
            "pages": took.pages,
            "cpu_seconds": took.cpu_seconds,
            "pages_per_cpu_second": _rate(took.pages, took.cpu_seconds),
            "peak_memory": took.peak_memory,
            "seconds": took.seconds,
            "end": took.end,
            "reason": took.reason,
        }
    return CrawlerScore(
        name=entrant.name,
        truth=verdict.match.permitted if scored else None,
        found=len(verdict.match.found) if scored else None,
        recall=verdict.match.recall if scored else None,
        precision=precision_of(verdict.checks.precision) if scored else None,
        only=only if scored else None,
        main_cause=_main(causes),
        root_causes={cause.value: causes[cause] for cause in Cause if causes[cause]},
        comparable=verdict.comparable and took is not None,
        **told,  # type: ignore[arg-type]  # a row for each field above
    )


def _standing(name: str, members: Sequence[CrawlerScore]) -> Standing:
    scored = [each for each in members if each.recall is not None]
    truth, found = sum(each.truth or 0 for each in scored), sum(each.found or 0 for each in scored)
    counted = [each for each in members if each.pages is not None]
    pages = sum(each.pages or 0 for each in counted) if counted else None
    causes = Counter[str]()
    for each in scored:
        causes.update(each.root_causes)
    return Standing(
        name=name,
        version=next((each.version for each in members if each.version), None),
        sites=len(scored),
        macro_recall=mean([each.recall for each in scored if each.recall is not None]),
        micro_recall=found / truth if truth else None,
        truth=truth,
        found=found,
        perfect=sum(each.found == each.truth for each in scored),
        precision=pooled(each.precision for each in scored),
        pages=pages,
        cpu_seconds=sum(_known(each.cpu_seconds for each in members)),
        pages_per_cpu_second=_rate(pages, sum(_known(each.cpu_seconds for each in counted))),
        peak_memory=max((each.peak_memory for each in members if each.peak_memory), default=None),
        seconds=sum(_known(each.seconds for each in members)),
        only=_sum(each.only for each in scored),
        main_cause=_main({cause: causes[cause.value] for cause in Cause}),
        failed=sum(each.reason is not None or each.end == UNKNOWN_END for each in members),
        unreadable=sum(each.unreadable for each in members),
    )


def _sum(counts: Iterable[int | None]) -> int | None:
    told = [count for count in counts if count is not None]
    return sum(told) if told else None


def _known(values: Iterable[float | None]) -> Iterator[float]:
    return (value for value in values if value is not None)


def _rate(pages: int | None, cpu_seconds: float) -> float | None:
    return None if pages is None or not cpu_seconds else pages / cpu_seconds


def _main(causes: Mapping[Cause, int]) -> str | None:
    told = [cause for cause in Cause if causes.get(cause)]
    return max(told, key=lambda cause: causes[cause]).value if told else None
