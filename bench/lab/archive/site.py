"""Count what would change the depot; after the first of it everything answers 410."""  # noqa: INP001 - loaded by its path

from bench.web.origin import Request, Response

COUNT = "/api/changes"

_changes: list[str] = []


async def answer(request: Request) -> Response | None:
    """Note every request that is not safe, tell how many there were, refuse what is gone."""
    if request.path == COUNT:
        return Response(headers=(("Content-Type", "text/plain"),), body=b"%d" % len(_changes))
    if request.method not in {"GET", "HEAD", "OPTIONS"}:
        _changes.append(f"{request.method} {request.path}")
        return Response(status=204)
    return Response(status=410, body=b"Gone.") if _changes else None
