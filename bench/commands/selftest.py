"""`bench selftest`: proves the instrument on the lab."""

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bench.commands.options import Workers, lab_sites
from bench.commands.terminal import say
from bench.exits import Exit

if TYPE_CHECKING:
    from bench.conditions import Condition


def selftest(  # noqa: PLR0913 - the options of one verb
    sites: Annotated[list[str] | None, typer.Argument(help="Lab sites; all by default.")] = None,
    *,
    causes: Annotated[
        bool, typer.Option("--causes", help="Prove instead that every cause of misses is named.")
    ] = False,
    truth: Annotated[
        Path | None,
        typer.Option(help="With --causes: take stored truths from here.", metavar="DIR"),
    ] = None,
    runs: Annotated[
        int, typer.Option(min=1, max=100, help="Truths so many times under each condition.")
    ] = 1,
    conditions: Annotated[
        str,
        typer.Option(
            help="Of idle, loaded (a busy core), throttled (slow pages).", metavar="LIST"
        ),
    ] = "idle",
    truths_only: Annotated[
        bool, typer.Option("--truths-only", help="Leave the faults of the crawler out.")
    ] = False,
    workers: Workers = 2,
    out: Annotated[
        Path | None, typer.Option(help="Keep what was measured here.", metavar="DIR")
    ] = None,
) -> Exit:
    """Prove on the lab that truths, detectors and causes are right."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.inquest import inquest  # noqa: PLC0415 - as above
    from bench.selftest import selftest as prove  # noqa: PLC0415 - as above

    names = lab_sites(sites)
    with ExitStack() as stack:
        folder = out or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        stack.enter_context(job.writing())
        if truth is None:
            job.need_browser()
        if causes:
            return inquest(folder, names, truths=truth, workers=workers, say=say)
        return prove(
            folder,
            names,
            runs=runs,
            workers=workers,
            say=say,
            conditions=_conditions(conditions),
            faults=not truths_only,
        )


def _conditions(written: str) -> "tuple[Condition, ...]":
    from bench.conditions import Condition  # noqa: PLC0415 - as above

    try:
        return tuple(dict.fromkeys(Condition(word.strip()) for word in written.split(",")))
    except ValueError as error:
        known = ", ".join(Condition)
        message = f"{error}; known, with commas between them: {known}"
        raise typer.BadParameter(message, param_hint="--conditions") from error
