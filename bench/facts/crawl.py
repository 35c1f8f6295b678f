"""How one crawler's command went through one site, as crawl.json tells it."""

from dataclasses import dataclass

FOLDER = "crawlers"
LISTED = "listed.jsonl"
INVENTORY = "inventory.jsonl"
CRAWL = "crawl.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlFacts:
    """What a crawl took; `reason` says why its answer is not whole, `end` in one word.

    `cpu_seconds` and `peak_memory` (bytes) are those of the whole tree of processes.
    """

    name: str
    end: str
    told: str | None = None
    reason: str | None = None
    exit: int | None = None
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory: int = 0
    pages: int | None = None
    listed: int = 0
    unreadable: int = 0
    examples: tuple[str, ...] = ()
    left: int = 0
    said: str = ""
