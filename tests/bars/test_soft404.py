"""Pages of real sites stay pages, and five styles of soft-404 laid over them are told apart."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from crawler.page import soft404
from crawler.page.soft404 import Fingerprint, Probes, Verdict
from tests.bars.chromium import told

pytestmark = [pytest.mark.bar, pytest.mark.timeout(1800)]

DOCS = Path("/usr/share/doc")
LIVE, GONE = 100, 20  # of each site; and of each site and style
PRECISION, RECALL = 0.99, 0.95


@dataclass(frozen=True, slots=True)
class Site:
    """A real site: its folder, and what of a page is its content rather than its frame."""

    name: str
    folder: Path
    content: str

    @property
    def root(self) -> str:
        """The address of its home page."""
        return f"https://{self.name}.test/"

    def page(self, path: str) -> str:
        """The text of a page."""
        return (self.folder / path).read_text("utf-8", "replace")


SITES = (
    Site("sqlite", DOCS / "sqlite3", "body > *:nth-child(n+4)"),
    Site("python", DOCS / "python3.11" / "html", "div.body"),
    Site("django", DOCS / "python-django-doc" / "html", "div.yui-g, div.body, div#docs-content"),
    Site("postgresql", DOCS / "postgresql-doc-15" / "html", "body > div:not([class^=nav])"),
    Site("git", DOCS / "git-doc", "#content"),
)
Answer = Callable[[Site, str, random.Random], tuple[str, str]]  # path -> final path, HTML


@cache
def frame(site: Site) -> tuple[str, str]:
    """The page that most sites make their error page of: their own frame without the content."""
    path = next(each for each in paths(site) if each != "index.html")
    tree = LexborHTMLParser(site.page(path))
    whole = len(tree.body.text()) if tree.body else 0
    for node in tree.css(site.content):
        node.decompose()
    for node in tree.css("title"):
        node.decompose()
    assert tree.body is not None
    assert len(tree.body.text()) < whole
    return tree.body.html or "", path


@cache
def paths(site: Site) -> tuple[str, ...]:
    """A site's pages, the same even choice of them each time."""
    found = sorted(
        each.relative_to(site.folder).as_posix() for each in site.folder.rglob("*.html")
    )
    chosen = random.Random(site.name).sample(found, min(LIVE, len(found)))  # noqa: S311 - a choice
    return tuple(chosen)


def framed(site: Site, title: str, content: str, rng: random.Random) -> str:
    body, _ = frame(site)
    noise = f"<!-- {rng.random()} --><input type=hidden value={rng.getrandbits(64):x}>"
    clock = f"<p>Request {rng.getrandbits(48):x} at 12:{rng.randrange(60):02}:{rng.randrange(60)}"
    return f"<!doctype html><title>{title}</title>{body}{content}{noise}{clock}"


def sorry(site: Site, path: str, rng: random.Random) -> tuple[str, str]:
    text = f"<h1>Sorry</h1><p>There is nothing at {escape(path)}. It may have moved."
    return path, framed(site, "Page not found", text, rng)


def suggestions(site: Site, path: str, rng: random.Random) -> tuple[str, str]:
    names = rng.sample(paths(site), 6)
    items = "".join(f"<li><a href='/{name}'>{name.removesuffix('.html')}</a>" for name in names)
    text = f"<h1>Were you looking for one of these?</h1><ul>{items}</ul>"
    return path, framed(site, f"{escape(path)} was not found", text, rng)


def home_copy(site: Site, path: str, rng: random.Random) -> tuple[str, str]:
    return path, site.page("index.html") + f"<!-- {rng.random()} -->"


def go_home(site: Site, _path: str, rng: random.Random) -> tuple[str, str]:
    return "", site.page("index.html") + f"<!-- {rng.random()} -->"


def go_to_error(site: Site, path: str, rng: random.Random) -> tuple[str, str]:
    return f"errors/oops?from={path}", framed(site, "Oops", "<h1>Oops</h1>", rng)


