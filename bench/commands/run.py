"""`bench run`: measures sites, or takes a run up again."""

from pathlib import Path
from typing import Annotated

import typer

from bench.commands.options import Format, Out, Workers
from bench.commands.terminal import complain, say, width
from bench.exits import Exit, Stop
from bench.report.style import Style
from bench.store import LATEST, RESULTS

RESUME = "--resume"


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
    style: Format = Style.TABLE,
) -> Exit:
    """Measure sites, judge the crawler, store the tables."""
    if resume is None and sites is None:
        raise Stop(Exit.USAGE, "which sites? try: bench run sites.yaml")
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.report.job import append  # noqa: PLC0415 - as above
    from bench.report.markdown import summary  # noqa: PLC0415 - as above
    from bench.review import remember, review  # noqa: PLC0415 - as above
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
        reviewed = review(done, min_recall=min_recall, style=style, width=width())
        unkept = remember(done, reviewed)
    untold = append(summary(reviewed.told))
    say(reviewed.text)
    complain(reviewed.complaints)
    complain(filter(None, (unkept, untold)))
    return reviewed.code
