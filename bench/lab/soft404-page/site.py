"""Answer unknown addresses with 200 and an error page that is never twice the same."""  # noqa: INP001 - loaded by its path

from html import escape

from bench.web.origin import Request, Response

PAGES = frozenset({"/", "/kilns", "/kilns/anagama", "/glazes", "/glazes/ash", "/courses"})

SORRY = """<!doctype html>
<html lang="en">
<title>Sorry · The pottery by the bridge</title>
<nav><a href="/">Home</a></nav>
<h1>Sorry, that shelf is empty</h1>
<p>There is nothing under <code>{path}</code>. It was sold, or it was never there.</p>
<p><small>Request %NONCE%</small></p>
"""


async def answer(request: Request) -> Response | None:
    """Leave the pages to site.http; for all else the error page, with the path repeated."""
    if request.path in PAGES:
        return None
    page = SORRY.format(path=escape(request.path))
    return Response(headers=(("Content-Type", "text/html; charset=utf-8"),), body=page.encode())
