"""`bench baseline`: pins what runs have found."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from bench.commands.options import Out
from bench.commands.terminal import say
from bench.exits import Exit
from bench.store import LATEST, RESULTS


def baseline(  # noqa: PLR0913 - what is pinned, and what may get lost
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            help="The run to pin, the latest by default; two or more further runs of the same"
            " state show its noise.",
            metavar="RUN",
        ),
    ] = None,
    *,
    file: Annotated[
        Path | None,
        typer.Option(
            "--baseline",
            help="Its file; baseline.json beside the runs by default.",
            metavar="FILE",
        ),
    ] = None,
    out: Out = RESULTS,
    group: Annotated[list[str] | None, typer.Option(help="Only this group; repeatable.")] = None,
    site: Annotated[list[str] | None, typer.Option(help="Only this site; repeatable.")] = None,
    drop: Annotated[
        list[str] | None, typer.Option(help="Take this site out; needs --allow-loss.")
    ] = None,
    allow_loss: Annotated[
        str | None,
        typer.Option(help="Lower pinned figures, for this reason.", metavar="REASON"),
    ] = None,
    witness: Annotated[
        bool, typer.Option("--witness/--no-witness", help="Keep the served bytes of pages too.")
    ] = True,
) -> Exit:
    """Pin what a run found, and keep its truths, so that a check can fail on what is new."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.gate.file import beside  # noqa: PLC0415 - as above
    from bench.gate.pinning import Wish, pin  # noqa: PLC0415 - as above
    from bench.gate.pintell import pinned  # noqa: PLC0415 - as above

    now, path = datetime.now(UTC), file or beside(out)
    wish = Wish(
        groups=tuple(group or ()),
        sites=tuple(site or ()),
        drop=tuple(drop or ()),
        allow_loss=allow_loss,
        witness=witness,
    )
    named = [job.found(out, name) for name in runs or [LATEST]]
    with job.writing():
        done = pin(named, path, wish, now=now)
    say(pinned(done, path, now=now))
    return Exit.OK
