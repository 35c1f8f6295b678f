"""The text of a sitemap: by its mark, else UTF-8 if it is that, else what was declared."""

import codecs
import re
from collections.abc import Iterable, Iterator

from crawler.page import charset
from crawler.sitemap.pieces import gathered

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_HEAD = 1024
_DECLARATION = re.compile(
    rb"[^<]{0,64}<\?xml[^<>]{0,256}?encoding\s{0,9}=\s{0,9}[\"']([A-Za-z0-9._:-]{1,64})[\"']"
)


def decoded(pieces: Iterable[bytes]) -> Iterator[str]:
    """Decode pieces, which are read more than once: what a label says, the bytes must bear out."""
    head, _ = gathered(pieces, _HEAD, b"")
    mark, name = next((each for each in _BOMS if head.startswith(each[0])), (b"", ""))
    name = name or _wide(head) or _borne_out(head, pieces)
    decoder = codecs.getincrementaldecoder(name)("replace")
    skip = len(mark)
    for piece in pieces:
        yield decoder.decode(piece[skip:])
        skip = max(0, skip - len(piece))


def _wide(head: bytes) -> str | None:
    """Tell UTF-16 without a mark by the zero beside the first `<`."""
    at = head.find(b"<", 0, 64)
    if at % 2 == 0 and head[at + 1 : at + 2] == b"\0":
        return "utf-16-le"
    return "utf-16-be" if at % 2 and head[at - 1 : at] == b"\0" else None


def _borne_out(head: bytes, pieces: Iterable[bytes]) -> str:
    declared = _DECLARATION.match(head)
    label = charset.codec(declared[1].decode("ascii")) if declared else None
    return next(
        (name for name in ("utf-8", label or "cp1252") if _all_decode(pieces, name)), "utf-8"
    )


def _all_decode(pieces: Iterable[bytes], name: str) -> bool:
    decoder = codecs.getincrementaldecoder(name)()
    try:
        for piece in pieces:
            decoder.decode(piece)
    except UnicodeError:
        return False
    return True