STYLES: dict[str, tuple[Answer, Verdict]] = {
    "error page": (sorry, Verdict.ERROR_PAGE),
    "suggestions": (suggestions, Verdict.ERROR_PAGE),
    "copy of home": (home_copy, Verdict.HOME_COPY),
    "redirect to home": (go_home, Verdict.REDIRECT_HOME),
    "redirect to an error page": (go_to_error, Verdict.ERROR_PAGE),
}


def taken(site: Site, path: str, final: str, html: str) -> Fingerprint:
    asked, ended = f"{site.root}{path}", f"{site.root}{final}"
    return soft404.fingerprint(asked, final_url=ended, status=200, html=html)


@cache
def live(site: Site) -> tuple[Fingerprint, ...]:
    return tuple(taken(site, path, path, site.page(path)) for path in paths(site))


@cache
def home(site: Site) -> Fingerprint:
    return taken(site, "", "", site.page("index.html"))


def probed(site: Site, answer: Answer, rng: random.Random) -> Probes:
    """Ask a site that answers in one style for what cannot exist."""
    folders = {f"{site.root}{path.rpartition('/')[0]}/" for path in paths(site) if "/" in path}
    names = soft404.probe_paths(site.root, directories=sorted(folders)[:24])
    asked = [name.removeprefix(site.root) for name in names]
    answers = tuple(taken(site, path, *answer(site, path, rng)) for path in asked)
    return Probes(root=home(site), answers=answers)


def gone(site: Site, rng: random.Random) -> Iterator[str]:
    """Yield paths like the site's own, none of which exists."""
    for path in rng.sample(paths(site), GONE):
        stem = path.removesuffix(".html")
        yield rng.choice((f"{stem}-old.html", f"{stem}/more", f"archive/{path}", f"{stem}.php"))


def measure(site: Site, style: str) -> tuple[int, int, int, list[str]]:
    """Return soft-404s told, soft-404s in all, pages wronged, and what went wrong."""
    answer, right = STYLES[style]
    rng = random.Random(f"{site.name} {style}")  # noqa: S311 - the same noise in every run
    probes = probed(site, answer, rng)
    absent = [taken(site, path, *answer(site, path, rng)) for path in gone(site, rng)]
    verdicts = [soft404.verdict(each, probes) for each in absent]
    wrong = [f"missed {each.url}" for each, said in zip(absent, verdicts, strict=True) if not said]
    wrong += [f"called {said.verdict}" for said in verdicts if said and said.verdict is not right]
    wronged = [each.url for each in live(site) if soft404.verdict(each, probes)]
    wrong += [f"wronged {url}" for url in wronged]
    return sum(said is not None for said in verdicts), len(absent), len(wronged), wrong


def test_pages_and_soft_404s_are_told_apart() -> None:
    sites = [site for site in SITES if site.folder.is_dir()]
    if len(sites) < 3:
        pytest.skip("apt-get install sqlite3-doc python3.11-doc postgresql-doc-15 git-doc")
    told_, all_, wronged, judged = 0, 0, 0, 0
    faults = []
    for style in STYLES:
        for site in sites:
            right, absent, false, wrong = measure(site, style)
            told_, all_, wronged = told_ + right, all_ + absent, wronged + false
            judged += len(live(site))
            faults += [f"{site.name}, {style}: {each}" for each in wrong]
    precision, recall = told_ / (told_ + wronged or 1), told_ / all_
    told(
        {
            "bar": "soft-404",
            "live": sum(len(live(site)) for site in sites),
            "live_judged": judged,
            "soft": all_,
            "precision": round(precision, 4),
            "recall": round(recall, 4),
        }
    )
    for fault in faults[:40]:
        print(fault)  # noqa: T201 - what a figure is made of
    assert sum(len(live(site)) for site in sites) >= 200
    assert all_ >= 200
    assert precision >= PRECISION
    assert recall >= RECALL
