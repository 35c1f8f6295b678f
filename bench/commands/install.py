"""`bench install`: brings the sites of a file onto this machine, or says what is missing."""

from pathlib import Path
from typing import Annotated

import typer

from bench.commands.terminal import complain, say
from bench.exits import Exit, Stop


def install(
    sites: Annotated[Path, typer.Argument(help="The file of sites.")],
    *,
    site: Annotated[list[str] | None, typer.Option(help="Only this site; repeatable.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say what is missing.")] = False,
    truth: Annotated[
        Path | None,
        typer.Option(help="Also check this shelf of truths, file by file.", metavar="DIR"),
    ] = None,
) -> Exit:
    """Install the packages and build the applications of a file, in their pinned versions."""
    from bench.install.bring import bring, look  # noqa: PLC0415 - a verb loads only what it needs
    from bench.install.told import lines_of  # noqa: PLC0415 - as above
    from bench.shelf.check import flaws_of  # noqa: PLC0415 - as above
    from bench.sites.suite import SuiteErrors, load  # noqa: PLC0415 - as above

    try:
        chosen = load(sites).select(names=site or ())
    except SuiteErrors as error:
        raise Stop(Exit.USAGE, *error.lines) from error
    done = look(chosen) if check else bring(chosen, say)
    flaws = [] if truth is None else flaws_of(truth, chosen)
    say("\n".join(lines_of(done.standings)))
    complain((*done.troubles, *flaws))
    return (
        Exit.OK if all(each.ready for each in done.standings) and not flaws else Exit.ENVIRONMENT
    )
