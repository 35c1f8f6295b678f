"""Served bytes, restored from the text that the browser's inspector gives instead of them."""

BOM = {"UTF-8": b"\xef\xbb\xbf", "UTF-16LE": b"\xff\xfe", "UTF-16BE": b"\xfe\xff"}

CODECS = {
    "windows-874": "cp874",
    "Shift_JIS": "cp932",
    "EUC-KR": "cp949",
    "GBK": "gb18030",
    "Big5": "big5hkscs",
    "ISO-8859-8-I": "iso-8859-8",
    "macintosh": "mac-roman",
    "x-mac-cyrillic": "mac-cyrillic",
}


def restore(body: bytes, charset: str, size: int) -> bytes:
    """The bytes as they were served, `size` of them, if the charset allows it, else `body`.

    Text comes decoded by `charset` and encoded as UTF-8, without its byte order mark; what is
    no text, or was not valid in its charset, comes as it was.
    """
    if len(body) == size and (charset == "UTF-8" or body.isascii()):
        return body
    for candidate in _candidates(body, charset):
        if len(candidate) == size:
            return candidate
    return body


def _candidates(body: bytes, charset: str) -> list[bytes]:
    mark = BOM.get(charset, b"")
    made = [mark + body, body] if charset == "UTF-8" else []
    try:
        encoded = _encode(body.decode("utf-8"), charset)
    except (UnicodeError, LookupError):
        return [*made, body]
    return [*made, encoded, mark + encoded, body]


def _encode(text: str, charset: str) -> bytes:
    if not charset.startswith("windows-"):
        return text.encode(CODECS.get(charset, charset))
    # The web's windows code pages let the bytes that Python leaves undefined stand for themselves.
    codec = CODECS.get(charset, charset.replace("windows-", "cp"))
    return b"".join(_single(letter, codec) for letter in text)


def _single(letter: str, codec: str) -> bytes:
    try:
        return letter.encode(codec)
    except UnicodeEncodeError:
        return letter.encode("latin-1")
