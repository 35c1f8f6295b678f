"""A crawl's events as one line that stays in its place on a terminal; elsewhere, nothing."""

from typing import TextIO

from crawler.story.events import Event, Finished, PageFetched

WIDTH = 78
CLEAR = "\r\x1b[K"


class Progress:
    """A listener that shows how far a crawl is."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shows = stream.isatty()

    def __call__(self, event: Event) -> None:
        """Show an event if it moves the count."""
        if not self._shows:
            return
        match event:
            case PageFetched():
                line = f"{event.fetched} of {event.known} fetched  {event.url}"[:WIDTH]
                self._stream.write(f"{CLEAR}{line}")
            case Finished():
                self._stream.write(CLEAR)
            case _:
                return
        self._stream.flush()
