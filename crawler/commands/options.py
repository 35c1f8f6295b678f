"""The options that several commands share."""

import math
from pathlib import Path
from typing import Annotated

import typer


def _finite(value: float | None) -> float | None:
    if value is not None and not math.isfinite(value):
        message = f"{value} is no number to count with"
        raise typer.BadParameter(message)
    return value


Root = Annotated[str, typer.Argument(metavar="URL", help="Where the site begins.")]
Proxy = Annotated[str | None, typer.Option(help="Reach the web through it.")]
Ca = Annotated[Path | None, typer.Option(help="Trust these certificates only.")]
Delay = Annotated[
    float, typer.Option(min=0, callback=_finite, help="Seconds between requests to a host.")
]
Concurrency = Annotated[int, typer.Option(min=1, max=256, help="Requests at once.")]
Deadline = Annotated[float, typer.Option(min=0.1, callback=_finite, help="Seconds for a request.")]
Seconds = Annotated[
    float | None, typer.Option(min=0, callback=_finite, help="Stop after this time.")
]
Megabytes = Annotated[
    float | None, typer.Option(min=0, callback=_finite, help="Stop after so much.")
]
Reuse = Annotated[
    float,
    typer.Option(min=0, callback=_finite, help="Seconds until robots.txt is read again."),
]
Hosts = Annotated[list[str] | None, typer.Option("--host", help="A further host; repeatable.")]
Paths = Annotated[list[str] | None, typer.Option("--path", help="Only this area; repeatable.")]
Sitemaps = Annotated[
    list[str] | None, typer.Option("--sitemap", help="Read this sitemap too; repeatable.")
]
Token = Annotated[str, typer.Option(help="Our name in robots.txt.")]
Private = Annotated[
    bool, typer.Option("--refuse-private", help="Connect to no address of a private network.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
