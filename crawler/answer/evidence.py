"""What a stored inventory's evidence amounts to; nothing is merged, and the unseen is unknown."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from crawler.answer.canonicals import CanonicalConflict, conflicts
from crawler.answer.stored import Stored

Row = dict[str, Any]

# Each way of finding two pages the same, the hash that it compares, and which bytes that covers.
METHODS = {
    "same bytes": ("sha256", "SHA-256 of the body, content coding undone (version 1)"),
    "same text": (
        "text_sha256",
        "SHA-256 of the visible text, white space left out (version 1)",
    ),
}
NOTHING = hashlib.sha256(b"").hexdigest()
_MAPS = frozenset({"sitemap", "feed"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Where an address was named first."""

    via: str
    source: str | None
    text: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirected:
    """A listed address that leads elsewhere."""

    url: str
    final_url: str
    statuses: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """An admitted address that brought no page; `listed` when nothing proves that it is dead."""

    url: str
    why: str
    listed: bool
    cited: Mention


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """An eligible address that was not visited: what it shows is unknown."""

    url: str
    why: str
    cited: Mention


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicates:
    """Pages that one method finds the same; `digest` is what they share."""

    method: str
    digest: str
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The answers; `unmapped` None: there was no sitemap that a page could be missing from."""

    root: str
    landed: str | None
    stop: str
    redirected: tuple[Redirected, ...]
    failed: tuple[Failed, ...]
    unmapped: tuple[str, ...] | None
    pending: tuple[Pending, ...]
    canonicals: tuple[CanonicalConflict, ...]
    duplicates: tuple[Duplicates, ...]
    public_page_count: int | None
    public_page_count_in_scope: int | None


def evidence(stored: Stored) -> Evidence:
    """Answer from the records of an inventory."""
    rows = stored.candidates
    public = stored.end.get("public_page_count")
    return Evidence(
        root=stored.head["root"],
        landed=stored.head["landed"],
        stop=stored.end["stop"],
        redirected=tuple(_redirected(rows)),
        failed=tuple(_failed(rows)),
        unmapped=None if public is None else tuple(_unmapped(rows)),
        pending=tuple(_pending(rows)),
        canonicals=tuple(conflicts(rows)),
        duplicates=tuple(_duplicates(rows)),
        public_page_count=public,
        public_page_count_in_scope=stored.end.get("public_page_count_in_scope"),
    )


def _redirected(rows: Iterable[Row]) -> Iterator[Redirected]:
    for row in rows:
        seen = row["observation"]
        if row["listed"] and seen and seen["redirects"]:
            statuses = tuple(hop["status"] for hop in seen["redirects"])
            yield Redirected(url=row["url"], final_url=seen["final_url"], statuses=statuses)


def _failed(rows: Iterable[Row]) -> Iterator[Failed]:
    for row in rows:
        seen = row["observation"]
        if row["state"] == "failed" or (seen and seen["soft404"]):
            why = _why(seen)
            yield Failed(url=row["url"], why=why, listed=row["listed"], cited=_mention(row))


def _why(seen: Row) -> str:
    if seen["soft404"]:
        return f"soft-404 ({seen['soft404']['verdict']}): {seen['soft404']['evidence']}"
    if seen["error"]:
        answered = f"answered {seen['status']}; " if seen["status"] else ""
        return f"{answered}{seen['error']['reason']}: {seen['error']['detail']}"
    return f"answered {seen['status']}"


def _unmapped(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the pages that were seen alive and that no sitemap lists, in no spelling."""
    mapped = {row["key"] for row in rows if not _MAPS.isdisjoint(row["channels"])}
    for row in rows:
        alive = row["listed"] and row["observation"] and row["state"] == "fetched"
        if alive and not row["observation"]["redirects"] and row["key"] not in mapped:
            yield row["url"]


def _pending(rows: Iterable[Row]) -> Iterator[Pending]:
    for row in rows:
        if row["state"] == "pending":
            why = row.get("pending") or "not visited"
            yield Pending(url=row["url"], why=why, cited=_mention(row))


def _duplicates(rows: Iterable[Row]) -> Iterator[Duplicates]:
    """Group pages that were seen at their own address; the same bytes are told before text."""
    pages = [row for row in rows if row["observation"] and _stands_alone(row)]
    for method, (name, _) in METHODS.items():
        groups: defaultdict[str, list[Row]] = defaultdict(list)
        for row in pages:
            digest = row["observation"][name]
            if digest not in {None, NOTHING}:
                groups[digest].append(row)
        for digest, group in groups.items():
            distinct = {row["observation"]["sha256"] for row in group}
            if len(group) > 1 and (name == "sha256" or len(distinct) > 1):
                urls = tuple(row["url"] for row in group)
                yield Duplicates(method=method, digest=f"sha256:{digest}", urls=urls)


def _stands_alone(row: Row) -> bool:
    seen = row["observation"]
    fragment = "#" in row["url"]  # a hash route shares its document by its nature
    return bool(row["listed"] and seen["document"] and not seen["redirects"] and not fragment)


def _mention(row: Row) -> Mention:
    cited = row["citation"]
    return Mention(via=cited["via"], source=cited["source"], text=cited["text"])
