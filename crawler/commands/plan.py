"""`python -m crawler plan URL`: what robots.txt and sitemaps say, before any page is fetched."""

import asyncio
import json

import typer

from crawler.commands import options, plan_text
from crawler.commands.check import checked
from crawler.commands.terminal import put
from crawler.config import TOKEN, Config, Pacing
from crawler.plan import plan

FOUND_NOTHING = 1

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
def _plan(  # noqa: PLR0913 - each option is one
    root: options.Root,
    *,
    as_json: options.Json = False,
    proxy: options.Proxy = None,
    ca: options.Ca = None,
    delay: options.Delay = 0,
    concurrency: options.Concurrency = 8,
    deadline: options.Deadline = 15,
    host: options.Hosts = None,
    path: options.Paths = None,
    sitemap: options.Sitemaps = None,
    token: options.Token = TOKEN,
    refuse_private: options.Private = False,
) -> int:
    """Read robots.txt and sitemaps only, and count what they name, by source and reason."""
    config = Config(
        root=root,
        token=token,
        proxy=proxy,
        ca=ca,
        hosts=tuple(host or ()),
        paths=tuple(path or ()),
        sitemaps=tuple(sitemap or ()),
        pacing=Pacing(concurrency=concurrency, delay=delay, deadline=deadline),
        refuse_private=refuse_private,
    )
    found = asyncio.run(plan(checked(config)))
    put([json.dumps(plan_text.as_json(found), indent=2)] if as_json else plan_text.lines(found))
    return 0 if found.public_pages else FOUND_NOTHING
