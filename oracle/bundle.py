"""The script that is put into every frame before the page's own: the files of page/ as one."""

from functools import cache
from importlib.resources import files

FILES = (
    "head",
    "quiet",
    "traffic",
    "locate",
    "collect",
    "served",
    "guard",
    "hold",
    "listen",
    "consent",
    "hand",
    "reveal",
    "reach",
    "scroll",
    "report",
)


@cache
def bundle(key: str) -> str:
    """One immediately called function; `key` is the name under which a window keeps its hooks."""
    folder = files("oracle") / "page"
    parts = [(folder / f"{name}.js").read_text("utf-8") for name in FILES]
    return "(() => {\n" + "\n".join(parts).replace("%KEY%", key) + "\n})();"
