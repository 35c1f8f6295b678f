"""The crawlers that come ready-made: their commands and scripts are part of the project."""

from dataclasses import replace
from pathlib import Path

from bench.sites.crawler import Crawler
from bench.sites.crawlers import crawlers
from bench.sites.nodes import Sheet, compose

HERE = Path(__file__).parent / "ready"
FILE = HERE / "ready.yaml"
INSTALLED = Path(".crawlers")
"""Where they are installed, below the folder that a verb is called in."""
NPM = ("package.json", "package-lock.json")
DONE = ".installed"


def ready() -> dict[str, Crawler]:
    """Give all that are known by name, installed or not."""
    sheet = Sheet(file=str(FILE))
    here = {"HERE": str(HERE), "INSTALLED": str(INSTALLED.absolute())}
    text = FILE.read_text(encoding="utf-8")
    for name, path in here.items():
        text = text.replace(f"@{name}@", path)
    node = compose(text.encode(), sheet)
    found = {} if node is None else crawlers(node, "", sheet, base=HERE)
    if sheet.flaws:
        message = "; ".join(map(str, sheet.flaws))
        raise ValueError(message)
    return {name: _apart(each) for name, each in found.items()}


def pins(name: str) -> tuple[Path, ...]:
    """Give the files that say what is installed of a crawler; none for a program of the system."""
    files = (HERE / f"{name}.txt", *(HERE / name / file for file in NPM))
    return tuple(each for each in files if each.is_file())


def _apart(crawler: Crawler) -> Crawler:
    """Let a crawler run in a scratch folder, as some leave files; say what shows it is there."""
    mark = INSTALLED.absolute() / crawler.name / DONE
    return replace(crawler, folder=None, mark=str(mark) if pins(crawler.name) else None)
