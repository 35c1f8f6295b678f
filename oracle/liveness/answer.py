"""What an address answered the second request stack, hop by hop to its end."""

from dataclasses import dataclass
from email.message import Message
from enum import StrEnum

MOST_HOPS = 10
DOCUMENTS = frozenset({"text/html", "application/xhtml+xml"})


class Failure(StrEnum):
    """Why there was no final answer."""

    TIMEOUT = "timeout"
    CONNECT = "connect"
    TLS = "tls"
    PROTOCOL = "protocol"
    LOOP = "redirect-loop"
    HOPS = "too-many-redirects"
    LOCATION = "unusable-location"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an address answered in the end.

    `left` is true when the chain ends out of the site: `final_url` is then where it went out,
    `hops` end there, and `status` is that of the redirect. `body` is bounded, decoded, and empty
    for what is no document.
    """

    url: str
    final_url: str
    status: int | None = None
    hops: tuple[tuple[str, str], ...] = ()
    content_type: str | None = None
    attachment: bool = False
    body: bytes = b""
    left: bool = False
    failure: Failure | None = None
    detail: str = ""

    @property
    def is_document(self) -> bool:
        """Whether it is a document: status 200, HTML or XHTML, and no attachment."""
        return self.status == 200 and self.media in DOCUMENTS and not self.attachment

    @property
    def media(self) -> str:
        """The media type without its parameters."""
        return media_of(self.content_type)


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What the head of one response says of it."""

    status: int
    content_type: str | None = None
    disposition: str | None = None

    @property
    def attachment(self) -> bool:
        """Whether it is to be kept as a file."""
        header = Message()
        header["content-disposition"] = " ".join((self.disposition or "inline").split())
        return header.get_content_disposition() == "attachment"

    @property
    def is_document(self) -> bool:
        """Whether it is a document: status 200, HTML or XHTML, and no attachment."""
        return (
            self.status == 200 and media_of(self.content_type) in DOCUMENTS and not self.attachment
        )


class Trail:
    """The hops of one chain while it is followed."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.at = url
        self.hops: list[tuple[str, str]] = []
        self._gone: tuple[int, Head] | None = None  # hops until the site was left, and by what
        self._steps = 0  # more than hops where a page sends to itself with another cookie
        self._seen: set[object] = {(url, ())}

    def step(self, onward: str, seen: object) -> bool:
        """Take a hop; False when it was taken before or is one too many."""
        if self.trouble(seen) is Failure.LOOP or self._steps >= MOST_HOPS:
            return False
        self._steps += 1
        self._seen.add(seen)
        if onward != self.at:
            self.hops.append((self.at, onward))
        self.at = onward
        return True

    def trouble(self, seen: object) -> Failure:
        """Which of the two ways of never ending it is."""
        return Failure.LOOP if seen in self._seen else Failure.HOPS

    def crossed(self, head: Head, *, inside: bool) -> None:
        """Note on which side of the site's border the last hop ended; `head` sent there.

        Who is sent away to be known by, and comes back, has been in the site all the time.
        """
        if inside:
            self._gone = None
        elif self._gone is None:
            self._gone = (len(self.hops), head)

    @property
    def away(self) -> bool:
        """Whether the chain is out of the site."""
        return self._gone is not None

    def ended(self, head: Head, body: bytes = b"") -> Answer:
        """The answer at the end of the chain."""
        return self._answer(head, body=body)

    def failed(self, failure: Failure, detail: str, head: Head | None = None) -> Answer:
        """The answer of a chain that came to none."""
        return self._answer(head, failure=failure, detail=detail)

    def _answer(
        self,
        head: Head | None,
        *,
        body: bytes = b"",
        failure: Failure | None = None,
        detail: str = "",
    ) -> Answer:
        if self._gone is not None:
            return self._left(*self._gone)
        return Answer(
            url=self.url,
            final_url=self.at,
            status=None if head is None else head.status,
            hops=tuple(self.hops),
            content_type=None if head is None else head.content_type,
            attachment=head is not None and head.attachment,
            body=body,
            failure=failure,
            detail=detail[:200],
        )

    def _left(self, hops: int, head: Head) -> Answer:
        """The answer of a chain that never came back, however it ended elsewhere."""
        return Answer(
            url=self.url,
            final_url=self.hops[hops - 1][1],
            status=head.status,
            hops=tuple(self.hops[:hops]),
            content_type=head.content_type,
            attachment=head.attachment,
            left=True,
        )


def media_of(content_type: str | None) -> str:
    """The media type without its parameters."""
    return (content_type or "").partition(";")[0].strip().lower()
