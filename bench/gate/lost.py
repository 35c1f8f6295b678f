"""Why the crawler misses a route that it had: the crawler, or the site; first match wins."""

from bench.facts.inventory import Candidate, State
from bench.gate.blame import Blame, Case, Reason, Rule, decide
from bench.gate.evidence import GONE, pages_of, read, same_body, same_page, serves_both, status
from bench.verdict.identity import bare
from bench.verdict.met import refusal

SCOPE = frozenset({"scheme", "host", "port", "path", "template", "trap", "length", "unparsable"})
"""Reasons to refuse that hang on the address and on where the root lands."""

BY_PAGE = frozenset({"nofollow", "depth"})
"""Reasons that hang on the page which cites the address."""

SITEMAPS = frozenset({"sitemap", "feed"})

_UNDECIDED = Reason(
    blame=Blame.CRAWLER_OR_SITE,
    evidence="the crawler had it then and does not now; no page that it read decides why",
)


def lost(case: Case) -> Reason:
    """Blame a lost route."""
    return decide(case, _RULES, _UNDECIDED)


def _gone(case: Case) -> Reason | None:
    """A stored truth knows nothing of today, but the answer to the crawler does."""
    code = status(case.after, case.url)
    if case.after.frozen and code in GONE:
        return Reason(blame=Blame.SITE, evidence=f"answers {code} now; the truth is a stored one")
    return None


def _identity(case: Case) -> Reason | None:
    """The crawler's answer is what it was; what it is laid beside is not."""
    listed = {each.url for each in case.before.met(case.url) if each.listed}
    same = listed & case.after.listed_urls
    if not same or case.after.listed(case.url):
        return None
    told = f"the crawler lists {min(same)} as it did; the truth no longer takes it for the route"
    return Reason(blame=Blame.SITE_OR_ORACLE, evidence=told)


def _refused(case: Case) -> Reason | None:
    refused = _with_state(case, State.REFUSED)
    if refused is None:
        return None
    told = refusal(refused)
    if refused.reason == "robots":
        told += "; robots.txt permits it, as the bench reads it"
        return Reason(blame=Blame.CRAWLER, evidence=told)
    if refused.reason in SCOPE and _lands_alike(case):
        told += "; the root lands where it landed"
        return Reason(blame=Blame.CRAWLER, evidence=told)
    if refused.reason in BY_PAGE and _some_page_is_the_same(case):
        told += "; the pages that show it are what they were"
        return Reason(blame=Blame.CRAWLER, evidence=told)
    return Reason(blame=Blame.CRAWLER_OR_SITE, evidence=told)


def _folded(case: Case) -> Reason | None:
    folded = _with_state(case, State.FOLDED)
    if folded is None:
        return None
    told = f"{folded.url} folded into the key {folded.key}"
    return Reason(blame=Blame.CRAWLER, evidence=told)


def _answered(case: Case) -> Reason | None:
    """The crawler asked, and did not like the answer: was it the answer of then?"""
    now = case.after.observed(case.url)
    if now is None:
        return None
    told = f"answered {now.status or 'nothing'} to the crawler"
    if now.soft404:
        told = f"judged {now.soft404.verdict} by the crawler"
    if same_body(case.before.observed(case.url), now) and now.status == 200:
        return Reason(blame=Blame.CRAWLER, evidence=f"{told}; the bytes are those of then")
    return Reason(blame=Blame.CRAWLER_OR_SITE, evidence=f"{told}; it was another answer then")


def _otherwise_listed(case: Case) -> Reason | None:
    """Only the other form of the host or the scheme is listed."""
    form = case.after.other_forms.get(bare(case.after.key(case.url)))
    if form is None or not _lands_alike(case):
        return None
    told = f"listed only as {form}; the root lands where it landed"
    return Reason(blame=Blame.CRAWLER, evidence=told)


def _in_bytes(case: Case) -> Reason | None:
    """The link stands in bytes that the crawler fetched."""
    for page in pages_of(case.after, case.url):
        if not read(case.after, page):
            continue
        served = case.before if case.after.frozen else case.after
        # Of a stored truth only bytes count that are today's too.
        todays = same_page(case.before, case.after, page) if case.after.frozen else True
        if todays and served.links(page, case.url) and _served_alike(case, page):
            told = f"a link in the bytes of {page}, which the crawler fetched"
            return Reason(blame=Blame.CRAWLER, evidence=told)
    return None


def _unlinked(case: Case) -> Reason | None:
    """No page links to it any more; a sitemap could have had it as well."""
    before, after = case.before, case.after
    channels = {via for candidate in before.met(case.url) for via in candidate.channels}
    ways = [page for page in pages_of(before, case.url) if before.links(page, case.url)]
    dropped = [page for page in ways if after.links(page, case.url) is False]
    if after.frozen or channels & SITEMAPS or not ways or dropped != ways:
        return None
    told = f"the bytes of {dropped[0]} held the link then, and do not now"
    return Reason(blame=Blame.SITE, evidence=told)


def _pending(case: Case) -> Reason | None:
    """Every page that shows it was left for later: a budget of the crawler, or more to fetch."""
    pages = pages_of(case.after, case.url)
    left = [page for page in pages if any(e.state is State.PENDING for e in case.after.met(page))]
    if not left or left != list(pages):
        return None
    told = f"shown by {left[0]}, which the crawler left pending"
    if case.before.inventory.settings != case.after.inventory.settings:
        told += "; its settings are not what they were"
        return Reason(blame=Blame.CRAWLER, evidence=told)
    return Reason(blame=Blame.CRAWLER_OR_SITE, evidence=told)


def _ancestor(case: Case) -> Reason | None:
    """Every page that links to it is lost itself: whoever lost that."""
    pages = [
        page
        for page in pages_of(case.after, case.url)
        if (case.before if case.after.frozen else case.after).links(page, case.url) is not False
    ]
    if not pages or any(read(case.after, page) or case.again(page) for page in pages):
        return None
    reasons = [lost(case.on(page)) for page in pages]
    blames = {reason.blame for reason in reasons}
    told = f"shown by {pages[0]}, itself not read: {reasons[0].evidence}"
    blame = blames.pop() if len(blames) == 1 else Blame.CRAWLER_OR_SITE
    return Reason(blame=blame, evidence=told)


_RULES: tuple[Rule, ...] = (
    _gone,
    _identity,
    _refused,
    _folded,
    _answered,
    _otherwise_listed,
    _in_bytes,
    _unlinked,
    _pending,
    _ancestor,
)


def _with_state(case: Case, state: State) -> Candidate | None:
    return next((each for each in case.after.met(case.url) if each.state is state), None)


def _lands_alike(case: Case) -> bool:
    """Whether the root ends where it ended; a stored truth cannot tell."""
    before, after = case.before, case.after
    if after.frozen:
        return before.inventory.landed == after.inventory.landed
    return before.truth.landed == after.truth.landed


def _some_page_is_the_same(case: Case) -> bool:
    pages = pages_of(case.after, case.url)
    return any(same_page(case.before, case.after, page) for page in pages)


def _served_alike(case: Case, page: str) -> bool:
    """Whether browser and crawler are served one page, or differ as they did then."""
    now = serves_both(case.after, page)
    return now is not False or serves_both(case.before, page) is False
