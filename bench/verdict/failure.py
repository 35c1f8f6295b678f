"""Says why a crawl as a whole came to nothing, if it did."""

from bench.facts.inventory import Inventory, Observation, State, Stop

# A root that is refused for these shows a fault of scoping, which each miss is told of.
SCOPE = frozenset({None, "host", "scheme", "port", "path"})


def failure_of(inventory: Inventory | None, error: str | None) -> str | None:
    """Say why a crawl came to nothing; a root that was refused by scope is no failed crawl."""
    if error or inventory is None:
        return error or "no inventory was written"
    if inventory.stop is not Stop.SEED_FAILED:
        return None if inventory.candidates else _nothing(inventory)
    seeds = [
        each for each in inventory.candidates if each.citation and each.citation.via == "seed"
    ]
    for seed in seeds:
        seen = seed.observation
        if seed.state is State.REFUSED and seed.reason not in SCOPE:
            return f"the root {seed.url} was refused for {seed.reason}: {seed.rule}"
        if seed.state is State.REFUSED or (
            seen and seen.error and seen.error.reason == "refused-hop"
        ):
            return None
        if seen:
            return f"the root {seed.url} could not be fetched: {_why(seen)}"
    return inventory.why_empty or "the root could not be fetched"


def _why(seen: Observation) -> str:
    if seen.error is None:
        return f"status {seen.status}"
    return f"{seen.error.reason} ({seen.error.detail})" if seen.error.detail else seen.error.reason


def _nothing(inventory: Inventory) -> str:
    """Say that there is no address at all in the inventory, not even the root."""
    return inventory.why_empty or "the inventory is empty: not one address is in it"
