"""The command line: a root in, the inventory's lines or the listed addresses out."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from crawler import url as addresses
from crawler.config import TOKEN, Budget, Config, Fault, Pacing
from crawler.crawl import crawl
from crawler.inventory import Inventory, Stop, write_lines
from crawler.progress import Progress
from crawler.refusal import Refused
from crawler.scope import Scope

FOUND_NOTHING, USAGE, SEED_FAILED, INTERRUPTED = 1, 2, 3, 130

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def _crawl(  # noqa: PLR0913 - each option is one
    root: Annotated[str, typer.Argument(metavar="URL", help="Where the site begins.")],
    *,
    urls: Annotated[
        bool, typer.Option("--urls", help="Print the listed addresses alone.")
    ] = False,
    proxy: Annotated[str | None, typer.Option(help="Reach the web through it.")] = None,
    ca: Annotated[Path | None, typer.Option(help="Trust these certificates only.")] = None,
    pages: Annotated[int, typer.Option(min=1, help="Fetch at most so many candidates.")] = 5000,
    depth: Annotated[int | None, typer.Option(min=0, help="Clicks from the root.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Stop after this time.")] = None,
    megabytes: Annotated[float | None, typer.Option(min=0, help="Stop after so much.")] = None,
    delay: Annotated[float, typer.Option(min=0, help="Seconds between requests to a host.")] = 0,
    concurrency: Annotated[int, typer.Option(min=1, max=256, help="Requests at once.")] = 8,
    deadline: Annotated[float, typer.Option(min=0.1, help="Seconds for one request.")] = 15,
    host: Annotated[list[str] | None, typer.Option(help="A further host; repeatable.")] = None,
    path: Annotated[list[str] | None, typer.Option(help="Only this area; repeatable.")] = None,
    token: Annotated[str, typer.Option(help="Our name in robots.txt.")] = TOKEN,
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
        budget=Budget(pages=pages, depth=depth, seconds=seconds, bytes=size),
        pacing=Pacing(concurrency=concurrency, delay=delay, deadline=deadline),
        faults=frozenset(fault or ()),
    )
    wrong = _wrong(config)
    if wrong is not None:
        raise typer.BadParameter(wrong)
    found, interrupted = asyncio.run(_run(config))
    _print(found.listed if urls else write_lines(found))
    if found.why_empty:
        _complain(found.why_empty)
    if interrupted:
        return INTERRUPTED
    if found.stop is Stop.SEED_FAILED:
        return SEED_FAILED
    return FOUND_NOTHING if found.why_empty else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    # What a site did wrong stands in the inventory; the client's own words would mix with ours.
    logging.getLogger("aiohttp").addHandler(logging.NullHandler())
    try:
        return int(app(args=arguments, prog_name="crawler", standalone_mode=False) or 0)
    except typer.TyperException as error:
        _complain(" ".join(error.format_message().split()))
        return USAGE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED


async def _run(config: Config) -> tuple[Inventory, bool]:
    """Crawl; Ctrl-C ends the crawl, not the answer."""
    interrupt = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, interrupt.set)
    found = await crawl(config, listen=Progress(sys.stderr), interrupt=interrupt)
    return found, interrupt.is_set()


def _wrong(config: Config) -> str | None:
    """Return what no crawl can be made of, in a sentence."""
    root = addresses.parse(config.root)
    if isinstance(root, Refused):
        return f"{config.root} is no web address; try https://www.example.com/"
    if config.proxy is not None and isinstance(addresses.parse(config.proxy), Refused):
        return f"{config.proxy} is no proxy's address; try http://127.0.0.1:8080"
    if config.ca is not None and not config.ca.is_file():
        return f"there is no CA file {config.ca}"
    try:
        Scope.of(root.url, hosts=config.hosts, paths=config.paths)
    except ValueError as error:
        return str(error)
    return None


def _print(lines: Iterable[str]) -> None:
    try:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has left; what is still buffered must not fail once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(line: str) -> None:
    sys.stderr.write(f"crawler: {line}\n")
