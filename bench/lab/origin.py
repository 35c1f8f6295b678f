"""The origin of a lab site: picks the declared answer for a request and brings it to life."""

import gzip
import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from urllib.parse import unquote_to_bytes

import ada_url

from bench.lab.answers import HTML, Declared
from bench.web.origin import Answer, Hang, Request, Reset, Response, origin_of

NONCE = "%NONCE%"

Behaviour = Callable[[Request], Awaitable[Answer | None]]

_NOT_FOUND = Response(
    status=404,
    headers=(("Content-Type", HTML),),
    body=b"<!doctype html><title>Not found</title><h1>Not found</h1>\n",
)
_NOT_ALLOWED = Response(status=405, headers=(("Allow", "GET, HEAD"),))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where an answer lives, in the form in which requests are looked up."""

    origin: str
    path: bytes  # decoded, so that %c3%a9 and %C3%A9 are one place
    query: str | None

    @classmethod
    def of(cls, origin: str, path: str, query: str | None) -> "_Place":
        return cls(origin=origin, path=unquote_to_bytes(path), query=query)


class LabOrigin:
    """Answers for all hosts of one site; counts attempts per client and address from zero.

    A nonce differs at every request, yet follows from client, address and attempt: two runs over
    the same site are served the same bytes.
    """

    def __init__(self, answers: Iterable[Declared], behaviour: Behaviour | None = None) -> None:
        self._exact: dict[_Place, list[Declared]] = {}
        self._prefixes: dict[_Place, list[Declared]] = {}
        self._behaviour = behaviour
        self._attempts: Counter[tuple[str, str]] = Counter()
        for declared in answers:
            table = self._prefixes if declared.prefix else self._exact
            table.setdefault(_place(declared), []).append(declared)

    async def answer(self, request: Request) -> Answer:
        """Answer as the site's files say."""
        self._attempts[request.client, request.url] += 1
        if self._behaviour is not None:
            behaved = await self._behaviour(request)
            if behaved is not None:
                return _renewed(behaved, _nonce(request, self._attempts))
        if request.method not in {"GET", "HEAD"}:
            return _NOT_ALLOWED
        attempt = self._attempts[request.client, request.url]
        for candidates in self._lookups(request):
            for declared in candidates:
                if attempt in declared.attempts:
                    return _realise(declared, _nonce(request, self._attempts))
        return _NOT_FOUND

    def _lookups(self, request: Request) -> Iterable[list[Declared]]:
        """Answers for the place: the exact one first, then prefixes, longest first."""
        place = _Place.of(request.origin, request.path, request.query)
        yield self._exact.get(place, [])
        if request.query is not None:
            yield self._exact.get(_Place.of(request.origin, request.path, None), [])
        for length in range(len(place.path), 0, -1):
            stem = _Place(origin=place.origin, path=place.path[:length], query=None)
            yield self._prefixes.get(stem, [])


def _place(declared: Declared) -> _Place:
    url = ada_url.URL(declared.url)
    query = str(url.search)[1:] if "?" in declared.url else None
    return _Place.of(origin_of(declared.url), str(url.pathname), query)


def _nonce(request: Request, attempts: Counter[tuple[str, str]]) -> str:
    seed = f"{request.client} {request.url} {attempts[request.client, request.url]}"
    return hashlib.blake2b(seed.encode(), digest_size=8).hexdigest()


def _renewed(answer: Answer, nonce: str) -> Answer:
    """The answer with its nonce filled in, wherever its body came from."""
    if not isinstance(answer, Response) or not isinstance(answer.body, bytes):
        return answer
    return replace(answer, body=answer.body.replace(NONCE.encode(), nonce.encode()))


def _realise(declared: Declared, nonce: str) -> Answer:
    effects = declared.effects
    if effects.reset:
        return Reset()
    if effects.hang is not None:
        return Hang(seconds=effects.hang)
    body = declared.body.replace(NONCE.encode(), nonce.encode())
    return Response(
        status=declared.status,
        headers=tuple(
            (name, value.replace(NONCE, nonce)) for name, value in _headers(declared) if value
        ),
        body=gzip.compress(body, mtime=0) if effects.gzip else body,
    )


def _headers(declared: Declared) -> Iterable[tuple[str, str]]:
    """The declared headers; a body without a type is HTML, an empty value takes a header away."""
    named = {name.lower() for name, _ in declared.headers}
    if declared.body and "content-type" not in named:
        yield "Content-Type", HTML if declared.effects.charset == "utf-8" else "text/html"
    yield from declared.headers
