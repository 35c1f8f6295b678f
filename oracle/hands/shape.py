"""Reads what a page answered into values, or finds that no script of ours answered so.

A page may put its own hands on whatever runs in it, so its answers are input like any other.
"""

import json
import math
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin

LONGEST = 1 << 26
"""Characters of one answer."""

T = TypeVar("T")


class MisshapenError(ValueError):
    """An answer is not what it should be; the message says where."""


def parsed(answer: str) -> Any:  # noqa: ANN401 - JSON may be anything; `shaped` says what it is
    """The JSON of an answer.

    Raises:
        MisshapenError: it is no JSON, or longer than any page has reason for.
    """
    if len(answer) > LONGEST:
        message = f"{len(answer)} characters"
        raise MisshapenError(message)
    try:
        return json.loads(answer)
    except (ValueError, RecursionError) as error:
        message = "no JSON"
        raise MisshapenError(message) from error


def shaped(kind: type[T], raw: object) -> T:
    """`raw` as a value of `kind`: a dataclass, a tuple, an optional, a plain value.

    Fields with a default may be missing; what is told beyond the fields is left.

    Raises:
        MisshapenError: it is none.
    """
    value: T = _shaped(kind, raw, getattr(kind, "__name__", "answer"))
    return value


def _shaped(kind: Any, raw: object, where: str) -> Any:  # noqa: ANN401 - as the kind says
    if is_dataclass(kind):
        return _record(kind, raw, where)
    if get_origin(kind) is tuple:
        if not isinstance(raw, list):
            raise _misshapen(where, raw)
        inner = get_args(kind)[0]
        return tuple(_shaped(inner, one, where) for one in raw)
    if isinstance(kind, UnionType):
        inner = next(one for one in get_args(kind) if one is not type(None))
        return None if raw is None else _shaped(inner, raw, where)
    return _plain(kind, raw, where)


def _record(kind: Any, raw: object, where: str) -> Any:  # noqa: ANN401 - as the kind says
    if not isinstance(raw, dict):
        raise _misshapen(where, raw)
    values = {}
    for field in fields(kind):
        inner = f"{where}.{field.name}"
        if field.name in raw:
            values[field.name] = _shaped(field.type, raw[field.name], inner)
        elif field.default is MISSING:
            raise _misshapen(inner, None)
    return kind(**values)


def _plain(kind: type[object], raw: object, where: str) -> object:
    """A string, a truth value, or a number; a page counts in floats."""
    if kind in (int, float):
        if isinstance(raw, bool) or not isinstance(raw, int | float) or not math.isfinite(raw):
            raise _misshapen(where, raw)
        return kind(raw)
    if not isinstance(raw, kind):
        raise _misshapen(where, raw)
    return raw


def _misshapen(where: str, raw: object) -> MisshapenError:
    return MisshapenError(f"{where} is {type(raw).__name__}")
