"""A site without end behind a transport without a network: what is left is the crawler's cost."""

from dataclasses import dataclass

from crawler.wire.answer import Answer, Appetite
from crawler.wire.observation import Trouble

BRANCHES = 4
WORDS = (
    "route", "page", "person", "reach", "root", "site", "link", "crawl", "find", "miss", "rest",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Generated:
    """A tree of pages, `http://HOST/N/`, each with links down, across, up, and in a menu."""

    pages: int
    host: str = "site.test"

    async def get(self, url: str, *, appetite: Appetite) -> Answer | Trouble:
        """Answer at once."""
        path = url.partition(self.host)[2].strip("/")
        number = 0 if not path else int(path) if path.isdigit() else -1
        status = 200 if 0 <= number < self.pages else 404
        headers = (("Content-Type", "text/html; charset=utf-8"),)
        body = self.page(number) if status == 200 else b"<title>none</title><p>not here"
        body = body[: appetite(status, headers)]
        return Answer(url=url, status=status, headers=headers, body=body, size=len(body))

    def keep_cookie(self, url: str, cookie: str) -> None:
        """Have no use for cookies."""

    def page(self, number: int) -> bytes:
        """Make a page; its words and size depend on its number alone."""
        down = [number * BRANCHES + step + 1 for step in range(BRANCHES)]
        across = [(number * 7 + step) % self.pages for step in (1, 5, 11)]
        shown = [n for n in down if n < self.pages] + across + [number // BRANCHES]
        menu = "".join(f'<li><a href="/{n}/">Section {n}</a>' for n in range(min(20, self.pages)))
        links = "".join(f'<p>{self.words(n)} <a href="/{n}/">Page {n}</a></p>' for n in shown)
        title = f"<!doctype html><title>Page {number}</title><h1>{self.words(number)}</h1>"
        return f"{title}<ul>{menu}</ul>{links}".encode()

    def words(self, number: int) -> str:
        """Return words that hardly two pages share."""
        return " ".join(WORDS[(number >> shift) % len(WORDS)] for shift in range(12))
