"""Says what is amiss with a site's files, though the site can be judged."""

from bench.facts.checks import Checks
from bench.facts.site import SiteFacts
from bench.facts.witness import Witness

NO_CHECKS = (
    "checks.json is missing: no robots.txt is known, so that nothing counts as forbidden,"
    " and neither precision nor the oracle's coverage can be told"
)
NO_WITNESS = "witness.zip is missing: what a static reader could have known cannot be told"


def notes_on(site: SiteFacts, checks: Checks | None, witness: Witness | None) -> tuple[str, ...]:
    """Say which files are missing, and what that costs; an error of the site says it already."""
    if site.skipped or site.error is not None:
        return ()
    lost = ((NO_CHECKS, checks is None), (NO_WITNESS, witness is None))
    return tuple(words for words, missing in lost if missing)
