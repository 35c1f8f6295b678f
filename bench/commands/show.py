"""`bench show`: judges a stored run again."""

from bench.commands.options import Format, Html, Out, Run
from bench.commands.terminal import complain, say, width
from bench.exits import Exit
from bench.report.style import Style
from bench.store import LATEST, RESULTS


def show(
    run: Run = LATEST,
    *,
    style: Format = Style.TABLE,
    html: Html = False,
    out: Out = RESULTS,
) -> Exit:
    """Judge a stored run again, without touching a site."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.review import review  # noqa: PLC0415 - as above

    with job.writing():
        reviewed = review(job.found(out, run), style=style, width=width(), html=html)
    say(reviewed.text)
    complain(reviewed.complaints)
    return reviewed.code
