"""Served HTML to a tree, in time that grows with its size, whatever is served."""

from selectolax.lexbor import LexborHTMLParser

from oracle.liveness.nesting import bearable


def tree_of(body: bytes) -> LexborHTMLParser:
    """The tree of a page, cut where it stops being bearable."""
    return LexborHTMLParser(body[: bearable(body)])
