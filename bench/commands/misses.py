"""`bench misses`: tells why routes were missed."""

from typing import Annotated

import typer

from bench.commands.options import Out, Run
from bench.commands.terminal import say
from bench.exits import Exit
from bench.store import LATEST, RESULTS


def misses(
    site: Annotated[
        str, typer.Argument(help="The site's name, or an address of any site.", metavar="SITE|URL")
    ],
    run: Run = LATEST,
    *,
    url: Annotated[
        str | None, typer.Option(help="All about this address, or the misses that hold this.")
    ] = None,
    crawler: Annotated[
        str | None,
        typer.Option(help="Those of this crawler of the run; of its first by default."),
    ] = None,
    out: Out = RESULTS,
) -> Exit:
    """List the missed routes of a site with their causes, or tell all about one address."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.story import misses_of  # noqa: PLC0415 - as above

    say(misses_of(job.found(out, run), site, url=url, crawler=crawler))
    return Exit.OK
