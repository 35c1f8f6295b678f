"""Counts the pages that a client of the gateway was served, however often it asked for each."""

from dataclasses import dataclass, field

from bench.soft404 import DOCUMENTS
from bench.web.exchange import Exchange


@dataclass(slots=True)
class Traffic:
    """A listener that keeps the addresses of documents since it was last asked to begin."""

    pages: set[str] = field(default_factory=set)

    def __call__(self, exchange: Exchange) -> None:
        """Take one exchange."""
        if exchange.status == 200 and exchange.method == "GET" and exchange.content_type:
            kind = exchange.content_type.partition(";")[0].strip().lower()
            if kind in DOCUMENTS:
                self.pages.add(exchange.url)

    def begin(self) -> None:
        """Forget what was served so far."""
        self.pages.clear()
