"""Show browsers, by the name that they give, more than anybody else."""  # noqa: INP001 - loaded by its path

from bench.web.origin import Request, Response

HTML = (("Content-Type", "text/html; charset=utf-8"), ("Vary", "User-Agent"))
FACES = {
    "/": """<!doctype html>
<html lang="en">
<title>Two faces</title>
<nav><a href="/paper">The paper</a> <a href="/pictures">Pictures</a></nav>
<h1>Two faces</h1>
<p>In full colour.</p>
""",
    "/paper": """<!doctype html>
<html lang="en">
<title>The paper · Two faces</title>
<nav><a href="/">Home</a></nav>
<h1>The paper</h1>
<p>In full colour. <a href="/paper/letters">Letters</a></p>
<p><a href="/paper/crossword">Crossword</a></p>
""",
}


async def answer(request: Request) -> Response | None:
    """Answer browsers; what everybody else gets stands in site.http."""
    face = FACES.get(request.path) if request.client.startswith("Mozilla/") else None
    return None if face is None else Response(headers=HTML, body=face.encode())
