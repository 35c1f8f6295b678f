"""Talks to the terminal: results to stdout, complaints to stderr, a line each."""

import os
import shutil
import sys
from collections.abc import Iterable

import typer

from bench.report.words import WIDTH, plain


def say(text: str) -> None:
    """Print a result."""
    try:
        typer.echo(text)
    except BrokenPipeError:
        # Whoever read has left; the work goes on, and so does its exit code.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def width() -> int:
    """Give the columns that a table may take: the terminal's, or a log's."""
    # What goes into a file or a pipe must not hang on the window that it was started from.
    return shutil.get_terminal_size((WIDTH, 24)).columns if sys.stdout.isatty() else WIDTH


def complain(lines: Iterable[str]) -> None:
    """Tell what went wrong."""
    for line in lines:
        # What a site or a file wrote may stand in it: no line of it begins without our head.
        for piece in line.split("\n"):
            typer.echo(f"bench: {plain(piece)}", err=True)
