"""`python -m crawler report INVENTORY`: what an inventory's evidence amounts to."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from crawler.answer.evidence import METHODS, Evidence, evidence
from crawler.answer.stored import UnreadableError, read_lines
from crawler.commands import options
from crawler.commands import report_text as report
from crawler.commands.check import WrongError
from crawler.commands.terminal import put

ABOUT = "Say which addresses redirect, fail, are unlisted, pending, contradictory or the same."


def command(name: str, arguments: Sequence[str]) -> int:
    """Report on an inventory, and return the exit code."""
    parser = options.Parser(name, ABOUT)
    parser.add_argument("inventory", metavar="INVENTORY", type=Path, help="An inventory.jsonl.")
    parser.add_argument("--json", action="store_true", help="Print JSON.")
    asked = parser.parse_args(arguments)
    found = _evidence(asked.inventory)
    if asked.json:
        methods = {name: meaning for name, (_, meaning) in METHODS.items()}
        put([json.dumps(asdict(found) | {"methods": methods}, indent=2)])
    else:
        put(report.lines(found))
    return 0


def _evidence(inventory: Path) -> Evidence:
    try:
        with inventory.open(encoding="utf-8") as file:
            return evidence(read_lines(file))
    except (UnreadableError, UnicodeDecodeError) as error:
        message = f"{inventory} is no inventory: {error}"
    except OSError as error:
        message = f"{inventory}: {error.strerror}"
    raise WrongError((message,))
