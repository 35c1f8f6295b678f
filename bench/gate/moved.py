"""Why a route is new in the truth, or no longer in it: the site, or the oracle."""

from bench.facts.truth import Excluded, Exclusion
from bench.gate.blame import Blame, Case, Reason, Rule, decide
from bench.gate.evidence import (
    GONE,
    due,
    pages_of,
    same_body,
    same_crawl,
    same_oracle,
    same_page,
    status,
)
from bench.gate.lost import lost
from bench.gate.side import Side

_UNDECIDED = Reason(
    blame=Blame.SITE_OR_ORACLE, evidence="no page that was kept of both days decides why"
)


def appeared(case: Case) -> Reason:
    """Blame a route that is new in the truth."""
    return decide(case, _NEW, _UNDECIDED)


def gone(case: Case) -> Reason:
    """Blame a route that is no longer in the permitted truth."""
    return decide(case, _OLD, _UNDECIDED)


def _was_listed(case: Case) -> Reason | None:
    """The old crawl had it, the oracle did not; that it is missed now is the crawl's matter."""
    here = case.after.key(case.url) in case.after.missed
    return lost(case) if here and case.before.listed(case.url) else None


def _robots(case: Case) -> Reason | None:
    """What robots.txt forbids is no part of the permitted truth."""
    forbidden = any(side.key(case.url) in side.forbidden for side in (case.before, case.after))
    if not forbidden or case.before.robots == case.after.robots:
        return None
    return Reason(blame=Blame.SITE, evidence="robots.txt says something else than it did")


def _was_excluded(case: Case) -> Reason | None:
    return _put_aside(case, case.before, case.after)


def _is_excluded(case: Case) -> Reason | None:
    return _put_aside(case, case.after, case.before)


def _put_aside(case: Case, aside: Side, counted: Side) -> Reason | None:
    """One truth puts it aside, the other counts it: did its own answer change?"""
    place = aside.at(case.url)
    if not isinstance(place, Excluded):
        return None
    told = f"put aside as {place.reason} in one truth: {place.evidence or 'no evidence kept'}"
    code = status(aside, case.url)
    if place.reason is Exclusion.DEAD:
        if code in GONE and status(counted, case.url) not in GONE:
            return Reason(blame=Blame.SITE, evidence=f"{told}; the crawler was answered {code}")
        return Reason(blame=Blame.SITE_OR_ORACLE, evidence=told)
    same = same_body(case.before.observed(case.url), case.after.observed(case.url))
    if same and not same_oracle(case.before, case.after):
        told += "; the same bytes, another oracle"
        return Reason(blame=Blame.ORACLE, evidence=told)
    if same is False and same_oracle(case.before, case.after) and _another_kind(case):
        return Reason(blame=Blame.SITE, evidence=f"{told}; its answer is another than then")
    return Reason(blame=Blame.SITE_OR_ORACLE, evidence=told)


def _another_kind(case: Case) -> bool:
    """Whether the crawler saw another status, type or place: more than other words."""
    one, other = case.before.observed(case.url), case.after.observed(case.url)
    if one is None or other is None:
        return False
    return (one.status, one.content_type, one.final_url) != (
        other.status,
        other.content_type,
        other.final_url,
    )


def _answers_404(case: Case) -> Reason | None:
    code = status(case.after, case.url)
    if code in GONE and status(case.before, case.url) not in GONE:
        return Reason(blame=Blame.SITE, evidence=f"answers {code} to the crawler, and did not")
    return None


def _linked_now(case: Case) -> Reason | None:
    """A page shows it now: did the same page's bytes hold it then?"""
    return _by_pages(case, shown=case.after, other=case.before, verb="did not hold it then")


def _linked_then(case: Case) -> Reason | None:
    """A page showed it then: do the same page's bytes hold it now?"""
    return _by_pages(case, shown=case.before, other=case.after, verb="do not hold it now")


def _by_pages(case: Case, *, shown: Side, other: Side, verb: str) -> Reason | None:
    """Ask every page that shows the route; one where the bytes agree accuses the oracle."""
    reasons = [_by_page(case, page, shown, other, verb) for page in pages_of(shown, case.url)]
    blames = {reason.blame for reason in reasons if reason}
    if Blame.ORACLE in blames:
        return next(each for each in reasons if each and each.blame is Blame.ORACLE)
    if blames == {Blame.SITE} and None not in reasons:
        return reasons[0]
    return None


def _by_page(case: Case, page: str, shown: Side, other: Side, verb: str) -> Reason | None:
    if other.page(page) is not None:
        return _by_bytes(case, page, shown, other, verb)
    if due(other, page) and not other.visited(page):
        if same_page(case.before, case.after, page):
            told = f"{page} was not opened on one day, and its bytes are the same"
            return Reason(blame=Blame.ORACLE, evidence=told)
        return None
    return None if case.again(page) else _by_the_page_itself(case, page, shown, other)


def _by_bytes(case: Case, page: str, shown: Side, other: Side, verb: str) -> Reason | None:
    """Compare links with links; text alone says too little, as scripts of elsewhere draw too."""
    linked = shown.links(page, case.url)
    if linked and other.links(page, case.url):
        told = f"the bytes of {page} link to it on both days"
        return Reason(blame=Blame.ORACLE, evidence=told)
    if linked or (shown.shows(page, case.url) and not other.shows(page, case.url)):
        return Reason(blame=Blame.SITE, evidence=f"the bytes of {page} {verb}")
    return None


def _by_the_page_itself(case: Case, page: str, shown: Side, other: Side) -> Reason | None:
    """The page was not to be opened on one day: it was no route then, or deeper down."""
    on = case.on(page)
    if other.at(page) is None:
        reason = decide(on, _NEW if shown is case.after else _OLD, _UNDECIDED)
    elif due(shown, page):
        root = shown.truth.landed or shown.truth.root
        reason = _by_bytes(on, root, shown, other, "say otherwise how deep it lies") or _UNDECIDED
    else:
        return None
    if not reason.blame.certain:
        return None
    return Reason(blame=reason.blame, evidence=f"shown by {page} alone: {reason.evidence}")


def _another_oracle(case: Case) -> Reason | None:
    """The crawl is the same to the byte, and the oracle was asked for something else."""
    if same_crawl(case.before, case.after) and not same_oracle(case.before, case.after):
        told = "the crawl is the same to the byte, and the oracle's settings are not"
        return Reason(blame=Blame.ORACLE, evidence=told)
    return None


_NEW: tuple[Rule, ...] = (_was_listed, _robots, _was_excluded, _linked_now, _another_oracle)
_OLD: tuple[Rule, ...] = (_robots, _answers_404, _is_excluded, _linked_then, _another_oracle)
