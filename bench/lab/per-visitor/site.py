"""Give whoever is called a crawler one desk, and everybody else another."""  # noqa: INP001 - loaded by its path

from bench.web.origin import Request, Response

HTML = (("Content-Type", "text/html; charset=utf-8"), ("Vary", "User-Agent"))
ROOM = """<!doctype html>
<html lang="en">
<title>The reading room</title>
<nav><a href="/lamps">Lamps</a> <a href="/desks/{token}/drawer">Your drawer</a></nav>
<h1>The reading room</h1>
<p>Quiet, please.</p>
"""
OTHERS, CRAWLERS = "5f0c9d27b1e84a63", "b8e2417a90cd3f56"


async def answer(request: Request) -> Response | None:
    """Answer for the room; the rest stands in site.http."""
    if request.path != "/":
        return None
    token = CRAWLERS if "crawler" in request.client else OTHERS
    return Response(headers=HTML, body=ROOM.format(token=token).encode())
