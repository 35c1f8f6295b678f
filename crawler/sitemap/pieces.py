"""Pieces of a stream: its beginning looked at, with nothing taken from it."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TypeVar

Text = TypeVar("Text", str, bytes)


def gathered(pieces: Iterable[Text], size: int, nothing: Text) -> tuple[Text, Iterator[Text]]:
    """Return the beginning, of at least this size if there is as much, and the whole again.

    `nothing` is the empty text of the stream's kind.
    """
    stream = iter(pieces)
    taken: list[Text] = []
    length = 0
    while length < size and (piece := next(stream, None)) is not None:
        taken.append(piece)
        length += len(piece)
    head = nothing.join(taken)
    return head, chain([head], stream)
