"""Which charset a page is in: byte order mark, header, meta, and what the bytes look like."""

import codecs
import re
from functools import lru_cache

# The WHATWG's encodings by Python's name of the label: what a browser decodes with. Labels of
# other codecs are unknown to browsers and are passed over.
_ENCODINGS = {
    "utf-8": "utf-8", "utf-16": "utf-16-le", "utf-16-le": "utf-16-le", "utf-16-be": "utf-16-be",
    "ascii": "cp1252", "iso8859-1": "cp1252", "cp1252": "cp1252",
    "iso8859-9": "cp1254", "cp1254": "cp1254",
    "iso8859-11": "cp874", "tis-620": "cp874", "cp874": "cp874",
    "gb2312": "gbk", "gbk": "gbk", "cp936": "gbk", "gb18030": "gb18030",
    "big5": "big5hkscs", "big5hkscs": "big5hkscs", "cp950": "big5hkscs",
    "shift_jis": "cp932", "cp932": "cp932", "euc_jp": "euc_jp", "iso2022_jp": "iso2022_jp",
    "euc_kr": "cp949", "cp949": "cp949",
    "koi8-r": "koi8-r", "koi8-u": "koi8-u", "mac-roman": "mac-roman", "cp866": "cp866",
    "mac-cyrillic": "mac-cyrillic",
    **{f"iso8859-{n}": f"iso8859-{n}" for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    **{f"cp{n}": f"cp{n}" for n in (1250, 1251, 1253, 1255, 1256, 1257, 1258)},
}  # fmt: skip
# Labels of the standard that Python does not know.
_LABELS = {
    "unicode-1-1-utf-8": "utf-8", "unicode11utf8": "utf-8", "x-unicode20utf8": "utf-8",
    "x-cp1250": "cp1250", "x-cp1251": "cp1251", "x-cp1252": "cp1252", "x-sjis": "cp932",
    "windows-31j": "cp932", "x-gbk": "gbk", "x-x-big5": "big5", "cn-big5": "big5",
    "big5-hkscs": "big5hkscs", "x-euc-jp": "euc_jp", "windows-949": "cp949",
    "windows-874": "cp874", "x-mac-roman": "mac-roman", "macintosh": "mac-roman",
    "x-mac-cyrillic": "mac-cyrillic", "x-user-defined": "cp1252", "dos-874": "cp874",
    "koi": "koi8-r", "koi8": "koi8-r", "koi8-ru": "koi8-u", "logical": "iso8859-8",
    "visual": "iso8859-8", "iso-8859-8-i": "iso8859-8", "chinese": "gbk", "korean": "cp949",
}  # fmt: skip
UTF8_MARK = b"\xef\xbb\xbf"
_BOMS = ((UTF8_MARK, "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_UNDEFINED = "crawler-undefined"  # our error handler's name in Python's registry
_NOT_ASCII = frozenset({"utf-16-le", "utf-16-be", "iso2022_jp"})
_WINDOWS = frozenset({"charmap", "cp874", *(f"cp{n}" for n in range(1250, 1259))})
_SNIFFED = 64 * 1024
_PARAMETER = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';>/]+)", re.IGNORECASE)
_OPENING = re.compile(rb"<(?:(!--)|(script|style|title|meta)\b|body\b|/head\b)", re.IGNORECASE)
# Of the elements whose content is text, and of comments, where they end.
_ENDS = {
    name: re.compile(rb"</" + name, re.IGNORECASE) for name in (b"script", b"style", b"title")
}
_ENDS[b"!--"] = re.compile(rb"-->")
_META = re.compile(rb"((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>")
_ATTRIBUTE = re.compile(
    r"(?<![^\s/\"'])([^\s=/>\"']++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>\"']++))"
)
_XML_DECLARATION = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._:-]+)[\"']")


def codec(label: str) -> str | None:
    """Return Python's codec for a charset label as browsers read it; None: unknown."""
    name = label.strip().lower()
    try:
        known = codecs.lookup(_LABELS.get(name, name)).name
    except (LookupError, ValueError):
        return None
    return _ENCODINGS.get(known)


def sniff(data: bytes, content_type: str | None) -> str:
    """Return the codec of a page's bytes."""
    for mark, name in _BOMS:
        if data.startswith(mark):
            return name
    return _declared(content_type or "") or _prescan(data[:_SNIFFED]) or _guess(data)


def is_utf8_already(data: bytes, name: str) -> bool:
    """Tell cheaply whether a page's bytes mean in UTF-8 what they mean in the page's codec."""
    if name == "utf-8":
        try:
            data.decode()
        except UnicodeDecodeError:
            return False
        return True
    return data.isascii() and name not in _NOT_ASCII


def decode(data: bytes, name: str) -> str:
    """Decode with a codec that `sniff` named, a byte order mark cut off."""
    body = next((data[len(mark) :] for mark, _ in _BOMS if data.startswith(mark)), data)
    # Browsers read everything that is labelled GBK with its superset.
    return body.decode("gb18030" if name == "gbk" else name, _UNDEFINED)


def encode(text: str, name: str) -> bytes | None:
    """Encode text for a query as a page in that charset does; None: a character is not in it."""
    try:
        return text.encode(name)
    except UnicodeEncodeError:
        if name == "gbk" and text == "\N{EURO SIGN}":
            return b"\x80"
        # What `decode` made of a byte without a meaning becomes that byte again.
        if len(text) == 1 and "\x80" <= text <= "\x9f" and name.startswith("cp"):
            return text.encode("latin-1")
        return None


def _undefined(error: UnicodeError) -> tuple[str, int]:
    """Read a byte without a meaning as browsers do: as a control character, or as U+FFFD."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    octet = error.object[error.start]
    if error.encoding in _WINDOWS and 0x80 <= octet <= 0x9F:
        return chr(octet), error.start + 1
    return "\N{REPLACEMENT CHARACTER}", error.end


codecs.register_error(_UNDEFINED, _undefined)


def _declared(text: str) -> str | None:
    found = _PARAMETER.search(text)
    return codec(found[1]) if found else None


def _prescan(head: bytes) -> str | None:
    """Look for a declaration in the head, late ones too; a page that says UTF-16 here errs."""
    if declaration := _XML_DECLARATION.match(head):
        return _ascii_compatible(codec(declaration[1].decode("ascii")))
    at = 0
    while opening := _OPENING.search(head, at):
        comment, tag = opening.groups()
        name = comment or (tag or b"").lower()
        if not name:
            return None
        end = _META.match if name == b"meta" else _ENDS[name].search
        # What has no end reaches to the end, and nothing behind it counts.
        closed = end(head, opening.end())
        if closed is None:
            return None
        if name == b"meta" and (found := _meta(closed[1].decode("latin-1"))):
            return _ascii_compatible(found)
        at = closed.end()
    return None


@lru_cache(maxsize=64)
def _meta(text: str) -> str | None:
    """Read the charset of one `<meta>`: its own attribute, or its Content-Type.

    The pages of a site share theirs, so that it is read once.
    """
    attributes: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(text):
        attributes.setdefault(name.lower(), "".join(values))
    if "charset" in attributes:
        return codec(attributes["charset"])
    if attributes.get("http-equiv", "").strip().lower() != "content-type":
        return None
    return _declared(attributes.get("content", ""))


def _ascii_compatible(name: str | None) -> str | None:
    return "utf-8" if name and name.startswith("utf-16") else name


def _guess(data: bytes) -> str:
    """Take undeclared bytes for UTF-8 if they can be (a cut last character is no fault)."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"
