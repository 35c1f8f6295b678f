"""One address that a document names, resolved or refused."""

from dataclasses import dataclass

from crawler.citation import Via
from crawler.refusal import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One mention: exactly one of `url` and `refusal` is set; `nofollow` names the rule."""

    via: Via
    written: str
    url: str | None
    refusal: Refused | None = None
    text: str | None = None
    nofollow: str | None = None
