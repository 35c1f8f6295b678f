"""Sends one crawler through one site and writes down what it listed and what that cost."""

import asyncio
import hashlib
import json
import os
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.crawlers.command import Errand, environment, words, writes_out
from bench.crawlers.kept import End, Kept, Order
from bench.crawlers.output import Read, read
from bench.facts.crawl import CRAWL, INVENTORY, LISTED
from bench.facts.inventory import Inventory, Stop
from bench.record import Unreadable, read_inventory
from bench.sites.crawler import Crawler, Output
from bench.store import write, write_json

SCHEMA = 1
MOST_BYTES = 256 << 20
MOST_LINES = 2_000_000
SAID = 500

SETTINGS = ("output", "field", "seconds", "memory")

STOPS = {
    End.DONE: Stop.TOLD,
    End.NO_OUTPUT: Stop.TOLD,
    End.SECONDS: Stop.SECONDS,
    End.MEMORY: Stop.MEMORY,
    End.OUTPUT: Stop.BYTES,
}
WORDS = {
    End.DONE: "it printed no address",
    End.NO_OUTPUT: "it printed no address",
    End.EXIT_CODE: "it ended with exit code {exit}",
    End.SIGNAL: "it was ended by a signal ({exit})",
    End.SECONDS: "it was ended after {limits.seconds:g} s",
    End.MEMORY: "it was ended for taking more than {limits.memory} MiB",
    End.OUTPUT: "it was ended for printing too much",
    End.MISSING: "it could not be started",
    End.FAILED: "it could not be measured",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Crawl:
    """How one crawler went through one site; `pages` is null where nobody counts them.

    `whole` is the digest of our own crawler's whole answer.
    """

    crawler: Crawler
    errand: Errand
    kept: Kept
    answer: Read
    pages: int | None = None
    whole: str | None = None

    @property
    def urls(self) -> list[str]:
        """The addresses, in an order that no timing can change."""
        return sorted(self.answer.urls)

    @property
    def digest(self) -> str:
        """The canonical digest of what was listed."""
        if self.whole:
            return self.whole
        told = json.dumps([self.crawler.label, self.errand.url, self.urls])
        return f"sha256:{hashlib.sha256(told.encode()).hexdigest()}"

    @property
    def end(self) -> End:
        """How it ended; one that ends well and prints nothing has not answered."""
        done = self.kept.end is End.DONE
        return End.NO_OUTPUT if done and not self.answer.urls else self.kept.end

    @property
    def reason(self) -> str | None:
        """Say why there is no whole answer, with the last that it said itself; None for one."""
        if self.answer.over:
            return WORDS[End.OUTPUT]
        if self.end is End.DONE:
            return None
        told = WORDS[self.end].format(exit=self.kept.exit, limits=self.crawler)
        last = next(reversed([each for each in self.kept.said.splitlines() if each.strip()]), "")
        return f"{told}: {last.strip()[:SAID]}" if last else told

    def as_json(self) -> dict[str, Any]:
        """Give crawl.json."""
        return {
            "schema": SCHEMA,
            **{key: self.crawler.as_json()[key] for key in ("name", "told")},
            "command": shlex.join(words(self.crawler.command, self.errand)),
            "end": self.end,
            "reason": self.reason,
            **{key: value for key, value in asdict(self.kept).items() if key != "end"},
            "pages": self.pages,
            "listed": len(self.answer.urls),
            "unreadable": self.answer.unreadable,
            "examples": self.answer.examples,
        }


async def crawl(
    crawler: Crawler, errand: Errand, home: Path, *, count: Callable[[], int | None]
) -> Crawl:
    """Send a crawler through a site and write what came of it into a folder.

    `count` tells how many pages the crawler was served. Our own one's whole answer is kept, too.
    """
    with tempfile.TemporaryDirectory(prefix="crawl-", ignore_cleanup_errors=True) as made:
        scratch = Path(made)
        out = scratch / "out"
        kept = await _kept(_order(crawler, errand, scratch, out))
        answer, whole = Read(), None
        if crawler.output is Output.INVENTORY:
            if told := _whole(out):
                answer.urls |= dict.fromkeys(told.listed)
                whole = told.digest
                write(home / INVENTORY, out.read_bytes())
        elif out.is_file():
            with out.open("rb") as stream:
                answer = read(stream, crawler)
    done = Crawl(
        crawler=crawler, errand=errand, kept=kept, answer=answer, pages=count(), whole=whole
    )
    write(home / LISTED, _lines(done))
    write_json(home / CRAWL, done.as_json())
    return done


def _whole(out: Path) -> Inventory | None:
    """Read our own crawler's answer; one that was cut is none."""
    try:
        return read_inventory(out) if out.is_file() and out.stat().st_size else None
    except Unreadable:
        return None


def _order(crawler: Crawler, errand: Errand, scratch: Path, out: Path) -> Order:
    return Order(
        argv=words(crawler.command, errand, out=out),
        env=environment(crawler, errand, ours=os.environ, scratch=scratch),
        folder=crawler.folder or str(scratch),
        answer="" if writes_out(crawler) else str(out),
        seconds=crawler.seconds,
        memory=crawler.memory << 20,
        most_bytes=MOST_BYTES,
        most_lines=MOST_LINES,
    )


async def _kept(order: Order) -> Kept:
    """Have a command kept; however this ends, nothing of the command is left."""
    keeper = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "bench.crawlers.keeper"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert keeper.stdin and keeper.stdout and keeper.stderr  # noqa: S101, PT018 - as asked for
    try:
        keeper.stdin.write(json.dumps(asdict(order)).encode() + b"\n")
        told, fault = await asyncio.gather(keeper.stdout.read(), keeper.stderr.read())
    finally:
        # Its input closed, the keeper ends whatever runs, and itself.
        keeper.stdin.close()
        await asyncio.shield(keeper.wait())
    try:
        values = json.loads(told)
    except ValueError:
        return Kept(end=End.FAILED, exit=keeper.returncode, said=fault.decode(errors="replace"))
    return Kept(**values | {"end": End(values["end"])})


def _lines(done: Crawl) -> Iterator[str]:
    """Write an inventory of bare addresses, in an order that no timing can change."""
    head = {
        "record": "inventory",
        "schema": SCHEMA,
        "crawler": done.crawler.label,
        "root": done.errand.url,
        "landed": None,
        "bare": True,
        # What a baseline compares: nothing of this machine's folders.
        "settings": {key: getattr(done.crawler, key) for key in SETTINGS},
    }
    stop = Stop.BYTES if done.answer.over else STOPS.get(done.end, Stop.EXIT)
    end = {
        "record": "end",
        "stop": stop,
        "comparable": done.reason is None or done.end is End.NO_OUTPUT,
        "why_empty": None if done.urls else f"{done.crawler.name}: {done.reason}",
        "digest": done.digest,
    }
    told = ({"record": "candidate", "url": url, "listed": True} for url in done.urls)
    for each in (head, *told, end):
        yield json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n"
