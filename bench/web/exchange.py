"""What went through the gateway: one value for each request, and a log that counts them."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request and how it was met."""

    method: str
    url: str
    client: str  # User-Agent
    status: int | None  # None: a hang or a reset
    content_type: str | None = None
    fault: str | None = None  # why the gateway itself answered: unknown host, a failing origin


Listen = Callable[[Exchange], None]


@dataclass(slots=True)
class Log:
    """A listener that keeps everything."""

    exchanges: list[Exchange] = field(default_factory=list)

    def __call__(self, exchange: Exchange) -> None:
        """Keep one exchange."""
        self.exchanges.append(exchange)

    def count(self, url: str, *, client: str | None = None) -> int:
        """How many requests an address got, of one client or of all."""
        return sum(
            exchange.url == url and client in {None, exchange.client}
            for exchange in self.exchanges
        )
