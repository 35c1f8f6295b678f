"""The one gate: an address is admitted, or refused with a closed reason and the deciding rule."""

from dataclasses import dataclass

from crawler.refusal import Reason, Refused
from crawler.robots import Policy
from crawler.scope import Scope

__all__ = ["Admitted", "Reason", "Refused", "admit"]


@dataclass(frozen=True, slots=True)
class Admitted:
    """An address that may be fetched."""

    url: str


def admit(
    url: str,
    *,
    scope: Scope,
    policy: Policy | None,
    depth: int = 0,
    max_depth: int | None = None,
    nofollow: str | None = None,
) -> Admitted | Refused:
    """Judge a resolved address; `policy` is its origin's, `nofollow` the rule that says so.

    Scope is asked first, so that the robots.txt of a foreign host need never be fetched: a caller
    without the policy yet asks `scope.refusal` and fetches it only when that is None.
    """
    raise NotImplementedError
