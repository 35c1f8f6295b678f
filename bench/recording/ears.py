"""Who listens to each of those that ask a site, while it is measured."""

from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Self

from bench.recording.exchange import Heard
from bench.recording.recorder import Recorder
from bench.recording.role import Door, Turn
from bench.recording.turns import Turns

FOLDER = "recording"


@dataclass(slots=True, kw_only=True)
class Ears:
    """Listeners to be handed out; None for all where nothing is recorded."""

    recorder: Recorder | None = None
    turns: Turns = field(default_factory=Turns)

    @classmethod
    def into(cls, home: Path, browser: str | None) -> Self:
        """Listen to all, and record into a site's folder."""
        about = {
            "software": f"route-recall {version('route-recall')}",
            "browser": browser or "none",
            "format": "WARC File Format 1.1",
            "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
            "redaction": "values of cookies and credentials are replaced by tokens",
        }
        return cls(recorder=Recorder(folder=home / FOLDER, about=about))

    def of(self, door: Door) -> Heard | None:
        """Give the listener of one of us."""
        if self.recorder is None:
            return None
        if door is Door.BROWSER:
            return self.recorder.follow(self.turns.of)
        return self.recorder.hear(door)

    def browsing(self) -> Turn:
        """Say at which visit the browser is."""
        return self.turns.now

    def close(self) -> None:
        """End the recording; what is told later is not kept.

        Raises:
            OSError: something could not be written.
        """
        if self.recorder is not None:
            self.recorder.close()

    def __enter__(self) -> Self:
        """Begin to listen."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the recording.

        Raises:
            OSError: something could not be written.
        """
        self.close()
