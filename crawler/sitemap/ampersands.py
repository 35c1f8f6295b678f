"""Every `&` that begins no reference is escaped: written raw it is a map's most common fault.

No entity but XML's own five is left, so that nothing can be expanded.
"""

import re
from collections.abc import Iterable, Iterator

# An ampersand that begins no reference which XML itself defines; CDATA keeps its own.
_LOOSE = re.compile(
    r"<!\[CDATA\[.*?(?P<end>\]\]>|\Z)"
    r"|(?P<loose>&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,9}|#x[0-9A-Fa-f]{1,8});))",
    re.DOTALL,
)
_CDATA_END = "]]>"


class Ampersands:
    """Ties the ampersands of a text that comes in pieces; `first` is where the first one stood."""

    def __init__(self, *, longest: int) -> None:
        self._longest = longest
        self._line, self._column = 1, 1
        self._in_cdata = False
        self.first: tuple[int, int] | None = None
        self.endless = False

    def tied(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield the text, cut behind tags; one longer than the longest ends it (`endless`)."""
        rest = ""
        for piece in pieces:
            rest += piece
            cut = rest.rfind(">") + 1
            if cut:
                yield self._tie(rest[:cut])
                rest = rest[cut:]
            if len(rest) > self._longest:
                self.endless = True
                return
        yield self._tie(rest)

    def _tie(self, text: str) -> str:
        start = self._within_cdata(text)

        def replace(found: re.Match[str]) -> str:
            if found["loose"] is None:
                self._in_cdata = not found["end"]
                return found[0]
            self.first = self.first or self._place(text, start + found.start())
            return "&amp;"

        rest = text[start:]
        if "&" in rest or "<![" in rest:
            text_tied = text[:start] + _LOOSE.sub(replace, rest)
        else:
            text_tied = text
        self._line, self._column = self._place(text, len(text))
        return text_tied

    def _within_cdata(self, text: str) -> int:
        """Return how far a section reaches in that an earlier piece has opened."""
        if not self._in_cdata:
            return 0
        end = text.find(_CDATA_END)
        self._in_cdata = end < 0
        return len(text) if end < 0 else end + len(_CDATA_END)

    def _place(self, text: str, at: int) -> tuple[int, int]:
        newline = text.rfind("\n", 0, at)
        column = self._column + at if newline < 0 else at - newline
        return self._line + text.count("\n", 0, at), column
