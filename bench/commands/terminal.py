"""Talks to the terminal: results to stdout, complaints to stderr, a line each."""

import os
import sys
from collections.abc import Iterable

import typer


def say(text: str) -> None:
    """Print a result."""
    try:
        typer.echo(text)
    except BrokenPipeError:
        # Whoever read has left; the work goes on, and so does its exit code.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(lines: Iterable[str]) -> None:
    """Tell what went wrong."""
    for line in lines:
        typer.echo(f"bench: {line}", err=True)
