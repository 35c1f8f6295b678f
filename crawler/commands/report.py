"""`python -m crawler report INVENTORY`: what an inventory's evidence amounts to."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from crawler.answer.evidence import METHODS, evidence
from crawler.answer.stored import UnreadableError, read_lines
from crawler.commands import options
from crawler.commands import report_text as report
from crawler.commands.terminal import put

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def _report(
    inventory: Annotated[Path, typer.Argument(metavar="INVENTORY", help="An inventory.jsonl.")],
    *,
    as_json: options.Json = False,
) -> int:
    """Say which addresses redirect, fail, are unlisted, pending, contradictory or the same."""
    try:
        with inventory.open(encoding="utf-8") as file:
            found = evidence(read_lines(file))
    except (UnreadableError, UnicodeDecodeError) as error:
        message = f"{inventory} is no inventory: {error}"
        raise typer.BadParameter(message) from None
    except OSError as error:
        message = f"{inventory}: {error.strerror}"
        raise typer.BadParameter(message) from None
    if as_json:
        methods = {name: meaning for name, (_, meaning) in METHODS.items()}
        put([json.dumps(asdict(found) | {"methods": methods}, indent=2)])
    else:
        put(report.lines(found))
    return 0
