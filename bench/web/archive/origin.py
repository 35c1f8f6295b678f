"""The web of an archive: answers for every host with what was recorded, or that nothing was."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from bench.recording.failures import Lost
from bench.recording.role import Door, Turn
from bench.web.archive.choose import Asked, choose
from bench.web.archive.files import open_files
from bench.web.archive.index import Held, Index, index_of
from bench.web.archive.payload import Message, message_of, unpacked
from bench.web.archive.scan import read
from bench.web.compression import accepts_gzip
from bench.web.origin import Answer, Cut, Hang, Request, Reset, Response, Unserved

MARK = "Route-Recall-Archive"
UNRECORDED = "not in the recording"
PROXY = "route-recall-gateway"
TEXT = (("Content-Type", "text/plain; charset=utf-8"),)
MOST_MISSING = 1 << 20
"""Bytes that an answer which breaks off may announce beyond what came."""

SILENCE = 60.0
"""Seconds for which what was never answered is not answered again."""

MOST_NAMED = 1000
"""Addresses that are named, of each role, as not in the recording; the others are counted."""

# The kinds of errors that RFC 9209 knows; the words in `details` are those of who recorded.
_ERRORS: dict[str, str] = {
    Lost.TIMEOUT: "connection_timeout",
    Lost.DNS: "dns_error",
    Lost.TLS: "tls_protocol_error",
    Lost.REFUSED: "connection_refused",
    Lost.RESET: "connection_terminated",
    Lost.PROTOCOL: "http_protocol_error",
}
_BROKEN_OFF = frozenset({Lost.RESET, Lost.PROTOCOL, Lost.TIMEOUT})
_DROPPED = frozenset({"proxy-status", "alt-svc", "strict-transport-security"})


def _nobody() -> Turn | None:
    return None


@dataclass(slots=True)
class Unrecorded:
    """What was asked for and is not in the recording: addresses by who asked, and how often."""

    asked: Counter[str] = field(default_factory=Counter)
    urls: dict[str, dict[str, None]] = field(default_factory=dict)

    def note(self, who: str, url: str) -> None:
        """Count one."""
        self.asked[who] += 1
        named = self.urls.setdefault(who, {})
        if len(named) < MOST_NAMED:
            named[url] = None


@dataclass(slots=True, kw_only=True)
class Archive:
    """All that some WARC files hold, as a web.

    `browsing` tells at which of its visits the browser is, as only who drives it knows.
    """

    files: Sequence[BinaryIO]
    index: Index
    browsing: Callable[[], Turn | None] = _nobody
    unrecorded: Unrecorded = field(default_factory=Unrecorded)
    _origins: frozenset[str] = frozenset()
    _asked: Counter[tuple[object, str]] = field(default_factory=Counter)
    _near: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Know the hosts."""
        self._origins = self.index.origins()

    @property
    def origins(self) -> frozenset[str]:
        """Every `scheme://host` of which something was recorded."""
        return self._origins

    def find(self, origin: str) -> "Archive | Unserved":
        """Answer for every host; behind an odd port only for one that was recorded."""
        if origin.count(":") == 1 or origin in self._origins:
            return self
        return Unserved(reason=f"{origin} is {UNRECORDED}")

    async def answer(self, request: Request) -> Answer:
        """Answer as it was answered when it was recorded."""
        turn = self._turn(request)
        method = request.method
        held = self._choose(method, request, turn)
        if held is None and method == "HEAD":
            held = self._choose("GET", request, turn)
        answer = None if held is None else self._told(held, request)
        if held is None or answer is None:
            if not _by_itself(request):
                self.unrecorded.note(request.role or "somebody", request.url)
            return _missing()
        self._near[request.role] = held.at
        return answer

    def _choose(self, method: str, request: Request, turn: Turn | None) -> Held | None:
        asked = Asked(
            turn=turn,
            again=self._asked[turn, request.url],
            near=self._near.get(request.role, 0),
            ranged=request.header("range") is not None,
        )
        exact = choose(self.index.find(method, request.url), asked)
        return exact or choose(self.index.find_loosely(method, request.url), asked)

    def _turn(self, request: Request) -> Turn | None:
        """Say at which turn a request comes; those of the browser are known by its visits."""
        if not request.role:
            return None
        if request.role == Door.BROWSER:
            turn = self.browsing()
            self._asked[turn, request.url] += 1
            return turn
        self._asked[request.role, request.url] += 1
        return Turn(role=request.role, visit=self._asked[request.role, request.url])

    def _told(self, held: Held, request: Request) -> Answer | None:
        """Bring a recorded exchange to life; None where its record can no longer be read."""
        if held.status is None:
            return self._failed(held, request)
        message = self._message(held)
        if message is None:
            return None
        if held.failure in _BROKEN_OFF:
            return _broken_off(message)
        return _delivered(message, request)

    def _failed(self, held: Held, request: Request) -> Answer | None:
        """Fail as it failed; who asks through a proxy is told in a proxy's words how.

        What the browser gave up itself, as it went elsewhere, it is left to give up again: an
        answer now would be one that the page never had. It tells nobody else anything.
        """
        if held.failure == Lost.ABORTED:
            return Hang(seconds=SILENCE) if request.role == Door.BROWSER else None
        if request.role == Door.BROWSER:
            return Reset()
        found = read(self.files[held.file], held.place)
        detail = _field(b"" if found is None else found[1], "detail")
        kind = _ERRORS.get(held.failure or "", "destination_unavailable")
        return _proxied(502, kind, detail, f"recorded as {held.failure}")

    def _message(self, held: Held) -> Message | None:
        found = read(self.files[held.file], held.place)
        message = None if found is None else message_of(*found)
        if message is None or held.digest is None:
            return message
        place = self.index.body(held.digest)
        first = None if place is None else read(self.files[place[0]], place[1])
        earlier = None if first is None else message_of(*first)
        return None if earlier is None else replace(message, body=earlier.body)


