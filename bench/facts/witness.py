"""The served bytes of the pages that the oracle visited, as witness.zip holds them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessPage:
    """One visited page; `body` has its content encoding undone."""

    url: str
    final_url: str
    body: bytes
    status: int | None = None
    content_type: str | None = None
    sha256: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """All pages that the oracle kept."""

    pages: tuple[WitnessPage, ...] = ()
