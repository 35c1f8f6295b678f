"""One of seven kinds for an address, read from the address alone."""

from enum import StrEnum


class Kind(StrEnum):
    """What an address looks like; it never decides what is fetched."""

    PAGE = "page"
    PDF = "pdf"
    IMAGE = "image"
    OTHER_FILE = "other_file"
    ARCHIVE = "archive"
    CATEGORY = "category"
    TAG = "tag"


def kind(url: str) -> Kind:
    """Tell the kind of a serialised address."""
    raise NotImplementedError
