"""One worker process: measures site after site, its gateway and browser kept warm."""

import asyncio
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measure import measure
from bench.sides import NoBrowserError, open_instruments
from bench.work.processes import end_children, end_tree
from bench.work.task import Outcome, Progress, Task, Unfit

if TYPE_CHECKING:
    # It is generic to the type checker alone.
    from multiprocessing.connection import Connection

PAUSE = 0.2


def work(channel: "Connection[object, Task | None]", number: int, log: Path) -> None:
    """Serve tasks from a channel until None comes, or the parent is gone."""
    # A group of its own: Ctrl-C at the terminal is the parent's to handle.
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _redirect(log)
    # All that is temporary lies in one folder, also what the browser makes: it can go at once.
    os.environ["TMPDIR"] = str(log.parent)
    tempfile.tempdir = None
    threading.Thread(target=_follow_parent, args=(log.parent,), daemon=True).start()
    asyncio.run(_serve(channel, number))


async def _serve(channel: "Connection[object, Task | None]", number: int) -> None:
    async with open_instruments() as instruments:
        while (task := await asyncio.to_thread(channel.recv)) is not None:
            teller = _Teller(channel=channel, worker=number, site=task.site.name)
            try:
                record = await measure(task, instruments, listen=teller.tell)
            except OSError as error:
                where = error.filename or task.out
                channel.send(Unfit(why=f"cannot write results: {where}: {error.strerror}"))
            except NoBrowserError as error:
                channel.send(Unfit(why=str(error)))
            else:
                channel.send(Outcome(task=task, record=record))


@dataclass(slots=True, kw_only=True)
class _Teller:
    """Tells the parent how far a site is, but not at every single item."""

    channel: "Connection[object, Task | None]"
    worker: int
    site: str
    stage: str = ""
    due: float = field(default=0.0)

    def tell(self, stage: str, count: int) -> None:
        now = time.monotonic()
        if stage != self.stage or now >= self.due:
            self.stage, self.due = stage, now + PAUSE
            told = Progress(worker=self.worker, site=self.site, stage=stage, count=count)
            self.channel.send(told)


def _follow_parent(folder: Path) -> None:
    """End with the parent, however it ended: nothing may be left over."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        end_children(os.getpid())
        shutil.rmtree(folder, ignore_errors=True)
        end_tree(os.getpid())


def _redirect(log: Path) -> None:
    """Keep what libraries print away from the terminal; it explains a death."""
    sys.stdout.flush()
    sys.stderr.flush()
    handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(handle, 1)
    os.dup2(handle, 2)
    os.close(handle)
