"""Is the site that is here the one that a frozen truth is of? What differs is said, not scored."""

from pathlib import Path

from bench.ask import Asker
from bench.report.words import some
from bench.shelf.pages import bring_back, read_frozen
from bench.sites.installed import installed
from bench.sites.site import Site

NAMED = 3
"""How many changed pages a line names."""


async def why_another(site: Site, frozen: Path, asker: Asker, witness: Path) -> str | None:
    """Say what makes the site another one than the truth's; else bring back its witness.

    Raises:
        Unreadable: what the truth is of cannot be read.
    """
    told = read_frozen(frozen)
    here = installed(site).version
    if told.version and here and here != told.version:
        what = site.package or "what was built"
        return f"{what} is of version {here}, the truth of {told.version}; {_how_to(site)}"
    changed = await bring_back(told, asker, witness)
    if changed:
        return (
            f"{len(changed)} of {len(told.pages)} pages are not those that the truth is of:"
            f" {some(changed, NAMED)}; {_how_to(site)}"
        )
    return None


def _how_to(site: Site) -> str:
    name = f"{site.package}={site.version}" if site.package and site.version else None
    install = f"apt-get install {name}, or " if name else ""
    return f"{install}measure it anew, without --truth"
