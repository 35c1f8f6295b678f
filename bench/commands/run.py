"""`bench run`: measures sites, or takes a run up again."""

from pathlib import Path
from typing import Annotated

import typer

from bench.commands.options import Format, Html, MinRecall, Out, Workers
from bench.commands.terminal import complain, say, width
from bench.exits import Exit, Stop
from bench.report.style import Style
from bench.store import LATEST, RESULTS, past_latest

RESUME = "--resume"


def run(  # noqa: PLR0913 - the options of the main job
    sites: Annotated[
        Path | None, typer.Argument(help="The file of sites; not needed with --resume.")
    ] = None,
    *,
    group: Annotated[list[str] | None, typer.Option(help="Only this group; repeatable.")] = None,
    site: Annotated[list[str] | None, typer.Option(help="Only this site; repeatable.")] = None,
    truth: Annotated[
        Path | None,
        typer.Option(help="Take stored truths: a run, a folder, a baseline.", metavar="PATH"),
    ] = None,
    crawler: Annotated[
        list[str] | None,
        typer.Option(
            help="Measure this crawler (of the file, or a ready-made one: bench crawlers) instead"
            " of ours; repeatable: several on the same truths. Ours beside them: ours.",
            metavar="NAME",
        ),
    ] = None,
    record: Annotated[
        bool,
        typer.Option("--record", help="Keep all that is exchanged with the sites, as WARC files."),
    ] = False,
    replay: Annotated[
        Path | None,
        typer.Option(
            help="Ask no site, but what was recorded: a run with --record, or a folder.",
            metavar="DIR",
        ),
    ] = None,
    frozen_clock: Annotated[
        bool,
        typer.Option("--frozen-clock", help="Replay at the time of the recording, chance fixed."),
    ] = False,
    out: Out = RESULTS,
    workers: Workers = 2,
    resume: Annotated[
        str | None, typer.Option(help="Finish a run, the latest by default.", metavar="[RUN]")
    ] = None,
    min_recall: MinRecall = None,
    crawler_fault: Annotated[
        list[str] | None,
        typer.Option(
            help="Break our crawler on purpose, to see the gate go red: literal-host,"
            " requested-root, literal-scheme; or trust-soft404, which costs precision and no"
            " route; repeatable.",
            metavar="FAULT",
        ),
    ] = None,
    fault: Annotated[
        list[str] | None,
        typer.Option(
            help="Lay a fault over the sites, to see what the crawler makes of it: latency,"
            " server-error, rate-limit, reset, truncation, https-redirect, www-redirect,"
            " root-redirect, sitemap-scheme, soft-404, seed; repeatable.",
            metavar="FAULT[=VALUE]",
        ),
    ] = None,
    style: Format = Style.TABLE,
    html: Html = False,
) -> Exit:
    """Measure sites, judge the crawler, store the tables."""
    if resume is None and sites is None:
        raise Stop(Exit.USAGE, "which sites? try: bench run sites.yaml")
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.report.job import append  # noqa: PLC0415 - as above
    from bench.report.markdown import summary  # noqa: PLC0415 - as above
    from bench.review import remember, review  # noqa: PLC0415 - as above
    from bench.sites.choice import Choice, read_faults  # noqa: PLC0415 - as above
    from bench.sites.limits import Asked  # noqa: PLC0415 - as above

    asked = Asked.read(min_recall=min_recall or (), max_new_misses=())
    choice = (
        None
        if sites is None
        else Choice(
            sites=sites,
            groups=tuple(group or ()),
            names=tuple(site or ()),
            truths=truth and past_latest(truth),
            faults=tuple(crawler_fault or ()),
            record=record,
            replay=replay and past_latest(replay),
            frozen_clock=frozen_clock,
            web_faults=read_faults(fault or ()),
            crawlers=tuple(crawler or ()),
        )
    )
    if choice is not None and resume is None:
        done = job.start(choice, out, workers=workers)
    elif choice is None and (group or site or truth or crawler_fault or fault or crawler):
        raise Stop(Exit.USAGE, f"{RESUME} goes on with the sites that the run was asked for")
    else:
        done = job.resume(out, resume or LATEST, again=choice, workers=workers)
    with job.writing():
        reviewed = review(done, asked_for=asked, style=style, width=width(), html=html)
        unkept = remember(done, reviewed)
    untold = append(summary(reviewed.told))
    say(reviewed.text)
    complain(reviewed.complaints)
    complain(filter(None, (unkept, untold)))
    return reviewed.code
