"""`bench lab`: serves the embedded sites."""

from typing import Annotated

import typer

from bench.commands.options import lab_sites
from bench.commands.terminal import say
from bench.exits import Exit


def lab(
    sites: Annotated[list[str] | None, typer.Argument(help="Lab sites; all by default.")] = None,
) -> Exit:
    """Serve the lab to browse, or for another crawler."""
    from bench.lab import serve  # noqa: PLC0415 - a verb loads only what it needs

    serve.serve(say, lab_sites(sites))
    return Exit.OK
