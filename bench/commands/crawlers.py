"""`bench crawlers`: which other crawlers come ready-made, and installs them."""

from typing import Annotated

import typer

from bench.commands.terminal import complain, say
from bench.exits import Exit, Stop


def crawlers(
    names: Annotated[
        list[str] | None, typer.Argument(help="Only these.", metavar="[NAME]...")
    ] = None,
    *,
    install: Annotated[
        bool, typer.Option("--install", help="Install them here, in .crawlers; all by default.")
    ] = False,
) -> Exit:
    """List the crawlers that `bench run --crawler` knows, or install them."""
    from bench.crawlers.choose import present, versioned  # noqa: PLC0415 - loads what it needs
    from bench.crawlers.install import install as installed  # noqa: PLC0415 - as above
    from bench.crawlers.ready import pins, ready  # noqa: PLC0415 - as above
    from bench.sites.nodes import near  # noqa: PLC0415 - as above

    known = ready()
    strangers = [name for name in names or () if name not in known]
    if strangers:
        lines = (f"no ready-made crawler called {each}{near(each, known)}" for each in strangers)
        raise Stop(Exit.USAGE, *lines)
    chosen = [known[name] for name in names or known]
    faults = []
    for each in chosen:
        if install and pins(each.name):
            complain([f"{each.name}: installing"])
            if fault := installed(each.name):
                faults.append(f"{each.name}: {fault}")
        there = present(each)
        told = versioned(each).told if there else None
        lacks = f"not installed; it needs: {each.needs}"
        say(f"{each.name:<12} {told or 'installed' if there else lacks}")
    complain(faults)
    return Exit.ENVIRONMENT if faults else Exit.OK
