"""What a crawl has spent of its budget, counted where outcomes are folded."""

from dataclasses import dataclass

from crawler.config import Budget
from crawler.stop import Stop


@dataclass(slots=True, kw_only=True)
class Spending:
    """Pages count as they are taken, bytes as they are folded: both the same in every run."""

    budget: Budget
    taken: int = 0
    folded: int = 0
    bytes: int = 0

    def pages_left(self, most: int) -> int:
        """Return how many pages may be taken next, at most so many."""
        pages = self.budget.pages
        return most if pages is None else max(0, min(most, pages - self.taken))

    def stop(self, *, overflowed: bool) -> Stop | None:
        """Return which budget is spent that ends a crawl at once."""
        if self.budget.bytes is not None and self.bytes >= self.budget.bytes:
            return Stop.BYTES
        return Stop.CANDIDATES if overflowed else None
