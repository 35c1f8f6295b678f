"""Refuse a basket under anything that is no token, so that it is not taken for a soft-404."""  # noqa: INP001 - loaded by its path

import re

from bench.web.origin import Request, Response

BASKET = re.compile(r"/s/[0-9a-f]{16}/basket")


async def answer(request: Request) -> Response | None:
    """Leave everything to site.http but the paths below /s/ that no page ever shows."""
    if request.path.startswith("/s/") and not BASKET.fullmatch(request.path):
        return Response(status=404, body=b"No such basket.")
    return None
