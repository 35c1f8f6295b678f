"""The options that several commands share: how they are read, and the configuration they make.

argparse, not Typer as elsewhere: a crawl's start counts in what it costs, and Typer loads pydantic
to read a number.
"""

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from crawler.commands.check import WrongError
from crawler.config import TOKEN, Config, Pacing

Number = Callable[[str], Any]


class Parser(argparse.ArgumentParser):
    """argparse's parser, which leaves complaining to us."""

    def __init__(self, name: str, about: str, *, epilog: str | None = None) -> None:
        super().__init__(prog=name, description=about, epilog=epilog, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:  # type: ignore[explicit-override]  # 3.11 has none
        """Raise what is wrong, to be said as everything else that is."""
        raise WrongError((message,))


def seconds(written: str) -> float:
    """Read an amount of time, or of anything that is not counted in ones."""
    amount = float(written)
    if not math.isfinite(amount):
        message = f"{written} is no number to count with"
        raise argparse.ArgumentTypeError(message)
    if amount < 0:
        message = f"{written} is less than 0"
        raise argparse.ArgumentTypeError(message)
    return amount


def whole(least: int, most: int | None = None) -> Number:
    """Return what reads a whole number within bounds."""

    def number(written: str) -> int:
        read = int(written)
        if read < least or (most is not None and read > most):
            bounds = f"at least {least}" if most is None else f"from {least} to {most}"
            message = f"{written} is not {bounds}"
            raise argparse.ArgumentTypeError(message)
        return read

    return number


def _deadline(written: str) -> float:
    if (read := seconds(written)) < 0.1:
        message = f"{written} is less than 0.1"
        raise argparse.ArgumentTypeError(message)
    return read


def share(parser: Parser) -> None:
    """Add the root, the ways to it, its bounds and our manners."""
    add = parser.add_argument
    add("root", metavar="URL", help="Where the site begins.")
    add("--proxy", help="Reach the web through it.")
    add("--ca", type=Path, help="Trust these certificates only.")
    add("--delay", type=seconds, default=0.0, help="Seconds between requests to a host.")
    add("--concurrency", type=whole(1, 256), default=8, help="Requests at once.")
    add("--deadline", type=_deadline, default=15.0, help="Seconds for a request.")
    add("--host", action="append", default=[], help="A further host; repeatable.")
    add("--path", action="append", default=[], help="Only this area; repeatable.")
    add("--sitemap", action="append", default=[], help="Read this sitemap too; repeatable.")
    add("--token", default=TOKEN, help="Our name in robots.txt.")
    add(
        "--refuse-private", action="store_true", help="Connect to no address of a private network."
    )


def config(asked: argparse.Namespace) -> Config:
    """Return the configuration that the shared options ask for."""
    return Config(
        root=asked.root,
        token=asked.token,
        proxy=asked.proxy,
        ca=asked.ca,
        hosts=tuple(asked.host),
        paths=tuple(asked.path),
        sitemaps=tuple(asked.sitemap),
        pacing=Pacing(concurrency=asked.concurrency, delay=asked.delay, deadline=asked.deadline),
        refuse_private=asked.refuse_private,
    )
