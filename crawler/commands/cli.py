"""The command line: a root in, the inventory's lines or the listed addresses out."""

import logging
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from crawler.answer.inventory import Stop, write_lines
from crawler.commands import options
from crawler.commands.check import WrongError, checked
from crawler.commands.run import run
from crawler.commands.terminal import complain, put
from crawler.config import TOKEN, Budget, Config, Fault, OnError, Pacing, RobotsManners
from crawler.config import RootRedirect as Redirect
from crawler.unwritable import UnwritableError

FOUND_NOTHING, USAGE, SEED_FAILED, UNWRITABLE, INTERRUPTED = 1, 2, 3, 4, 130
EPILOG = (
    "Also: `python -m crawler plan URL` reads robots.txt and sitemaps only; `python -m crawler "
    "report INVENTORY` says what an inventory's evidence amounts to. Ends with 0; with 1 when "
    "nothing was found, 2 when what was asked is wrong, 3 when the root could not be read, 4 when "
    "a file or the answer cannot be written, 130 when it was interrupted."
)

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
# Their modules are loaded when they are asked for: a crawl's start counts in what it costs.
COMMANDS = {"plan": "crawler.commands.plan", "report": "crawler.commands.report"}


@app.command(epilog=EPILOG)
def _crawl(  # noqa: PLR0913 - each option is one
    root: options.Root,
    *,
    urls: Annotated[
        bool, typer.Option("--urls", help="Print the listed addresses alone.")
    ] = False,
    state: Annotated[
        Path | None, typer.Option(help="Keep what was fetched here; go on from it if it is there.")
    ] = None,
    stream: Annotated[
        Path | None, typer.Option("--events", help="Write what happens here, as JSON lines.")
    ] = None,
    proxy: options.Proxy = None,
    ca: options.Ca = None,
    pages: Annotated[int, typer.Option(min=1, help="Fetch at most so many candidates.")] = 5000,
    depth: Annotated[int | None, typer.Option(min=0, help="Clicks from the root.")] = None,
    seconds: options.Seconds = None,
    megabytes: options.Megabytes = None,
    delay: options.Delay = 0,
    concurrency: options.Concurrency = 8,
    deadline: options.Deadline = 15,
    host: options.Hosts = None,
    path: options.Paths = None,
    sitemap: options.Sitemaps = None,
    root_redirect: Annotated[
        Redirect, typer.Option(help="What a redirect of the root to another site may do.")
    ] = Redirect.ADOPT,
    robots_on_error: Annotated[
        OnError, typer.Option(help="What a robots.txt that cannot be read means.")
    ] = OnError.DISALLOW,
    robots_reuse: options.Reuse = 3600,
    token: options.Token = TOKEN,
    refuse_private: options.Private = False,
    fault: Annotated[list[Fault] | None, typer.Option(hidden=True)] = None,
) -> int:
    """Discover a site from its HTML, headers and sitemaps, and print the inventory."""
    size = None if megabytes is None else int(megabytes * 1_000_000)
    config = Config(
        root=root,
        token=token,
        proxy=proxy,
        ca=ca,
        hosts=tuple(host or ()),
        paths=tuple(path or ()),
        sitemaps=tuple(sitemap or ()),
        root_redirect=root_redirect,
        robots=RobotsManners(on_error=robots_on_error, reuse=robots_reuse),
        budget=Budget(pages=pages, depth=depth, seconds=seconds, bytes=size),
        pacing=Pacing(concurrency=concurrency, delay=delay, deadline=deadline),
        refuse_private=refuse_private,
        faults=frozenset(fault or ()),
    )
    found, interrupted = run(checked(config), state=state, stream=stream)
    put(found.listed if urls else write_lines(found))
    if found.why_empty:
        complain(found.why_empty)
    if interrupted:
        return INTERRUPTED
    if found.stop is Stop.SEED_FAILED:
        return SEED_FAILED
    return FOUND_NOTHING if found.why_empty else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    # What a site did wrong stands in the inventory; the client's own words would mix with ours.
    logging.getLogger("aiohttp").addHandler(logging.NullHandler())
    asked = list(sys.argv[1:] if arguments is None else arguments)
    command = COMMANDS.get(asked[0]) if asked else None
    name = f"crawler {asked[0]}" if command else "crawler"
    command_line = import_module(command).app if command else app
    try:
        rest = asked[1:] if command else asked
        return int(command_line(args=rest, prog_name=name, standalone_mode=False) or 0)
    except typer.TyperException as error:
        complain(" ".join(error.format_message().split()))
        return USAGE
    except WrongError as error:
        for fault in error.faults:
            complain(fault)
        return USAGE
    except UnwritableError as error:
        complain(str(error))
        return UNWRITABLE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