def open_archive(path: Path, stack: ExitStack) -> Archive:
    """Open an archive, a file or a folder of files; `stack` closes it.

    Raises:
        BadArchive: it cannot be used at all.
        OSError: it cannot be read.
    """
    opened = list(open_files(path, stack))
    index = index_of(opened)
    stack.callback(index.close)
    return Archive(files=[file for _, file in opened], index=index)


def _by_itself(request: Request) -> bool:
    """Whether a browser asks on its own account: no page does so, and no recording has it.

    Icons are fetched without a word to the debugging protocol; what Chromium asks its makers
    comes without the language that all its pages ask for.
    """
    own = request.path == "/favicon.ico" or request.header("accept-language") is None
    return request.role == Door.BROWSER and own


def _delivered(message: Message, request: Request) -> Response | None:
    coding = message.header("content-encoding")
    headers = list(_kept(message))
    body = message.body
    if coding is not None and body and not _takes(coding, request):
        plain = unpacked(body, coding)
        if plain is None:
            return None
        body = plain
        headers = [each for each in headers if each[0].lower() != "content-encoding"]
    return Response(status=message.status, headers=tuple(headers), body=body)


def _broken_off(message: Message) -> Cut:
    """Give an answer that ends where it ended, before the end that it had announced."""
    told = message.header("x-orig-content-length") or ""
    size = int(told) if told.isascii() and told.isdigit() and len(told) < 12 else 0
    came = len(message.body)
    whole = min(max(size, came + 1), came + MOST_MISSING)
    body = message.body + bytes(whole - came)
    plain = message.header("content-encoding") is None
    # Else the gateway would pack it, and the cut would be in another place.
    headers = (*_kept(message), *((("Content-Encoding", "identity"),) if plain else ()))
    return Cut(
        response=Response(status=message.status, headers=headers, body=body),
        # A hair more than the share, so that what is cut down to whole bytes is all that came.
        share=min((came + 0.5) / whole, 1.0),
    )


def _kept(message: Message) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, value)
        for name, value in message.headers
        if name.lower() not in _DROPPED and not name.lower().startswith("x-orig-")
    )


def _takes(coding: str, request: Request) -> bool:
    accepted = request.header("accept-encoding")
    if coding.strip().lower() in {"gzip", "x-gzip"}:
        return accepts_gzip(accepted)
    return coding.strip().lower() in (accepted or "").lower()


def _missing() -> Response:
    return _proxied(504, "destination_not_found", UNRECORDED, UNRECORDED)


def _proxied(status: int, kind: str, detail: str, text: str) -> Response:
    words = detail.replace("\\", " ").replace('"', "'").encode("ascii", "replace").decode()
    marks = (("Proxy-Status", f'{PROXY}; error={kind}; details="{words}"'), (MARK, text))
    body = f"{text}\n".encode()
    return Response(status=status, headers=(*TEXT, *marks), body=body)


def _field(block: bytes, name: str) -> str:
    for line in block.decode("utf-8", "replace").splitlines():
        key, _, value = line.partition(":")
        if key == name:
            return value.strip()
    return ""
