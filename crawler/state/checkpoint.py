"""The state of a long crawl on disk: every fetch as it was done, in one SQLite file.

A fetch is written before anything is made of it, and each write is whole or not there, so a
crawl that is killed at any moment goes on from its file with nothing lost and nothing fetched
twice.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from cattrs.preconf.json import make_converter

from crawler.config import Config
from crawler.state.recall import Purpose
from crawler.unwritable import UnwritableError
from crawler.wire.fetch import Fetched

SCHEMA = 1
# What may differ between a crawl and its continuation: how far it goes, and how fast.
_MAY_DIFFER = frozenset({"budget", "pacing"})
_TABLES = """
CREATE TABLE IF NOT EXISTS crawl (schema INTEGER NOT NULL, settings TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS fetched (
    purpose TEXT NOT NULL, url TEXT NOT NULL, wave INTEGER NOT NULL,
    facts TEXT NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (purpose, url, wave)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS fetched_wave ON fetched (wave);
"""
_FIND = (
    "SELECT facts, body FROM fetched WHERE purpose = ? AND url = ? AND wave BETWEEN ? AND ? "
    "ORDER BY wave DESC LIMIT 1"
)
_CONVERTER = make_converter()


class UnusableError(Exception):
    """A state file that this crawl cannot go on from; the message says why."""


class Checkpoint:
    """The memory of a crawl in a file; made by `open_checkpoint`."""

    def __init__(self, database: sqlite3.Connection, path: Path) -> None:
        self._database = database
        self._path = path
        (last,) = database.execute("SELECT max(wave) FROM fetched").fetchone()
        self.last_wave = -1 if last is None else int(last)

    def find(self, purpose: Purpose, url: str, *, waves: range) -> Fetched | None:
        """Return the latest fetch that was done in one of the waves."""
        asked = (purpose, _storable(url), waves.start, waves.stop - 1)
        row = self._database.execute(_FIND, asked).fetchone()
        return None if row is None else _read(*row)

    def keep(self, purpose: Purpose, fetched: Fetched, *, wave: int) -> None:
        """Write a fetch down for good.

        Raises:
            UnwritableError: it cannot be; what was written before stays.
        """
        facts, body = _written(fetched)
        row = (purpose, _storable(fetched.requested), wave, facts, body)
        try:
            self._database.execute("INSERT OR REPLACE INTO fetched VALUES (?, ?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            message = f"the state file {self._path} cannot be written: {error}"
            raise UnwritableError(message) from None


@contextmanager
def open_checkpoint(path: Path, config: Config) -> Iterator[Checkpoint]:
    """Open the state of a crawl, or begin one.

    Raises:
        UnusableError: the file is none of ours, of another crawl, or in use.
    """
    try:
        with ExitStack() as stack:
            database = sqlite3.connect(path, isolation_level=None, timeout=1.0)
            stack.callback(database.close)
            _prepare(database, config)
            checkpoint = Checkpoint(database, path)
            opened = stack.pop_all()
    except sqlite3.Error as error:
        why = "is in use by another crawl" if "locked" in str(error) else f"is none: {error}"
        message = f"the state file {path} {why}"
        raise UnusableError(message) from error
    except UnusableError as error:
        message = f"the state file {path} {error}"
        raise UnusableError(message) from None
    with opened:
        yield checkpoint


def _prepare(database: sqlite3.Connection, config: Config) -> None:
    # One writer; what is written survives the process, though not always the machine's fall.
    for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = NORMAL"):
        database.execute(f"PRAGMA {setting}")
    database.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT;")
    known = database.execute("SELECT schema, settings FROM crawl").fetchone()
    own = _identity(config)
    if known is None:
        row = (SCHEMA, json.dumps(own, sort_keys=True))
        database.execute("INSERT INTO crawl VALUES (?, ?)", row)
        return
    schema, settings = known
    if schema != SCHEMA:
        message = f"has schema {schema}, not {SCHEMA}"
        raise UnusableError(message)
    was: Mapping[str, Any] = json.loads(settings)
    changed = sorted(name for name in own | dict(was) if own.get(name) != was.get(name))
    if changed:
        message = f"is of another crawl: it differs in {', '.join(changed)}"
        raise UnusableError(message)


def _identity(config: Config) -> dict[str, Any]:
    """Return what makes a crawl this one and no other, as JSON has it."""
    settings = {"root": config.root} | config.settings
    kept = {name: value for name, value in settings.items() if name not in _MAY_DIFFER}
    read: dict[str, Any] = json.loads(json.dumps(kept))
    return read


def _written(fetched: Fetched) -> tuple[str, bytes]:
    body = fetched.answer.body if fetched.answer else b""
    facts = json.dumps(_CONVERTER.unstructure(fetched.without_body()))
    return facts, zlib.compress(body, 1)


def _read(facts: str, body: bytes) -> Fetched:
    fetched = _CONVERTER.structure(json.loads(facts), Fetched)
    if fetched.answer is None:
        return fetched
    return replace(fetched, answer=replace(fetched.answer, body=zlib.decompress(body)))


def _storable(url: str) -> str:
    """Escape what SQLite cannot hold as text."""
    return url.encode("utf-8", "backslashreplace").decode()
