"""One of seven kinds for an address, read from the address alone."""

import re
from enum import StrEnum

from crawler.address import url as addresses


class Kind(StrEnum):
    """What an address looks like; it never decides what is fetched."""

    PAGE = "page"
    PDF = "pdf"
    IMAGE = "image"
    OTHER_FILE = "other_file"
    ARCHIVE = "archive"
    CATEGORY = "category"
    TAG = "tag"


_EXTENSIONS = {
    Kind.PDF: "pdf",
    Kind.IMAGE: "apng avif bmp gif heic ico jpe jpeg jpg png svg svgz tif tiff webp",
    Kind.OTHER_FILE: (
        "7z aac apk atom avi bin bz2 cab class css csv deb dmg doc docm docx dot dotx eot epub "
        "exe flac flv gz gzip ics iso jar js json jsonld kml kmz less m3u m3u8 m4a m4v map md5 "
        "mid mjs mobi mov mp3 mp4 mpeg mpg msi odg odp ods odt oga ogg ogv opus otf ppt pptm "
        "pptx ps psd rar rdf rpm rss rtf sha256 sig swf tar tgz ttf txt vcf wasm wav webm "
        "webmanifest wma wmv woff woff2 xls xlsm xlsx xml xpi xz zip zst"
    ),
}
_BY_EXTENSION = {ext: kind for kind, words in _EXTENSIONS.items() for ext in words.split()}
_EXTENSION = re.compile(r"[^/.][^/]*\.([A-Za-z0-9]{1,11})$")
# What every shape below has somewhere; most addresses have none of it.
_SHAPELY = re.compile(r"/(?:tag|label|[ck]ategor|archive|date|19|20)")
_PAGING = r"(?:/page/\d+)?"
# Tried in this order on the path in lower case, without its trailing slash. A date with a name
# behind it is a permalink, and so a page.
_SHAPES = (
    (Kind.TAG, re.compile(r".*/(?:tags?|label|labels)(?:/.+)?")),
    (Kind.CATEGORY, re.compile(r".*/(?:categor(?:y|ies)|kategorie|categorie|categoria)(?:/.+)?")),
    (Kind.ARCHIVE, re.compile(r"(?:/[^/]+)?/(?:19|20)\d\d(?:/[01]?\d(?:/[0-3]?\d)?)?" + _PAGING)),
    (Kind.ARCHIVE, re.compile(r".*/(?:archives?|date)(?:/[\d/-]+)?" + _PAGING)),
)


def kind(url: str) -> Kind:
    """Tell the kind of a serialised address."""
    path = addresses.parts(url).path.lower().rstrip("/")
    extension = _EXTENSION.search(path)
    if extension and (found := _BY_EXTENSION.get(extension[1])):
        return found
    if _SHAPELY.search(path) is None:
        return Kind.PAGE
    return next((kind for kind, shape in _SHAPES if shape.fullmatch(path)), Kind.PAGE)
