"""Answer unknown addresses with 200 and an error page that is never twice the same."""  # noqa: INP001 - loaded by its path

import hashlib
from collections import Counter
from html import escape

from bench.web.origin import Request, Response

PAGES = frozenset({"/", "/kilns", "/kilns/anagama", "/glazes", "/glazes/ash", "/courses"})

SEEN: Counter[tuple[str, str]] = Counter()

SORRY = """<!doctype html>
<html lang="en">
<title>Sorry · The pottery by the bridge</title>
<nav><a href="/">Home</a></nav>
<h1>Sorry, that shelf is empty</h1>
<p>There is nothing under <code>{path}</code>. It was sold, or it was never there.</p>
<p><small>Request {number}</small></p>
"""


async def answer(request: Request) -> Response | None:
    """Leave the pages to site.http; for all else the error page, with the path repeated."""
    if request.path in PAGES:
        return None
    SEEN[request.client, request.url] += 1
    seed = f"{request.client} {request.url} {SEEN[request.client, request.url]}"
    number = hashlib.blake2b(seed.encode(), digest_size=8).hexdigest()
    page = SORRY.format(path=escape(request.path), number=number)
    return Response(headers=(("Content-Type", "text/html; charset=utf-8"),), body=page.encode())
