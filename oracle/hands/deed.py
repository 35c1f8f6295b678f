"""What one action did: a value, so that sightings can be computed without a browser."""

from dataclasses import dataclass

from oracle.hands.report import Held, Link


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """An action and what it brought.

    `beyond` is true where the page went on to another view although it was held: what shows
    then belongs to the destination.
    """

    action: str
    label: str | None
    locator: str | None
    links: tuple[Link, ...] = ()
    held: tuple[Held, ...] = ()
    beyond: bool = False

    @property
    def addresses(self) -> frozenset[str]:
        """All addresses that it brought."""
        return frozenset([one.url for one in self.links] + [one.url for one in self.held])

    @property
    def barren(self) -> bool:
        """Whether it brought no address at all."""
        return not self.addresses
