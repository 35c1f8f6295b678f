"""Adds to the page of a CI job, where the job has one."""

import os
from pathlib import Path

VARIABLE = "GITHUB_STEP_SUMMARY"


def append(text: str) -> str | None:
    """Add a text to the job's page; say what stood in the way, or None."""
    page = os.environ.get(VARIABLE)
    if not page:
        return None
    try:
        with Path(page).open("a", encoding="utf-8", errors="replace") as file:
            file.write(f"{text}\n")
    except OSError as error:
        return f"{VARIABLE}: cannot add to {page}: {error.strerror}"
    return None
