"""`bench check`: the gate."""

import json
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bench.commands.options import MaxNewMisses, MinRecall, Out, Run
from bench.commands.terminal import complain, say, width
from bench.exits import Exit
from bench.store import LATEST, RESULTS


class Form(StrEnum):
    """How a check is printed."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


def check(  # noqa: PLR0913 - what is checked against what, and how strictly
    run: Run = LATEST,
    *,
    file: Annotated[
        Path | None,
        typer.Option(
            "--baseline",
            help="Its file; baseline.json beside the runs by default.",
            metavar="FILE",
        ),
    ] = None,
    base: Annotated[
        list[str] | None,
        typer.Option(help="A run of the base branch: its misses are not new.", metavar="RUN"),
    ] = None,
    out: Out = RESULTS,
    group: Annotated[list[str] | None, typer.Option(help="Only this group; repeatable.")] = None,
    site: Annotated[list[str] | None, typer.Option(help="Only this site; repeatable.")] = None,
    min_recall: MinRecall = None,
    max_new_misses: MaxNewMisses = None,
    form: Annotated[Form, typer.Option("--format", help="How it is printed.")] = Form.TEXT,
) -> Exit:
    """Fail on misses that the baseline does not know, and say who is to blame."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.gate import checking, tell  # noqa: PLC0415 - as above
    from bench.gate.file import beside  # noqa: PLC0415 - as above
    from bench.report.github import annotations  # noqa: PLC0415 - as above
    from bench.report.job import append  # noqa: PLC0415 - as above
    from bench.sites.limits import Asked  # noqa: PLC0415 - as above

    question = checking.Question(
        run=job.found(out, run),
        baseline=file or beside(out),
        bases=tuple(job.found(out, name) for name in base or ()),
        groups=tuple(group or ()),
        sites=tuple(site or ()),
        asked=Asked.read(min_recall=min_recall or (), max_new_misses=max_new_misses or ()),
    )
    with job.writing():
        checked = checking.check(question, now=datetime.now(UTC))
    findings = tell.findings(checked)
    untold = append(tell.page(checked))
    match form:
        case Form.TEXT:
            say(tell.text(checked, width=width()))
        case Form.JSON:
            say(json.dumps(checked.as_json(), ensure_ascii=False, indent=1))
        case Form.GITHUB:
            say(annotations((), findings, well=tell.well(checked)))
    complain(finding.line for finding in findings)
    complain(filter(None, (untold,)))
    return checked.code
