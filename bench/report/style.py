"""The names of the forms in which a run is printed."""

from enum import StrEnum


class Style(StrEnum):
    """How a run is printed."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"
    MD = "md"
    GITHUB = "github"
    JUNIT = "junit"
