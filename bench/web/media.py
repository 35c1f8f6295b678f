"""File name to media type: a table of our own, so that no machine's registry changes it."""

import mimetypes
from pathlib import PurePosixPath

UNKNOWN = "application/octet-stream"

# Text carries no charset: what a document says of itself decides.
TYPES = {
    ".atom": "application/atom+xml",
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".bz2": "application/x-bzip2",
    ".css": "text/css",
    ".csv": "text/csv",
    ".doc": "application/msword",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".eot": "application/vnd.ms-fontobject",
    ".epub": "application/epub+zip",
    ".gif": "image/gif",
    ".gz": "application/gzip",
    ".htm": "text/html",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".ics": "text/calendar",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".md": "text/markdown",
    ".mjs": "text/javascript",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".odf": "application/vnd.oasis.opendocument.formula",
    ".odg": "application/vnd.oasis.opendocument.graphics",
    ".odt": "application/vnd.oasis.opendocument.text",
    ".ogg": "audio/ogg",
    ".otf": "font/otf",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".ps": "application/postscript",
    ".rss": "application/rss+xml",
    ".svg": "image/svg+xml",
    ".tar": "application/x-tar",
    ".tiff": "image/tiff",
    ".ttf": "font/ttf",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".wav": "audio/wav",
    ".webm": "video/webm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".xhtml": "application/xhtml+xml",
    ".xls": "application/vnd.ms-excel",
    ".xml": "application/xml",
    ".xsl": "text/xsl",
    ".xz": "application/x-xz",
    ".zip": "application/zip",
}

_PYTHONS = mimetypes.MimeTypes().types_map[True]  # its built-in table, no file of the machine


def media_type(name: str) -> str:
    """The media type of a file by the last ending of its name."""
    suffix = PurePosixPath(name).suffix.lower()
    return TYPES.get(suffix) or _PYTHONS.get(suffix, UNKNOWN)
