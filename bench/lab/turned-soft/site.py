"""Keep the herons from whoever is called a crawler; for all unknown, too, the error page."""  # noqa: INP001 - loaded by its path

from bench.web.origin import Request, Response

HTML = (("Content-Type", "text/html; charset=utf-8"), ("Vary", "User-Agent"))
PAGES = frozenset({"/", "/hides", "/hides/tower"})
HERONS = """<!doctype html>
<html lang="en">
<title>Herons · The bird reserve</title>
<nav><a href="/">Home</a></nav>
<h1>Herons</h1>
<p>Nineteen nests in the alders this spring, two more than last year, and all of them noisy.</p>
"""
SORRY = """<!doctype html>
<html lang="en">
<title>Sorry · The bird reserve</title>
<nav><a href="/">Home</a></nav>
<h1>Sorry, that bird has flown</h1>
<p>There is nothing to be seen here at the moment. Please try another path through the reeds.</p>
"""


async def answer(request: Request) -> Response | None:
    """Leave the pages to site.http."""
    if request.path in PAGES:
        return None
    seen = request.path == "/herons" and "crawler" not in request.client
    return Response(headers=HTML, body=(HERONS if seen else SORRY).encode())
