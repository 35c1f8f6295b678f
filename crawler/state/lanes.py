"""What is pending, nearest to the root first, and in the order decided within a depth."""

from collections import deque
from collections.abc import Callable, Iterator

from crawler.state.record import Record, State


class Lanes:
    """One queue a depth; a record that came nearer stands in both, and counts in its own."""

    def __init__(self, max_depth: int | None) -> None:
        self._lanes: list[deque[Record]] = []
        self._max_depth = max_depth

    def push(self, record: Record) -> None:
        """Queue a record at its depth."""
        while len(self._lanes) <= record.depth:
            self._lanes.append(deque())
        self._lanes[record.depth].append(record)

    def take(self, most: int, *, unless: Callable[[Record], bool]) -> list[Record]:
        """Take the next records that are still pending."""
        taken: list[Record] = []
        for depth, lane in self._allowed():
            while lane and len(taken) < most:
                record = lane.popleft()
                if record.state is State.PENDING and record.depth == depth and not unless(record):
                    taken.append(record)
        return taken

    def has_more(self) -> bool:
        """Tell whether something is pending that the depth allows."""
        return any(
            record.state is State.PENDING and record.depth == depth
            for depth, lane in self._allowed()
            for record in lane
        )

    def _allowed(self) -> Iterator[tuple[int, deque[Record]]]:
        for depth, lane in enumerate(self._lanes):
            if self._max_depth is not None and depth > self._max_depth:
                return
            yield depth, lane
