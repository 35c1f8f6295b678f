"""`bench doctor`: says whether this machine has what a run needs."""

from typing import Annotated

import typer

from bench.commands.terminal import say
from bench.exits import Exit


def doctor(
    *,
    install: Annotated[
        bool, typer.Option("--install", help="Get a browser if none is there.")
    ] = False,
) -> Exit:
    """Say what is here of all that a run needs."""
    from bench.doctor import examine, get_browser  # noqa: PLC0415 - a verb loads only what it needs

    if install:
        for line in get_browser():
            say(line)
    code = Exit.OK
    for finding in examine():
        mark = "ok" if finding.well else "MISSING" if finding.needed else "absent"
        say(f"{finding.what:<18} {mark:<8} {finding.told}")
        if finding.needed and not finding.well:
            code = Exit.ENVIRONMENT
    return code
