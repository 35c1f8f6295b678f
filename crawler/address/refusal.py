"""Why an address is not admitted: a closed reason, and the rule that decided in words."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """The closed set of reasons to refuse an address."""

    SCHEME = "scheme"
    HOST = "host"
    PORT = "port"
    PATH = "path"
    ROBOTS = "robots"
    NOFOLLOW = "nofollow"
    DEPTH = "depth"
    TEMPLATE = "template"
    TRAP = "trap"
    LENGTH = "length"
    UNPARSABLE = "unparsable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A refusal; `rule` says which rule decided, in words that a person would search for."""

    reason: Reason
    rule: str
