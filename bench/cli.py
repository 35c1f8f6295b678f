"""The command line: the table of its verbs, and how whatever they do ends."""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from bench.commands.baseline import baseline
from bench.commands.check import check
from bench.commands.compare import compare
from bench.commands.crawlers import crawlers
from bench.commands.doctor import doctor
from bench.commands.freeze import freeze
from bench.commands.install import install
from bench.commands.lab import lab
from bench.commands.leaderboard import leaderboard
from bench.commands.misses import misses
from bench.commands.run import RESUME, run
from bench.commands.selftest import selftest
from bench.commands.show import show
from bench.commands.terminal import complain, say
from bench.exits import MEANING, ORDER, Exit, Stop
from bench.store import LATEST, RUN_ID

SUITE_ENDS = frozenset({".yaml", ".yml"})

app = typer.Typer(
    name="bench",
    epilog="Exit codes, the first that applies: "
    + "; ".join(f"{code:d} {MEANING[code]}" for code in ORDER),
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for verb in (
    *(run, show, misses, baseline, check, compare),
    *(crawlers, leaderboard, freeze, install, selftest, lab, doctor),
):
    app.command()(verb)


@app.callback(invoke_without_command=True)
def bench(
    context: typer.Context,
    *,
    told: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", is_eager=True)
    ] = False,
) -> Exit:
    """How much of a site does a crawler find, and why does it miss the rest?"""
    if told:
        say(f"bench {version('route-recall')}")
        raise typer.Exit(Exit.OK)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        return Exit.USAGE
    return Exit.OK


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a verb and give the exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A sign that the terminal does not know must not cost the rest of the table.
        sys.stdout.reconfigure(errors="replace")
    try:
        code = app(  # --help gives 0, a verb its code
            args=with_run(sys.argv[1:] if arguments is None else arguments),
            prog_name="bench",
            standalone_mode=False,
        )
    except Stop as stop:
        complain(stop.lines)
        return stop.code
    except typer.TyperException as error:
        complain([error.format_message()])
        return Exit.USAGE
    if code not in tuple(Exit):
        # The library's own answer to Ctrl-C, where no verb had one.
        complain(["interrupted"])
        return Exit.UNMEASURED
    return int(code)


def with_run(arguments: Sequence[str]) -> list[str]:
    """Let `--resume` stand alone: what follows it is its run, unless it is the file of sites."""
    given = list(arguments)
    for at, each in enumerate(given):
        following = given[at + 1] if at + 1 < len(given) else ""
        if each == RESUME and not _names_a_run(following):
            given[at] = f"{RESUME}={LATEST}"
    return given


def _names_a_run(word: str) -> bool:
    """Whether a word could only be a run: one that is mistyped is to be told as a run."""
    if not word or word.startswith("-"):
        return False
    sites = Path(word).suffix in SUITE_ENDS or Path(word).is_file()
    return bool(RUN_ID.fullmatch(word)) or not sites
