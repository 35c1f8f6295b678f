"""Which of several recorded exchanges of one address answers a request for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.recording.failures import Lost
from bench.recording.role import Turn
from bench.web.archive.index import Held, page_key

BROWSERS = "pass-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Who asks, for the how-many-eth time (from 1) at this turn, and how.

    `near` is when, in the recording, the same one was last answered.
    """

    turn: Turn | None
    again: int = 1
    near: int = 0
    ranged: bool = False


def choose(held: Sequence[Held], asked: Asked) -> Held | None:
    """Choose by role and visit where known, else what is whole and closest by time."""
    fit = [each for each in held if _answers(each, asked)]
    return _own(fit, asked) or _others(fit, asked) or _given_up(held)


def _answers(held: Held, asked: Asked) -> bool:
    """Whether it says anything: who gave up itself was not told, and a part is for who asks it."""
    if held.status is None:
        return held.failure != Lost.ABORTED
    return held.status != 304 and (held.status != 206 or asked.ranged)


def _own(held: Sequence[Held], asked: Asked) -> Held | None:
    """What the same role was told, at the same visit or the closest to it."""
    turn = asked.turn
    if turn is None:
        return None
    same = [each for each in held if each.role == turn.role]
    if not turn.role.startswith(BROWSERS):
        before = [each for each in same if each.visit <= turn.visit]
        return max(before, key=lambda each: each.visit) if before else _first(same)
    page = page_key(turn.page)
    there = [each for each in same if each.page == page]
    if there:
        return there[min(asked.again, len(there)) - 1]
    if not same:
        same = [each for each in held if each.role.startswith(BROWSERS)]
    return min(same, key=lambda each: abs(each.visit - turn.visit), default=None)


def _others(held: Sequence[Held], asked: Asked) -> Held | None:
    """What anybody was told: whole answers first, then the closest by time."""
    return min(
        held,
        key=lambda each: (
            each.status is None,
            each.cut is not None,
            abs(each.at - asked.near) if asked.near else each.at,
        ),
        default=None,
    )


def _given_up(held: Sequence[Held]) -> Held | None:
    """What nobody waited for to the end, where there is nothing else."""
    return _first([each for each in held if each.failure == Lost.ABORTED])


def _first(held: Sequence[Held]) -> Held | None:
    return held[0] if held else None
