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
    # Some leave files where they run.
    return {name: replace(each, folder=None) for name, each in found.items()}
