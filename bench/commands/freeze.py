"""`bench freeze`: puts the truths of a run on a shelf, to be shipped and judged against."""

from pathlib import Path
from typing import Annotated

import typer

from bench.commands.options import Out, Run
from bench.commands.terminal import complain, say
from bench.exits import Exit, Stop
from bench.store import LATEST, RESULTS


def freeze(
    folder: Annotated[Path, typer.Argument(help="The shelf, made if need be.", metavar="DIR")],
    run: Run = LATEST,
    *,
    out: Out = RESULTS,
    site: Annotated[list[str] | None, typer.Option(help="Only this site; repeatable.")] = None,
    drop: Annotated[list[str] | None, typer.Option(help="Take this site off; repeatable.")] = None,
) -> Exit:
    """Keep the truths of a run small: compressed, by digest, with the pages that they are of."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.record import Unreadable  # noqa: PLC0415 - as above
    from bench.shelf.freeze import freeze as keep  # noqa: PLC0415 - as above
    from bench.work.sitefile import FILE  # noqa: PLC0415 - as above

    found, record = job.stored(out, run)
    names = site or record["settings"].get("asked", ())
    homes = {each: found.site(each) for each in names if (found.site(each) / FILE).is_file()}
    try:
        with job.writing():
            done = keep(homes, folder, drop=drop or ())
    except Unreadable as error:
        raise Stop(Exit.USAGE, str(error)) from error
    refused = done.refused or {}
    say(f"{len(done.kept)} truths of {found.id} are frozen in {folder}")
    if done.changed:
        say(f"changed: {', '.join(done.changed)}")
    complain(f"not frozen: {name}: {why}" for name, why in refused.items())
    return Exit.UNMEASURED if refused else Exit.OK
