"""Every address that was seen and what became of it; which are pending, and their order."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from crawler.address import url as addresses
from crawler.address.citation import Citation, Via
from crawler.address.kinds import Kind, kind
from crawler.address.refusal import Refused
from crawler.state import changes
from crawler.state.changes import Tally
from crawler.state.lanes import Lanes
from crawler.state.record import Record, State
from crawler.wire.observation import Observation

__all__ = ["Frontier", "Record", "State"]

_WEB = ("http://", "https://")


class Frontier:
    """Candidates in the order decided, and the pending ones by depth, then in that order.

    It changes by `add`, `again`, `admit`, `refuse` and `settle` alone, and tells each change to
    whoever listens: told in the same order, another frontier becomes the same.
    """

    def __init__(
        self,
        *,
        max_depth: int | None,
        max_records: int,
        max_spellings: int,
        listen: changes.Listener | None = None,
    ) -> None:
        self._records: dict[str, Record] = {}
        self._first: dict[str, Record] = {}
        self._spellings: defaultdict[str, list[Record]] = defaultdict(list)
        self._tried: defaultdict[str, int] = defaultdict(int)
        self._lanes = Lanes(max_depth)
        self._sets: dict[frozenset[Via], frozenset[Via]] = {}
        self._kinds: Counter[Kind] = Counter(dict.fromkeys(Kind, 0))
        self._max_records = max_records
        self._max_spellings = max_spellings
        self._listen = listen
        self.overflowed = False

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records.values())

    def __len__(self) -> int:
        return len(self._records)

    @property
    def kinds(self) -> Tally:
        """How many addresses of each kind were admitted, spellings of one counted once."""
        return dict(self._kinds)

    def find(self, url: str) -> Record | None:
        """Return the record of an address in exactly this form."""
        return self._records.get(url)

    def add(
        self,
        url: str,
        citation: Citation,
        refusal: Refused | None,
        *,
        lastmod: str | None = None,
    ) -> Record | None:
        """Record a new address with the gate's answer; None: there is no room for more."""
        if len(self._records) >= self._max_records:
            self.overflowed = True
            return None
        record = Record(
            url=url,
            key=url if refusal else addresses.key(url),
            kind=kind(url) if url.startswith(_WEB) else Kind.OTHER_FILE,
            citation=citation,
            channels=self._interned(frozenset({citation.via})),
            depth=citation.depth,
            state=State.REFUSED if refusal else State.PENDING,
            refusal=refusal,
            guessed=citation.via is Via.HANDLER,
            lastmod=lastmod,
        )
        self._records[url] = record
        if refusal is None:
            self._place(record)
        if self._listen:
            self._listen(
                changes.CandidateFound(
                    url=url,
                    kind=record.kind,
                    citation=citation,
                    refusal=refusal,
                    lastmod=lastmod,
                    discovered_kinds=self.kinds,
                )
            )
        return record

    def again(self, record: Record, via: Via, depth: int, *, lastmod: str | None = None) -> None:
        """Note one more mention of a known address; the first date that is stated counts."""
        is_dated = record.lastmod is not None or lastmod is None
        if via in record.channels and depth >= record.depth and is_dated:
            return
        record.lastmod = record.lastmod or lastmod
        if via not in record.channels:
            record.channels = self._interned(record.channels | {via})
            record.guessed = record.guessed and via is Via.HANDLER
        if depth < record.depth:
            record.depth = depth
            if record.state is State.PENDING:
                self._lanes.push(record)
        if self._listen:
            cited = changes.CandidateCited(
                url=record.url,
                via=via,
                depth=depth,
                lastmod=lastmod,
                discovered_kinds=self.kinds,
            )
            self._listen(cited)

    def admit(self, record: Record, citation: Citation) -> None:
        """Take back a refusal that rested on how the address had been cited until now."""
        record.refusal = None
        record.citation = citation
        record.depth = citation.depth
        record.guessed = citation.via is Via.HANDLER
        record.key = addresses.key(record.url)
        record.state = State.PENDING
        self._place(record)
        if self._listen:
            admitted = changes.CandidateAdmitted(
                url=record.url, citation=citation, discovered_kinds=self.kinds
            )
            self._listen(admitted)

    def refuse(self, record: Record, refusal: Refused) -> None:
        """Take back the admission of a pending address, as a rule now stands against it."""
        record.refusal = refusal
        record.state = State.REFUSED
        if self._first.get(record.key) is record:
            del self._first[record.key]
            self._kinds[record.kind] -= 1
            spellings = self._spellings.get(record.key)
            if spellings:
                self._promote(spellings.pop(0))
        record.key = record.url
        if self._listen:
            refused = changes.CandidateRefused(
                url=record.url, refusal=refusal, discovered_kinds=self.kinds
            )
            self._listen(refused)

    def settle(self, record: Record, observation: Observation, *, failed: bool) -> None:
        """Note what a fetch showed; after a failure another spelling gets its turn."""
        record.observation = observation
        record.state = State.FAILED if failed else State.FETCHED
        if _is_no_page(record) and self._first.get(record.key) is record:
            spellings = self._spellings.get(record.key)
            if spellings and self._may_try(record.key):
                self._promote(spellings.pop(0))
        if self._listen:
            settled = changes.CandidateSettled(
                url=record.url,
                observation=observation,
                failed=failed,
                discovered_kinds=self.kinds,
            )
            self._listen(settled)

    def take(
        self, most: int, *, unless: Callable[[Record], bool] = lambda _record: False
    ) -> list[Record]:
        """Take the next pending records to be fetched, nearest to the root first.

        What `unless` holds for stays pending, and is not asked for again.
        """
        return self._lanes.take(most, unless=unless)

    def has_more(self) -> bool:
        """Tell whether something is pending that the depth allows."""
        return self._lanes.has_more()

    def _place(self, record: Record) -> None:
        """Queue a record, or fold it into an earlier spelling that has not failed."""
        first = self._first.get(record.key)
        if first is None or (_is_no_page(first) and self._may_try(record.key)):
            self._promote(record)
        else:
            record.state = State.FOLDED
            self._spellings[record.key].append(record)

    def _may_try(self, key: str) -> bool:
        self._tried[key] += 1
        return self._tried[key] <= self._max_spellings

    def _promote(self, record: Record) -> None:
        if record.key not in self._first:
            self._kinds[record.kind] += 1
        self._first[record.key] = record
        record.state = State.PENDING
        self._lanes.push(record)

    def _interned(self, channels: frozenset[Via]) -> frozenset[Via]:
        return self._sets.setdefault(channels, channels)


def _is_no_page(record: Record) -> bool:
    """Tell whether the first spelling has failed, so that another one may stand in for it."""
    seen = record.observation
    return record.state is State.FAILED or (seen is not None and seen.soft404 is not None)
