"""The command line: one thin function a verb, which prints and gives the exit code."""

import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from bench.exits import MEANING, ORDER, Exit, Stop
from bench.store import LATEST, RESULTS, RUN_ID

RESUME = "--resume"

app = typer.Typer(
    name="bench",
    help="How much of a site does a crawler find, and why does it miss the rest?",
    epilog="Exit codes, the first that applies: "
    + "; ".join(f"{code:d} {MEANING[code]}" for code in ORDER),
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Out = Annotated[Path, typer.Option(help="Where results are kept.", metavar="DIR")]
Workers = Annotated[int, typer.Option(min=1, max=64, help="How many sites at a time.")]
Run = Annotated[str, typer.Argument(help="A run's name or folder.", metavar="[RUN]")]


@app.command()
def run(  # noqa: PLR0913 - the options of the main job
    sites: Annotated[
        Path | None, typer.Argument(help="The file of sites; not needed with --resume.")
    ] = None,
    *,
    group: Annotated[list[str] | None, typer.Option(help="Only this group; repeatable.")] = None,
    site: Annotated[list[str] | None, typer.Option(help="Only this site; repeatable.")] = None,
    truth: Annotated[
        Path | None, typer.Option(help="Take stored truths from here.", metavar="DIR")
    ] = None,
    out: Out = RESULTS,
    workers: Workers = 2,
    resume: Annotated[
        str | None, typer.Option(help="Finish a run, the latest by default.", metavar="[RUN]")
    ] = None,
    min_recall: Annotated[
        float | None, typer.Option(min=0, max=1, help="End with 1 where a site is below.")
    ] = None,
) -> Exit:
    """Measure sites, judge the crawler, store the tables."""
    if resume is None and sites is None:
        raise Stop(Exit.USAGE, "which sites? try: bench run sites.yaml")
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.review import review  # noqa: PLC0415 - as above
    from bench.sites.choice import Choice  # noqa: PLC0415 - as above

    groups, names = tuple(group or ()), tuple(site or ())
    choice = (
        None if sites is None else Choice(sites=sites, groups=groups, names=names, truths=truth)
    )
    if choice is not None and resume is None:
        done = job.start(choice, out, workers=workers)
    elif choice is None and (group or site or truth):
        raise Stop(Exit.USAGE, f"{RESUME} goes on with the sites that the run was asked for")
    else:
        done = job.resume(out, resume or LATEST, again=choice, workers=workers)
    with job.writing():
        reviewed = review(done, min_recall=min_recall)
    _say(reviewed.text)
    _complain(reviewed.complaints)
    return reviewed.code


@app.command()
def show(run: Run = LATEST, *, out: Out = RESULTS) -> Exit:
    """Judge a stored run again, without touching a site."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.review import review  # noqa: PLC0415 - as above

    with job.writing():
        reviewed = review(job.stored(out, run)[0])
    _say(reviewed.text)
    _complain(reviewed.complaints)
    return reviewed.code


@app.command()
def misses(
    site: Annotated[str, typer.Argument(help="The site's name.")],
    run: Run = LATEST,
    *,
    url: Annotated[str | None, typer.Option(help="Only addresses that hold this.")] = None,
    out: Out = RESULTS,
) -> Exit:
    """List the missed routes of a site with their causes."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.review import misses_of  # noqa: PLC0415 - as above

    _say(misses_of(job.stored(out, run)[0], site, url=url))
    return Exit.OK


@app.command()
def selftest(
    sites: Annotated[list[str] | None, typer.Argument(help="Lab sites; all by default.")] = None,
    *,
    runs: Annotated[int, typer.Option(min=1, max=100, help="Truths so many times.")] = 1,
    workers: Workers = 2,
    out: Annotated[
        Path | None, typer.Option(help="Keep what was measured here.", metavar="DIR")
    ] = None,
) -> Exit:
    """Prove on the lab that truths and detectors are right."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.selftest import selftest as prove  # noqa: PLC0415 - as above

    names = _lab_sites(sites)
    with ExitStack() as stack:
        folder = out or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        stack.enter_context(job.writing())
        job.need_browser()
        return prove(folder, names, runs=runs, workers=workers, say=_say)


@app.command()
def lab(
    sites: Annotated[list[str] | None, typer.Argument(help="Lab sites; all by default.")] = None,
) -> Exit:
    """Serve the lab to browse, or for another crawler."""
    from bench.lab import serve  # noqa: PLC0415 - a verb loads only what it needs

    serve.serve(_say, _lab_sites(sites))
    return Exit.OK


@app.command()
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
            _say(line)
    code = Exit.OK
    for finding in examine():
        mark = "ok" if finding.well else "MISSING" if finding.needed else "absent"
        _say(f"{finding.what:<18} {mark:<8} {finding.told}")
        if finding.needed and not finding.well:
            code = Exit.ENVIRONMENT
    return code


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
        _complain(stop.lines)
        return stop.code
    except typer.TyperException as error:
        _complain([error.format_message()])
        return Exit.USAGE
    if code not in tuple(Exit):
        # The library's own answer to Ctrl-C, where no verb had one.
        _complain(["interrupted"])
        return Exit.UNMEASURED
    return int(code)


def with_run(arguments: Sequence[str]) -> list[str]:
    """Let `--resume` stand alone: what follows it is its run only if it looks like one."""
    given = list(arguments)
    for at, each in enumerate(given):
        following = given[at + 1] if at + 1 < len(given) else ""
        if each == RESUME and not (following == LATEST or RUN_ID.fullmatch(following)):
            given[at] = f"{RESUME}={LATEST}"
    return given


def _lab_sites(asked: Sequence[str] | None) -> tuple[str, ...]:
    from bench.lab import catalogue  # noqa: PLC0415 - a verb loads only what it needs
    from bench.sites.nodes import near  # noqa: PLC0415 - as above

    known = catalogue.names()
    strangers = [name for name in asked or () if name not in known]
    if strangers:
        lines = (f"no lab site called {name}{near(name, known)}" for name in strangers)
        raise Stop(Exit.USAGE, *lines)
    return tuple(asked or known)


def _say(text: str) -> None:
    try:
        typer.echo(text)
    except BrokenPipeError:
        # Whoever read has left; the work goes on, and so does its exit code.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(f"bench: {line}", err=True)
