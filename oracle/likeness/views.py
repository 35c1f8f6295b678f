"""What addresses show when they are rendered, each loaded no more often than needed."""

from collections import Counter

from oracle.likeness.words import Words, words
from oracle.routes.visit import FORBIDDEN, Rendered, Visit, Visitor

MOST_VIEWS = 600
"""Pages rendered for judgement alone; a site that wants more is judged in part."""


class Views:
    """Remembers views, and asks the browser for those that are missing.

    `finals` tells where each loaded address came to rest, `forbidden` what robots.txt kept closed.
    """

    def __init__(self, visitor: Visitor) -> None:
        """Nothing is loaded yet."""
        self._visitor = visitor
        self._known: dict[tuple[str, int], Words | None] = {}
        self.finals: dict[str, str] = {}
        self.forbidden: set[str] = set()
        self._loaded = 0

    def keep(self, page: Visit) -> None:
        """Take the view of a page that was visited anyway."""
        self._keep(page.url, 0, page)

    async def render(self, address: str) -> Rendered:
        """Load the address now, and keep what it shows."""
        page = await self._visitor.render(address)
        self._keep(address, 0, page)
        return page

    async def of(self, address: str, *, load: int = 0) -> Words | None:
        """What the address shows at that load of it; None when it shows nothing."""
        if (address, load) not in self._known:
            if self.exhausted:
                return None
            self._loaded += 1
            self._keep(address, load, await self._visitor.render(address))
        return self._known[address, load]

    def _keep(self, address: str, load: int, page: Visit | Rendered) -> None:
        self._known[address, load] = _view(page)
        if page.settled == FORBIDDEN:
            self.forbidden.add(address)
        if page.status is not None:
            self.finals.setdefault(address, page.final_url)

    def moved(self, address: str) -> bool:
        """Whether the address was left for another one while it loaded."""
        return self.finals.get(address, address) != address

    @property
    def exhausted(self) -> bool:
        """Whether no more views will be loaded."""
        return self._loaded >= MOST_VIEWS


def _view(page: Visit | Rendered) -> Words | None:
    """The bag of what is to be seen; a page without a word is told by its signature."""
    if page.status is None:
        return None
    return words(f"{page.title} {page.text}") or Counter([page.signature])
