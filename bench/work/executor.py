"""Spreads tasks over worker processes; a worker that dies or hangs costs its site, not the run."""

import multiprocessing
import tempfile
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from bench.exits import Exit, Stop
from bench.facts.site import SiteError, Stage
from bench.work.processes import end_tree
from bench.work.sitefile import finish
from bench.work.task import Outcome, Progress, Task, Unfit
from bench.work.worker import work

WORKERS = 2
START_SECONDS = 120.0
"""How long a process may take to load itself before its first task begins."""
GOODBYE = 5.0
TAIL = 300

Listen = Callable[[Progress], None]


@dataclass(slots=True, kw_only=True)
class Worker:
    """A worker process as the parent sees it."""

    number: int
    process: BaseProcess
    channel: "Connection[Task | None, object]"
    log: Path
    task: Task | None = None
    begun: bool = False
    limit: float = 0.0
    deadline: float = 0.0

    @classmethod
    def start(cls, number: int, folder: Path) -> "Worker":
        """Start a process that waits for tasks."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        log = folder / f"worker-{number}.log"
        process = context.Process(target=work, args=(theirs, number, log), daemon=True)
        process.start()
        theirs.close()
        return cls(number=number, process=process, channel=ours, log=log)

    def give(self, task: Task) -> None:
        """Hand over a task; the clock of its limit starts when the worker first speaks of it."""
        self.task, self.begun = task, False
        self._wait_for(START_SECONDS)
        # That a worker is gone already shows when its channel is read.
        with suppress(OSError):
            self.channel.send(task)

    def hear(self) -> object | None:
        """Give the next message, if there is one."""
        with suppress(EOFError, OSError):
            if self.channel.poll():
                return self.channel.recv()
        return None

    def begin(self) -> None:
        """Start the clock of the task's own limit, unless it runs."""
        if self.task is not None and not self.begun:
            self.begun = True
            self._wait_for(self.task.wall_seconds)

    def _wait_for(self, seconds: float) -> None:
        self.limit, self.deadline = seconds, time.monotonic() + seconds

    def failure(self) -> SiteError | None:
        """Say why the task cannot end well any more, if it cannot."""
        if not self.process.is_alive():
            words = self.log.read_text(errors="replace").strip()[-TAIL:]
            detail = f"exit code {self.process.exitcode}" + (f"; {words}" if words else "")
            return SiteError(stage=Stage.WORKER, reason="died", detail=detail)
        if self.task is not None and time.monotonic() >= self.deadline:
            detail = f"no end within {self.limit:g} s"
            return SiteError(stage=Stage.WORKER, reason="hung", detail=detail)
        return None

    def end(self) -> None:
        """Let an idle worker close its browser; put a busy one down with all it started."""
        if self.task is None:
            with suppress(OSError):
                self.channel.send(None)
            self.process.join(GOODBYE)
        if self.process.pid is not None and self.process.is_alive():
            end_tree(self.process.pid)
        self.process.join()
        self.channel.close()


@dataclass(slots=True, kw_only=True)
class Crew:
    """The workers of one execution and the tasks that wait for them."""

    folder: Path
    waiting: deque[Task]
    listen: Listen
    workers: list[Worker] = field(default_factory=list)

    @property
    def busy(self) -> list[Worker]:
        """The workers that have a task."""
        return [worker for worker in self.workers if worker.task]

    def man(self, number: int) -> None:
        """Start a worker under a number and give it the next task."""
        worker = Worker.start(number, self.folder)
        self.workers.append(worker)
        worker.give(self.waiting.popleft())

    def await_news(self) -> None:
        """Sleep until a worker speaks, dies, or is overdue."""
        now = time.monotonic()
        patience = min(worker.deadline for worker in self.busy) - now
        signs = [sign for each in self.busy for sign in (each.channel, each.process.sentinel)]
        wait(signs, timeout=max(patience, 0.0))

    def hear(self, worker: Worker) -> Outcome | None:
        """Take what a worker has to say; an outcome ends its task, and so does its death."""
        message = worker.hear()
        if isinstance(message, Progress):
            worker.begin()
            self.listen(message)
        elif isinstance(message, Unfit):
            raise Stop(Exit.ENVIRONMENT, message.why)
        elif isinstance(message, Outcome):
            self._go_on(worker)
            return message
        elif worker.task and (error := worker.failure()):
            return self._lose(worker, worker.task, error)
        return None

    def _go_on(self, worker: Worker) -> None:
        """Give a worker its next task; one that ran an application is replaced."""
        # What an application imports and sets stays in its process: the next one would meet it.
        spoilt = worker.task is not None and worker.task.site.app is not None
        worker.task = None
        if spoilt:
            self._replace(worker)
        elif self.waiting:
            worker.give(self.waiting.popleft())

    def _replace(self, worker: Worker) -> None:
        worker.end()
        self.workers.remove(worker)
        if self.waiting:
            self.man(worker.number)

    def _lose(self, worker: Worker, task: Task, error: SiteError) -> Outcome:
        self._replace(worker)
        return Outcome(task=task, record=finish(task, error=error))


def execute(
    tasks: Sequence[Task], *, workers: int = WORKERS, listen: Listen = lambda _: None
) -> Generator[Outcome, None, None]:
    """Measure all tasks, so many at a time; outcomes come as they are done.

    Raises:
        Stop: results cannot be written any more, or no browser starts.
    """
    with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as folder:
        crew = Crew(folder=Path(folder), waiting=deque(tasks), listen=listen)
        try:
            for number in range(min(workers, len(tasks))):
                crew.man(number)
            while crew.busy:
                crew.await_news()
                outcomes = [crew.hear(worker) for worker in crew.busy]
                yield from (outcome for outcome in outcomes if outcome)
        finally:
            for worker in crew.workers:
                worker.end()
