"""The names of elements by what the HTML standard's parser does with them."""


def _names(text: str) -> frozenset[bytes]:
    return frozenset(text.encode().split())


FORMATTING = _names("a b big code em font i nobr s small strike strong tt u")
ROOTS = _names("html body")
VOID = ROOTS | _names(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source"
    " track wbr head"
)
HEADINGS = _names("h1 h2 h3 h4 h5 h6")
LOOSE = _names("address div p")
SELF_SCOPED = _names("applet button marquee object select template")
BLOCKS = HEADINGS | _names(
    "article aside blockquote center dd details dir dl dt fieldset figcaption figure footer header"
    " hgroup li listing main menu nav ol pre search section summary ul"
)
MARKERS = _names("applet caption marquee object td template th")
FOREIGN = _names("svg math")
HTML_IN_SVG = _names("foreignobject desc title")
HTML_IN_MATH = _names("annotation-xml mi mo mn ms mtext")
CLOSED = FOREIGN | _names("frameset select template")
BARRIERS = MARKERS | CLOSED | HTML_IN_SVG | HTML_IN_MATH | _names("table")
NEVER_FOREIGN = _names(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li"
    " listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
"""Start tags that end a drawing or a formula."""

NEVER_DEEP = _names("br embed hr img meta")
WALLS = (
    BLOCKS
    | SELF_SCOPED
    | BARRIERS
    | _names(
        "option optgroup colgroup form iframe noembed noframes noscript plaintext script style"
        " tbody textarea tfoot thead title tr xmp"
    )
)
SPECIAL = WALLS | LOOSE
CLOSES_P = BLOCKS | LOOSE | _names("dialog hr plaintext xmp")
BY_SCOPE = BLOCKS | LOOSE | SELF_SCOPED | _names("form")
ROWS = {
    b"td": _names("td th"),
    b"th": _names("td th"),
    b"tr": _names("tr"),
    **dict.fromkeys((b"tbody", b"thead", b"tfoot"), _names("tbody thead tfoot")),
}
ENDLESS = _names("p li dd dt option td th tr tbody thead tfoot")
"""Elements whose end tags are left out as often as not."""

IN_TABLE = _names("caption colgroup tbody td tfoot th thead tr")
RAW = _names("script style textarea title xmp iframe noembed noframes")
NO_RAW = CLOSED - _names("select")
OPTIONS = dict.fromkeys((b"option", b"optgroup"), _names("option"))
ITEMS = {b"li": (b"li",), b"dd": (b"dd", b"dt"), b"dt": (b"dd", b"dt")}
