"""What to fix first: the gain of each cause per site and overall."""

import json

from hypothesis import given

from bench.facts.checks import Checks
from bench.facts.inventory import Inventory
from bench.facts.truth import Phase, Truth
from bench.verdict.causes import Cause
from bench.verdict.priorities import WhatIf
from bench.verdict.score import row, summarise
from tests.bench.strategies import (
    CHECKS,
    INVENTORIES,
    TRUTHS,
    drawn,
    fetched,
    inventory,
    judged,
    refused,
    route,
    seed,
    sighting,
    truth,
)

HIDDEN = route("/h", sighting("/h", phase=Phase.REVEAL))


def test_the_dearest_cause_comes_first() -> None:
    one = row(
        judged(
            truth(route("/a"), route("/b"), route("/c"), HIDDEN),
            inventory(seed(), fetched("/a"), refused("/b", "trap"), refused("/c", "trap")),
        )
    )
    two = row(judged(truth(HIDDEN), inventory(seed())))
    assert one.what_if == (
        WhatIf(cause=Cause.REFUSED_TRAP, routes=2, recall=0.75),
        WhatIf(cause=Cause.ACTION, routes=1, recall=0.5),
    )
    total = summarise([one, two])
    told = [(gain.cause, gain.routes, gain.sites, gain.macro_recall) for gain in total.what_if]
    assert told == [(Cause.ACTION, 2, 2, 0.75), (Cause.REFUSED_TRAP, 2, 1, 0.375)]
    assert json.loads(json.dumps(total.as_json()))["what_if"][0]["cause"] == "action"


@drawn
@given(TRUTHS, INVENTORIES, CHECKS)
def test_a_cause_that_is_gone_never_lowers_recall(
    facts: Truth, told: Inventory, checks: Checks
) -> None:
    site = row(judged(facts, told, checks=checks))
    for gain in site.what_if:
        assert site.recall is not None
        assert gain.routes > 0
        assert site.recall < gain.recall <= 1
    for each in summarise([site]).what_if:
        assert (summarise([site]).macro_recall or 0) < each.macro_recall <= 1
