"""What a fetch showed: every hop, the answer, and a closed reason when there was none."""

from dataclasses import dataclass
from enum import StrEnum

from crawler.page.soft404 import SoftVerdict


class Failure(StrEnum):
    """The closed set of ways in which a fetch falls short."""

    TIMEOUT = "timeout"
    CONNECT = "connect"
    TLS = "tls"
    PROTOCOL = "protocol"
    TOO_LARGE = "too-large"
    REDIRECT_LOOP = "redirect-loop"
    TOO_MANY_REDIRECTS = "too-many-redirects"
    RATE_LIMITED = "rate-limited"
    REFUSED_HOP = "refused-hop"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A failure and its particulars, in words that are the same at every attempt."""

    reason: Failure
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One redirect: who answered, how, and where it pointed (absolute where that can be read)."""

    url: str
    status: int
    location: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What one fetch showed; `status` None: nobody answered."""

    status: int | None
    final_url: str
    redirects: tuple[Hop, ...] = ()
    content_type: str | None = None
    attachment: bool = False
    document: bool = False
    bytes: int = 0
    truncated: bool = False
    sha256: str | None = None
    text_sha256: str | None = None
    canonical: str | None = None
    canonical_header: str | None = None
    noindex: bool = False
    login: bool = False
    soft404: SoftVerdict | None = None
    error: Trouble | None = None
    attempts: int = 1
    seconds: float = 0.0
    at: str = ""
