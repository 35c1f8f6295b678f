"""Keeps one command in a process of its own: starts it, bounds it, and leaves nothing of it.

Whatever the command starts, also what leaves its session or outlives its parent, hangs on this
process, so it is measured and ended with the rest. The order comes as a line of JSON on the
standard input, which stays open: when it closes, whoever ordered is gone, and so is the command.
"""

import ctypes
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import BinaryIO

from bench.crawlers.kept import End, Kept, Order
from bench.work.processes import PROC, children_of, end_all

TICK = 0.1
GRACE = 2.0
"""How long a command that was asked to end may take to print what it holds."""
PATIENCE = 10.0
CHUNK = 1 << 16
TAIL = 4096
SUBREAPER = 36
MASTER = 0
LARGEST_FILE = 1 << 31


@dataclass(slots=True)
class Watch:
    """One command and all below it."""

    order: Order
    process: "subprocess.Popen[bytes]"
    sink: BinaryIO
    began: float = field(default_factory=time.monotonic)
    end: End | None = None
    status: int | None = None
    size: int = 0
    lines: int = 0
    peak: int = 0
    left: int = 0
    said: bytes = b""
    mercy: float = 0.0
    orphaned: bool = False

    def run(self) -> None:
        """Watch the command until it is over, or over its limits; then end what is left."""
        with selectors.DefaultSelector() as signs:
            over = os.pidfd_open(self.process.pid)
            signs.register(over, selectors.EVENT_READ, self._over)
            for stream, hear in (*self._pipes(), (MASTER, self._hear_master)):
                os.set_blocking(stream, False)
                signs.register(stream, selectors.EVENT_READ, hear)
            due = 0.0
            while self.status is None and not self._doomed():
                for sign, _ in signs.select(TICK):
                    if sign.data(sign.fd) is False:
                        signs.unregister(sign.fd)
                if time.monotonic() >= due:
                    self._look()
                    due = time.monotonic() + TICK
            os.close(over)
        self.left = len([pid for pid in children_of(os.getpid()) if pid != self.process.pid])
        self._put_down()
        self._drain()

    def _hear_answer(self, stream: int) -> bool:
        piece = _read(stream)
        if piece:
            self.sink.write(piece[: max(self.order.most_bytes - self.size, 0)])
            self.size += len(piece)
            self.lines += piece.count(b"\n")
            if self.size > self.order.most_bytes or self.lines > self.order.most_lines:
                self.end = self.end or End.OUTPUT
        return piece != b""

    def _hear_words(self, stream: int) -> bool:
        piece = _read(stream)
        self.said = (self.said + (piece or b""))[-TAIL:]
        return piece != b""

    def _hear_master(self, stream: int) -> bool:
        self.orphaned = self.orphaned or _read(stream) == b""
        return not self.orphaned

    def _over(self, _handle: int) -> bool:
        self._reap()
        return False

    def _doomed(self) -> bool:
        """Whether to end it now; what ran out of time is asked first, and may print the rest."""
        if self.orphaned or self.end in {End.OUTPUT, End.MEMORY}:
            return True
        now = time.monotonic()
        if self.end is None and now - self.began >= self.order.seconds:
            self.end, self.mercy = End.SECONDS, now + GRACE
            for pid in children_of(os.getpid()):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGTERM)
        return self.end is End.SECONDS and now >= self.mercy

    def _look(self) -> None:
        """Take the memory of the whole tree, shared pages shared out; reap what is over."""
        memory = sum(map(_memory, children_of(os.getpid())))
        self.peak = max(self.peak, memory)
        if memory > self.order.memory:
            self.end = self.end or End.MEMORY
        self._reap()

    def _reap(self) -> bool:
        """Take in all that is over; says whether anything is still there."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self.process.pid:
                self.status = self.process.returncode = os.waitstatus_to_exitcode(status)

    def _put_down(self) -> None:
        """Kill until nothing is there: what is killed may have started more meanwhile."""
        until = time.monotonic() + PATIENCE
        while self._reap() and time.monotonic() < until:
            end_all(children_of(os.getpid()))
            time.sleep(0.005)

    def _drain(self) -> None:
        """Read what the pipes still hold; nobody writes into them any more."""
        for stream, hear in self._pipes():
            with selectors.DefaultSelector() as signs:
                signs.register(stream, selectors.EVENT_READ)
                while signs.select(0) and hear(stream):
                    pass

    def _pipes(self) -> Iterator[tuple[int, Callable[[int], bool]]]:
        if self.process.stdout:
            yield self.process.stdout.fileno(), self._hear_answer
        if self.process.stderr:
            yield self.process.stderr.fileno(), self._hear_words


def keep(order: Order) -> Kept:
    """Run a command to its end and say how that was."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    log = not order.answer
    with open(order.answer or os.devnull, "wb") as sink:  # noqa: PTH123 - may be the null device
        try:
            process = subprocess.Popen(  # noqa: S603 - what the person wrote into sites.yaml
                order.argv,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT if log else subprocess.PIPE,
                env=dict(order.env),
                cwd=order.folder,
                start_new_session=True,
            )
        except OSError as error:
            return Kept(end=End.MISSING, said=f"{error.filename or order.argv[0]}: {error}")
        watch = Watch(order, process, sink)
        if log:
            process.stdout, process.stderr = None, process.stdout
        watch.run()
    return _kept(watch)


def _kept(watch: Watch) -> Kept:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = watch.status
    end = watch.end or (
        End.DONE if status == 0 else End.SIGNAL if status is None or status < 0 else End.EXIT_CODE
    )
    return Kept(
        end=end,
        exit=status,
        seconds=round(time.monotonic() - watch.began, 3),
        cpu_seconds=round(used.ru_utime + used.ru_stime, 3),
        # What lived between two looks is known by its largest process at least.
        peak_memory=max(watch.peak, used.ru_maxrss * 1024),
        left=watch.left,
        said=watch.said.decode(errors="replace"),
    )


def _read(stream: int) -> bytes | None:
    """Read what is there: nothing at the end, None when only nothing is there yet."""
    try:
        return os.read(stream, CHUNK)
    except BlockingIOError:
        return None


def _memory(pid: int) -> int:
    """Give a process's bytes in memory, those that it shares divided by how many share them."""
    with suppress(OSError, ValueError):
        for line in (PROC / str(pid) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    with suppress(OSError, ValueError, IndexError):
        pages = int((PROC / str(pid) / "statm").read_text().split()[1])
        return pages * resource.getpagesize()
    return 0


if __name__ == "__main__":
    if told := sys.stdin.buffer.readline():
        json.dump(asdict(keep(Order(**json.loads(told)))), sys.stdout)
