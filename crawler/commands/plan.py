"""`python -m crawler plan URL`: what robots.txt and sitemaps say, before any page is fetched."""

import asyncio
import json
from collections.abc import Sequence

from crawler.commands import options, plan_text
from crawler.commands.check import checked
from crawler.commands.terminal import put
from crawler.plan import plan

FOUND_NOTHING = 1
ABOUT = "Read robots.txt and sitemaps only, and count what they name, by source and reason."


def command(name: str, arguments: Sequence[str]) -> int:
    """Plan, print it, and return the exit code."""
    parser = options.Parser(name, ABOUT)
    options.share(parser)
    parser.add_argument("--json", action="store_true", help="Print JSON.")
    asked = parser.parse_args(arguments)
    found = asyncio.run(plan(checked(options.config(asked))))
    put([json.dumps(plan_text.as_json(found), indent=2)] if asked.json else plan_text.lines(found))
    return 0 if found.public_pages else FOUND_NOTHING
