"""The command line: which command is asked for, and how it ends when something is wrong."""

import logging
import sys
from collections.abc import Sequence
from importlib import import_module

from crawler.commands.check import WrongError
from crawler.commands.terminal import complain
from crawler.unwritable import UnwritableError

USAGE, UNWRITABLE, INTERRUPTED = 2, 4, 130
# Their modules are loaded when they are asked for: a crawl's start counts in what it costs.
COMMANDS = {"plan": "crawler.commands.plan", "report": "crawler.commands.report"}
CRAWL = "crawler.commands.crawl"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    # What a site did wrong stands in the inventory; the client's own words would mix with ours.
    logging.getLogger("aiohttp").addHandler(logging.NullHandler())
    asked = list(sys.argv[1:] if arguments is None else arguments)
    named = bool(asked) and asked[0] in COMMANDS
    module = import_module(COMMANDS[asked[0]] if named else CRAWL)
    name = f"crawler {asked[0]}" if named else "crawler"
    try:
        return int(module.command(name, asked[named:]))
    except WrongError as error:
        for fault in error.faults:
            complain(fault)
        return USAGE
    except UnwritableError as error:
        complain(str(error))
        return UNWRITABLE
    except KeyboardInterrupt:
        return INTERRUPTED
