"""The faults that can be laid over a site: their names, what each may be set to, and as read."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bench.sites.nodes import near

Value = float | str | bool


class Fault(StrEnum):
    """What may be wrong with a site, or with the way to it."""

    LATENCY = "latency"
    SERVER_ERROR = "server-error"
    RATE_LIMIT = "rate-limit"
    RESET = "reset"
    TRUNCATION = "truncation"
    HTTPS_REDIRECT = "https-redirect"
    WWW_REDIRECT = "www-redirect"
    ROOT_REDIRECT = "root-redirect"
    SITEMAP_SCHEME = "sitemap-scheme"
    SOFT_404 = "soft-404"
    SEED = "seed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a fault may be set to: a reader of its text, and what is needed where it refuses."""

    usual: Value
    read: Callable[[str], Value | None]
    needs: str


def _number(low: float, high: float, *, whole: bool = False) -> Callable[[str], Value | None]:
    def read(text: str) -> Value | None:
        try:
            value = int(text) if whole else float(text)
        except ValueError:
            return None
        return value if math.isfinite(value) and low <= value <= high else None

    return read


def _among(*known: str) -> Callable[[str], Value | None]:
    return lambda text: text if text in known else None


_PLACE = re.compile(r"/[^\s?#/]+|[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?")


def _place(text: str) -> Value | None:
    if not _PLACE.fullmatch(text):
        return None
    return text if text.startswith("/") else text.lower()


def _share(usual: float) -> Form:
    return Form(usual=usual, read=_number(0, 1), needs="a share of the requests from 0 to 1")


def _switch() -> Form:
    return Form(usual=True, read=lambda _text: None, needs="nothing but true or false")


FORMS: Mapping[Fault, Form] = {
    Fault.LATENCY: Form(usual=0.2, read=_number(0, 60), needs="seconds from 0 to 60"),
    Fault.SERVER_ERROR: _share(0.1),
    Fault.RATE_LIMIT: _share(0.1),
    Fault.RESET: _share(0.1),
    Fault.TRUNCATION: _share(0.1),
    Fault.HTTPS_REDIRECT: _switch(),
    Fault.WWW_REDIRECT: Form(
        usual="other", read=_among("www", "bare", "other"), needs="www, bare or other"
    ),
    Fault.ROOT_REDIRECT: Form(
        usual="/home", read=_place, needs="a path of one name, as /home, or a host"
    ),
    Fault.SITEMAP_SCHEME: _switch(),
    Fault.SOFT_404: Form(
        usual="page", read=_among("page", "home", "redirect"), needs="page, home or redirect"
    ),
    Fault.SEED: Form(usual=1, read=_number(0, 2**32, whole=True), needs="a whole number"),
}

NAMES = tuple(map(str, FORMS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """Why a fault cannot be taken as it was written."""

    what: str


def read_value(name: str, text: str | None) -> Value | Wrong:
    """Read what one fault is set to: nothing and `true` mean as usual, `false` not at all."""
    if name not in NAMES:
        return Wrong(what=f"no fault called {name}{near(name, NAMES)}")
    form = FORMS[Fault(name)]
    word = "true" if text is None else text.strip()
    if word.lower() in {"true", "false"}:
        return form.usual if word.lower() == "true" else False
    value = form.read(word)
    return Wrong(what=f"{name} takes {form.needs}, not {word!r}") if value is None else value
