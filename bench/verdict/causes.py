"""The closed, ordered table of why a route was missed: one row a cause, the first match wins."""

from enum import StrEnum

from bench.facts.truth import Phase
from bench.verdict import met, unmet
from bench.verdict.met import Explain
from bench.verdict.scene import Case


class Cause(StrEnum):
    """Why a route was missed, in the order in which causes are asked."""

    SEED_FAILED = "seed-failed"
    REFUSED_WWW = "refused-www"
    REFUSED_LANDED = "refused-landed-root"
    REFUSED_ROBOTS = "refused-robots"
    REFUSED_NOFOLLOW = "refused-nofollow"
    REFUSED_PATH = "refused-path"
    REFUSED_TRAP = "refused-trap"
    REFUSED = "refused"
    SCHEME = "scheme"
    DEPTH = "depth"
    FETCH_FAILED = "fetch-failed"
    SOFT_404 = "soft-404"
    FOLDED = "folded"
    ANCESTOR = "ancestor"
    UNREAD = "unread"
    NOT_EXTRACTED = "not-extracted"
    SCRIPT_TEXT = "script-text"
    RENDERING = "rendering"
    ACTION = "action"
    NAVIGATION = "navigation"
    PAGE_DIFFERED = "page-differed"
    VOLATILE = "volatile"
    UNEXPLAINED = "unexplained"


def _either(one: Explain, other: Explain) -> Explain:
    def explain(case: Case) -> str | None:
        return one(case) or other(case)

    return explain


# First match wins; all matches are the miss's blockers.
TABLE: tuple[tuple[Cause, Explain], ...] = (
    (Cause.SEED_FAILED, met.seed_failed),
    (Cause.REFUSED_WWW, met.refused_www),
    (Cause.REFUSED_LANDED, met.refused_landed),
    (Cause.REFUSED_ROBOTS, met.refused("robots")),
    (Cause.REFUSED_NOFOLLOW, met.refused("nofollow")),
    (Cause.REFUSED_PATH, met.refused("path")),
    (Cause.REFUSED_TRAP, met.refused("trap")),
    (Cause.REFUSED, met.refused("host", "port", "template", "length", "unparsable")),
    (Cause.SCHEME, met.scheme),
    (Cause.DEPTH, _either(met.refused("depth"), unmet.deep)),
    (Cause.FETCH_FAILED, met.fetch_failed),
    (Cause.SOFT_404, met.soft_404),
    (Cause.FOLDED, met.folded),
    (Cause.ANCESTOR, unmet.ancestor),
    (Cause.UNREAD, _either(met.left, unmet.unread)),
    (Cause.NOT_EXTRACTED, unmet.not_extracted),
    (Cause.SCRIPT_TEXT, unmet.script_text),
    (Cause.RENDERING, _either(unmet.view, unmet.by_phase(Phase.SCRIPT, "only after scripts ran"))),
    (Cause.ACTION, unmet.by_phase(Phase.REVEAL, "only after an action")),
    (Cause.NAVIGATION, unmet.by_phase(Phase.NAVIGATION, "only by programmatic navigation")),
    (Cause.PAGE_DIFFERED, _either(met.answered_otherwise, unmet.page_differed)),
    (Cause.VOLATILE, met.volatile),
)
