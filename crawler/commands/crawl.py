"""`python -m crawler URL`: a root in, the inventory's lines or the listed addresses out."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from crawler.answer.inventory import write_lines
from crawler.commands import options
from crawler.commands.check import checked
from crawler.commands.run import run
from crawler.commands.terminal import complain, put
from crawler.config import Budget, Config, Fault, OnError, RobotsManners, RootRedirect
from crawler.stop import Stop

FOUND_NOTHING, SEED_FAILED, INTERRUPTED = 1, 3, 130
ABOUT = "Discover a site from its HTML, headers and sitemaps, and print the inventory."
EPILOG = (
    "Also: `python -m crawler plan URL` reads robots.txt and sitemaps only; `python -m crawler "
    "report INVENTORY` says what an inventory's evidence amounts to. Ends with 0; with 1 when "
    "nothing was found, 2 when what was asked is wrong, 3 when the root could not be read, 4 when "
    "a file or the answer cannot be written, 130 when it was interrupted."
)


def command(name: str, arguments: Sequence[str]) -> int:
    """Crawl, print what was found, and return the exit code."""
    asked = _parser(name).parse_args(arguments)
    found, interrupted = run(checked(_config(asked)), state=asked.state, stream=asked.events)
    put(found.listed if asked.urls else write_lines(found))
    if found.why_empty:
        complain(found.why_empty)
    if interrupted:
        return INTERRUPTED
    if found.stop is Stop.SEED_FAILED:
        return SEED_FAILED
    return FOUND_NOTHING if found.why_empty else 0


def _parser(name: str) -> options.Parser:
    parser = options.Parser(name, ABOUT, epilog=EPILOG)
    options.share(parser)
    add, seconds = parser.add_argument, options.seconds
    add("--urls", action="store_true", help="Print the listed addresses alone.")
    add("--state", type=Path, help="Keep what was fetched here; go on from it if it is there.")
    add("--events", type=Path, help="Write what happens here, as JSON lines.")
    add("--pages", type=options.whole(1), default=5000, help="Fetch at most so many candidates.")
    add("--depth", type=options.whole(0), help="Clicks from the root.")
    add("--seconds", type=seconds, help="Stop after this time.")
    add("--megabytes", type=seconds, help="Stop after so much.")
    add(
        "--root-redirect",
        choices=[*map(str, RootRedirect)],
        default=str(RootRedirect.ADOPT),
        help="What a redirect of the root to another site may do.",
    )
    add(
        "--robots-on-error",
        choices=[*map(str, OnError)],
        default=str(OnError.DISALLOW),
        help="What a robots.txt that cannot be read means.",
    )
    add(
        "--robots-reuse",
        type=seconds,
        default=3600.0,
        help="Seconds until robots.txt is read again.",
    )
    add("--fault", action="append", default=[], type=Fault, help=argparse.SUPPRESS)
    return parser


def _config(asked: argparse.Namespace) -> Config:
    size = None if asked.megabytes is None else int(asked.megabytes * 1_000_000)
    return replace(
        options.config(asked),
        root_redirect=RootRedirect(asked.root_redirect),
        robots=RobotsManners(on_error=OnError(asked.robots_on_error), reuse=asked.robots_reuse),
        budget=Budget(pages=asked.pages, depth=asked.depth, seconds=asked.seconds, bytes=size),
        faults=frozenset(asked.fault),
    )
