"""`bench leaderboard`: puts the crawlers of a run into a Markdown page."""

from pathlib import Path
from typing import Annotated

import typer

from bench.commands.options import Out, Run
from bench.commands.terminal import say
from bench.exits import Exit, Stop
from bench.store import LATEST, RESULTS


def leaderboard(
    page: Annotated[Path, typer.Argument(help="The page, with the two marks.", metavar="FILE")],
    run: Run = LATEST,
    *,
    out: Out = RESULTS,
) -> Exit:
    """Write the table of a run's crawlers between the marks of a page, as README has them."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.report.leaderboard import BEGIN, END, head, placed  # noqa: PLC0415 - as above
    from bench.review import review  # noqa: PLC0415 - as above
    from bench.store import write  # noqa: PLC0415 - as above

    found = job.found(out, run)
    with job.writing():
        told = review(found).told
        if not told.crawlers:
            how = "name some: bench run SITES --crawler ours --crawler wget"
            raise Stop(Exit.USAGE, f"{found.id}: no crawlers took part side by side; {how}")
        text = placed(page.read_text("utf-8"), told.crawlers, head(told.total, told.run))
        if text is None:
            raise Stop(Exit.USAGE, f"{page}: no place for it; write {BEGIN} and {END} into it")
        write(page, text)
    say(f"{len(told.crawlers)} crawlers of {found.id} are in {page}")
    return Exit.OK
