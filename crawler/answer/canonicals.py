"""Where declared canonicals contradict what was seen: loops, chains, and targets that are none."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from crawler.address import url as addresses

Row = dict[str, Any]


class Conflict(StrEnum):
    """How a declared canonical and the evidence disagree."""

    CONTRADICTS = "header-contradicts-page"
    LOOP = "loop"
    CHAIN = "chain"
    MISSING = "missing-target"
    REDIRECTS = "target-redirects"
    OUT_OF_SCOPE = "out-of-scope"
    REFUSED = "target-refused"
    DIFFERS = "content-differs"
    UNKNOWN = "unknown"


OUTSIDE = frozenset({"scheme", "host", "port", "path"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CanonicalConflict:
    """One page's declaration, the way it leads, and what is wrong with it in words."""

    conflict: Conflict
    url: str
    way: tuple[str, ...]
    why: str


class Targets:
    """The candidates of an inventory, found by address or by key."""

    def __init__(self, candidates: Iterable[Row]) -> None:
        self._by_url: dict[str, Row] = {}
        self._by_key: dict[str, Row] = {}
        for row in candidates:
            self._by_url[row["url"]] = row
            if row["state"] not in {"folded", "refused"}:
                self._by_key.setdefault(row["key"], row)

    def find(self, url: str) -> Row | None:
        """Return the candidate that stands for an address; a folded one gives way to its first."""
        exact = self._by_url.get(url)
        if exact is not None and exact["state"] != "folded":
            return exact
        return self._by_key.get(addresses.key(url), exact)


def conflicts(candidates: list[Row]) -> Iterator[CanonicalConflict]:
    """Yield what contradicts each canonical that names another page than its own."""
    targets = Targets(candidates)
    for row in candidates:
        if row["observation"] is None or row["observation"]["redirects"]:
            continue
        yield from _contradiction(row)
        declared = _elsewhere(row)
        if declared is not None:
            yield from _judge(row, declared, targets)


def _contradiction(row: Row) -> Iterator[CanonicalConflict]:
    """Yield what a page's header says against the page's own link."""
    page, header = row["observation"]["canonical"], row["observation"].get("canonical_header")
    if page and header and addresses.key(page) != addresses.key(header):
        yield CanonicalConflict(
            conflict=Conflict.CONTRADICTS,
            url=row["url"],
            way=(row["url"], header),
            why=f"the Link header names another canonical than the page, {page}",
        )


def _elsewhere(row: Row) -> str | None:
    """Return the canonical that a page declares, if it is not the page itself.

    The page's own link counts before its header.
    """
    seen = row["observation"]
    declared: str | None = seen and (seen["canonical"] or seen.get("canonical_header"))
    if declared is None:
        return None
    own = {row["key"], addresses.key(seen["final_url"])}
    return None if addresses.key(declared) in own else declared


def _judge(row: Row, declared: str, targets: Targets) -> Iterator[CanonicalConflict]:
    way = [row["url"], declared]
    target = targets.find(declared)
    conflict, why = _verdict(row, target)
    while target is not None and (further := _elsewhere(target)) is not None:
        looped = addresses.key(further) in {addresses.key(url) for url in way}
        way.append(further)
        if looped:
            conflict, why = Conflict.LOOP, "the declarations lead back to where they began"
            break
        conflict, why = Conflict.CHAIN, "the canonical declares another canonical itself"
        target = targets.find(further)
    if conflict is not None:
        yield CanonicalConflict(conflict=conflict, url=row["url"], way=tuple(way), why=why)


def _verdict(row: Row, target: Row | None) -> tuple[Conflict | None, str]:
    """Judge what a canonical names; the first of the table that holds."""
    if target is None or (target["observation"] is None and target["state"] != "refused"):
        return Conflict.UNKNOWN, "the canonical was not visited"
    if target["state"] == "refused":
        outside = target["reason"] in OUTSIDE
        return Conflict.OUT_OF_SCOPE if outside else Conflict.REFUSED, target["rule"]
    seen = target["observation"]
    if target["state"] == "failed" or seen["soft404"] is not None:
        return Conflict.MISSING, _answer(seen)
    if seen["redirects"]:
        return Conflict.REDIRECTS, f"the canonical redirects to {seen['final_url']}"
    if _differ(row["observation"], seen):
        return Conflict.DIFFERS, "neither the bytes nor the text of the two are the same"
    return None, ""


def _differ(one: Row, other: Row) -> bool:
    """Tell whether all that is known of two contents differs; of the unread, nothing is."""
    pairs = [(one[name], other[name]) for name in ("sha256", "text_sha256")]
    known = [pair for pair in pairs if None not in pair]
    return bool(known) and all(mine != theirs for mine, theirs in known)


def _answer(seen: Row) -> str:
    if seen["soft404"] is not None:
        return f"the canonical only looks alive: {seen['soft404']['evidence']}"
    if seen["error"] is not None:
        return f"the canonical could not be fetched: {seen['error']['reason']}"
    return f"the canonical answered {seen['status']}"
