"""Progress on a terminal, by Rich: what each worker is at, below what is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TextIO

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from bench.progress import outcome_line
from bench.work.task import Outcome, Progress


@dataclass(slots=True, kw_only=True)
class Board:
    """The live table; finished sites scroll away above it."""

    total: int
    live: Live
    finished: int = 0
    workers: dict[int, Progress] = field(default_factory=dict)

    def update(self, progress: Progress) -> None:
        """Redraw a worker's row."""
        self.workers[progress.worker] = progress
        self.live.update(self.render())

    def done(self, outcome: Outcome) -> None:
        """Tell how the site went, above the table."""
        self.finished += 1
        failed = outcome.record["error"] is not None
        line = Text(outcome_line(outcome.record), style="red" if failed else "")
        self.live.console.print(line, soft_wrap=True)
        self.workers = {
            number: each
            for number, each in self.workers.items()
            if each.site != outcome.record["name"]
        }
        self.live.update(self.render())

    def render(self) -> Table:
        """Draw the rows of all workers."""
        table = Table.grid(padding=(0, 2))
        table.add_row(Text(f"{self.finished} of {self.total} sites"), "", "")
        for _, at in sorted(self.workers.items()):
            count = f"{at.count}" if at.count else ""
            table.add_row(Text(at.site, style="bold"), at.stage, count)
        return table


@contextmanager
def live(total: int, stream: TextIO) -> Iterator[Board]:
    """Keep the table on the terminal for as long as the context lasts."""
    console = Console(file=stream, highlight=False)
    with Live(console=console, refresh_per_second=4, transient=True) as screen:
        yield Board(total=total, live=screen)
