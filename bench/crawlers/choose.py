"""Finds the crawlers that were asked for by name, and says at once what they lack."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from bench.crawlers.command import Errand, words
from bench.crawlers.ready import ready
from bench.exits import Exit, Stop
from bench.sites.choice import Choice
from bench.sites.crawler import ALIASES, OWN, Crawler
from bench.sites.nodes import near
from bench.sites.suite import load

ALONE = {
    "faults": "--crawler-fault breaks our crawler alone",
    "record": "--record hears our crawler alone: record first, then --replay with the others",
}
SECONDS = 120.0
LONGEST = 60
NUMBER = re.compile(r"\d+(?:[.-]\w+)+")
NOWHERE = Errand(url="http://127.0.0.1/")


def chosen(choice: Choice) -> tuple[Crawler, ...]:
    """Give the crawlers of a run, each with its version; none where none was asked for.

    Raises:
        Stop: there is no such crawler, or it is not installed.
    """
    if not choice.crawlers:
        return ()
    for option, why in ALONE.items():
        if getattr(choice, option):
            raise Stop(Exit.USAGE, f"{why}; it cannot go with --crawler")
    known = {**ready(), **load(choice.sites).crawlers, OWN: _own()}
    names = dict.fromkeys(ALIASES.get(name, name) for name in choice.crawlers)
    strangers = [
        f"no crawler called {each}{near(each, known)}" for each in names if each not in known
    ]
    if strangers:
        raise Stop(Exit.USAGE, *strangers)
    crawlers = [known[name] for name in names]
    if lacking := list(_lacking(crawlers)):
        raise Stop(Exit.ENVIRONMENT, *lacking)
    return tuple(map(versioned, crawlers))


def versioned(crawler: Crawler) -> Crawler:
    """Give a crawler with its version, as far as it tells one."""
    return replace(crawler, told=crawler.told or _version(crawler))


def present(crawler: Crawler) -> bool:
    """Whether a crawler's program is on this machine."""
    if crawler.mark and not Path(crawler.mark).is_file():
        return False
    return crawler.name == OWN or _program(crawler) is not None


def _own() -> Crawler:
    return Crawler(name=OWN, command=OWN, told=version(OWN))


def _lacking(crawlers: Iterable[Crawler]) -> Iterator[str]:
    for each in crawlers:
        if not present(each):
            needs = f"; it needs: {each.needs}" if each.needs else ""
            lacks = "" if each.mark else f": no program {words(each.command, NOWHERE)[0]}"
            yield f"{each.name} is not installed{lacks}{needs}"


def _program(crawler: Crawler) -> str | None:
    word = words(crawler.command, NOWHERE)[0]
    if os.sep in word:
        word = str(Path(crawler.folder or "/") / word)
    return shutil.which(word, path=_environment(crawler).get("PATH"))


def _version(crawler: Crawler) -> str | None:
    """Ask a crawler for its version: the first line that the command prints, or a number there."""
    if crawler.version is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 - what the person wrote into sites.yaml
            words(crawler.version, NOWHERE),
            cwd=crawler.folder,
            env=_environment(crawler),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = done.stdout.decode(errors="replace").split("\n") if done.returncode == 0 else []
    told = next((line.strip() for line in lines if line.strip()), "")
    number = NUMBER.search(told)
    return number[0] if number else told[:LONGEST] or None


def _environment(crawler: Crawler) -> Mapping[str, str]:
    return {**os.environ, **dict(crawler.env)}
