"""`python -m bench.lab [SITE ...]`: hold every lab site against its truth."""

import asyncio
import sys

from bench.lab.catalogue import BrokenSiteError, load, names
from bench.lab.check import check


async def _flaws(name: str) -> tuple[str, ...]:
    try:
        site = load(name)
    except BrokenSiteError as error:
        return tuple(str(flaw) for flaw in error.flaws)
    except KeyError:
        return (f"no lab site is called {name}",)
    return tuple(str(flaw) for flaw in await check(site))


def main(asked: list[str]) -> int:
    """Check the named sites, or all of them; 1 when anything is wrong."""
    wrong = 0
    for name in asked or names():
        flaws = asyncio.run(_flaws(name))
        wrong += bool(flaws)
        verdict = "wrong" if flaws else "ok"
        sys.stdout.writelines(f"{line}\n" for line in (f"{name}: {verdict}", *flaws))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
