"""Do what the buttons ask for: what is archived or emptied answers 410 from then on."""  # noqa: INP001 - loaded by its path

from bench.web.origin import Request, Response

API = "/api"

_gone: set[str] = set()


async def answer(request: Request) -> Response | None:
    """Note what is deleted; refuse what was; leave the rest to site.http."""
    if request.method in {"DELETE", "POST"} and request.path.startswith(f"{API}/"):
        _gone.add("/" if request.path == f"{API}/empty" else request.path.removeprefix(API))
        return Response(status=204)
    if any(request.path.startswith(path) for path in _gone):
        return Response(status=410, body=b"Burnt.")
    return None
