"""The one gate: an address is admitted, or refused with a closed reason and the deciding rule."""

from dataclasses import dataclass

from crawler.address import url as addresses
from crawler.address.refusal import Reason, Refused
from crawler.address.scope import Scope
from crawler.address.traps import artefact, trap
from crawler.robots.policy import Policy

__all__ = ["Admitted", "Reason", "Refused", "admit"]


@dataclass(frozen=True, slots=True)
class Admitted:
    """An address that may be fetched."""

    url: str


def admit(  # noqa: PLR0913 - the one gate knows every rule, each named by its caller
    url: str,
    *,
    scope: Scope,
    policy: Policy | None = None,
    depth: int = 0,
    max_depth: int | None = None,
    nofollow: str | None = None,
) -> Admitted | Refused:
    """Judge a resolved address; `policy` is its origin's, `nofollow` the rule that says so.

    Scope is asked first, so that the robots.txt of a foreign host need never be fetched: a caller
    without the policy yet asks `scope.refusal` and fetches it only when that is None. The root
    is an address like any other; what its owner asked for passes by `depth` 0 and no nofollow.
    """
    return (
        scope.refusal(url)
        or _shape(url)
        or (Refused(reason=Reason.NOFOLLOW, rule=nofollow) if nofollow else None)
        or _robots(url, policy)
        or _depth(depth, max_depth)
        or Admitted(url)
    )


def _shape(url: str) -> Refused | None:
    if len(url) > addresses.MAX_LENGTH:
        return addresses.too_long(len(url))
    if unfilled := artefact(url):
        return Refused(reason=Reason.TEMPLATE, rule=unfilled)
    if grown := trap(url):
        return Refused(reason=Reason.TRAP, rule=grown)
    return None


def _robots(url: str, policy: Policy | None) -> Refused | None:
    if policy is None:
        return None
    decision = policy.decide(url)
    if decision.allowed:
        return None
    line = f" (line {decision.line} of {policy.url})" if decision.line else f" ({policy.url})"
    return Refused(reason=Reason.ROBOTS, rule=f"{decision.text}{line}")


def _depth(depth: int, max_depth: int | None) -> Refused | None:
    if max_depth is None or depth <= max_depth:
        return None
    rule = f"{depth} clicks from the root, more than {max_depth}"
    return Refused(reason=Reason.DEPTH, rule=rule)
