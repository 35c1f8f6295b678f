"""Which hosts still answer: one that times out again and again is given up, not waited for."""

from collections import Counter

from crawler.wire.observation import Failure, Trouble

# A host that has answered before may only be slow for a while.
PATIENCE = 4


class Hosts:
    """How the hosts of a crawl have answered, as far as outcomes were folded."""

    def __init__(self, silence: int) -> None:
        self._silence = silence
        self._timeouts: Counter[str] = Counter()
        self._answered: set[str] = set()
        self._given_up: set[str] = set()

    def gave_up(self, host: str) -> bool:
        """Tell whether a host is asked no more."""
        return host in self._given_up

    def timeouts(self, host: str) -> int:
        """Return how often a host did not answer in time, without an answer in between."""
        return self._timeouts[host]

    def note(self, host: str, *, status: int | None, error: Trouble | None) -> bool:
        """Note an outcome; return whether the host is given up with it."""
        if error is None or error.reason is not Failure.TIMEOUT or status is not None:
            self._timeouts[host] = 0
            self._answered.add(host)
            return False
        self._timeouts[host] += 1
        patience = self._silence * (PATIENCE if host in self._answered else 1)
        if self._timeouts[host] < patience:
            return False
        self._given_up.add(host)
        return True
