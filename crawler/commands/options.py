"""The options that several commands share, and what is wrong with a configuration in words."""

from pathlib import Path
from typing import Annotated

import typer

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.address.scope import Scope
from crawler.config import Config

Root = Annotated[str, typer.Argument(metavar="URL", help="Where the site begins.")]
Proxy = Annotated[str | None, typer.Option(help="Reach the web through it.")]
Ca = Annotated[Path | None, typer.Option(help="Trust these certificates only.")]
Delay = Annotated[float, typer.Option(min=0, help="Seconds between requests to a host.")]
Concurrency = Annotated[int, typer.Option(min=1, max=256, help="Requests at once.")]
Deadline = Annotated[float, typer.Option(min=0.1, help="Seconds for one request.")]
Hosts = Annotated[list[str] | None, typer.Option("--host", help="A further host; repeatable.")]
Paths = Annotated[list[str] | None, typer.Option("--path", help="Only this area; repeatable.")]
Sitemaps = Annotated[
    list[str] | None, typer.Option("--sitemap", help="Read this sitemap too; repeatable.")
]
Token = Annotated[str, typer.Option(help="Our name in robots.txt.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def checked(config: Config) -> Config:
    """Return a configuration that a crawl can be made of.

    Raises:
        typer.BadParameter: none can be; the message says why in a sentence.
    """
    wrong = _wrong(config)
    if wrong is not None:
        raise typer.BadParameter(wrong)
    return config


def _wrong(config: Config) -> str | None:
    root = addresses.parse(config.root)
    if isinstance(root, Refused):
        return f"{config.root} is no web address; try https://www.example.com/"
    if config.proxy is not None and isinstance(addresses.parse(config.proxy), Refused):
        return f"{config.proxy} is no proxy's address; try http://127.0.0.1:8080"
    if config.ca is not None and not config.ca.is_file():
        return f"there is no CA file {config.ca}"
    try:
        Scope.of(root.url, hosts=config.hosts, paths=config.paths)
    except ValueError as error:
        return str(error)
    return None
