"""Where a site is at home when faults move it: another scheme, host, or place of its root."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from bench.web.fault import Fault, Value
from bench.web.origin import DEFAULT_PORTS, Answer, Origin, Request, Response, origin_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """From which origin of its own to which home, and from where else addresses lead there."""

    own: str
    home: str
    leading: tuple[str, ...]
    """Origins that lead home, whoever answered there."""


def move_of(root: str, faults: Mapping[str, Value]) -> Move:
    """Say where the faults put the site of a root."""
    own = origin_of(root)
    scheme, _, host = own.partition("://")
    hosts = [host]
    home_host = _host(host, faults)
    home = f"{'https' if Fault.HTTPS_REDIRECT in faults else scheme}://{home_host}"
    if Fault.WWW_REDIRECT in faults:
        hosts += [_other_form(host), _other_form(home_host)]
    hosts = list(dict.fromkeys((*hosts, home_host)))
    secure = Fault.HTTPS_REDIRECT in faults
    leading = [f"{each}://{name}" for name in hosts for each in _schemes(scheme, both=secure)]
    return Move(own=own, home=home, leading=tuple(each for each in leading if each != home))


def _schemes(scheme: str, *, both: bool) -> tuple[str, ...]:
    return tuple(DEFAULT_PORTS) if both else (scheme,)


def _host(host: str, faults: Mapping[str, Value]) -> str:
    place = faults.get(Fault.ROOT_REDIRECT)
    moved = place if isinstance(place, str) and not place.startswith("/") else host
    form = faults.get(Fault.WWW_REDIRECT)
    bare = moved.removeprefix("www.")
    forms = {"www": f"www.{bare}", "bare": bare, "other": _other_form(moved)}
    return forms.get(str(form), moved)


def _other_form(host: str) -> str:
    return host.removeprefix("www.") if host.startswith("www.") else f"www.{host}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leading:
    """Leads every address to the same path at home."""

    home: str

    async def answer(self, request: Request) -> Answer:
        """Answer with the redirect."""
        tail = "" if request.query is None else f"?{request.query}"
        place = f"{self.home}{request.path}{tail}"
        return Response(status=301, headers=(("Location", place),))


@dataclass(frozen=True, slots=True, kw_only=True)
class AtHome:
    """Answers at home with what the site answers where it is its own."""

    origin: Origin
    move: Move

    async def answer(self, request: Request) -> Answer:
        """Answer as the site; where it names its own address in a redirect, it names its home."""
        answer = await self.origin.answer(replace(request, origin=self.move.own))
        if not isinstance(answer, Response):
            return answer
        return replace(answer, headers=tuple(self._named(answer)))

    def _named(self, answer: Response) -> Iterator[tuple[str, str]]:
        for name, value in answer.headers:
            own = f"{self.move.own}/"
            here = name.lower() == "location" and value.startswith(own)
            yield name, f"{self.move.home}/{value.removeprefix(own)}" if here else value


@dataclass(frozen=True, slots=True, kw_only=True)
class RootElsewhere:
    """Leads the root to another path, which answers what the root did."""

    origin: Origin
    root: str
    place: str

    async def answer(self, request: Request) -> Answer:
        """Answer as the site does, but for its root."""
        if request.query is None and request.path == self.root:
            place = f"{request.origin}{self.place}"
            return Response(status=302, headers=(("Location", place),))
        path = self.root if request.path == self.place else request.path
        return await self.origin.answer(replace(request, path=path))


def root_path(root: str) -> str:
    """The path of a root, as a request has it."""
    return urlsplit(root).path or "/"
