"""Lays the faults that were asked for over a closed web; the web itself stays as it is."""

from collections.abc import Mapping

from bench.web.fault import Fault, Value
from bench.web.moved import AtHome, Leading, RootElsewhere, move_of, root_path
from bench.web.origin import Hosts, Origin, Unserved
from bench.web.twisted import SitemapScheme, Soft404
from bench.web.weather import Weather


class Faulty:
    """A closed web as the faults let it appear: where its site is, and what it answers."""

    def __init__(self, web: Hosts, root: str, faults: Mapping[str, Value]) -> None:
        self._web = web
        self._root = root_path(root)
        self._faults = faults
        self._move = move_of(root, faults)
        self._weather = Weather(faults)
        self._laid: dict[str, Origin] = {}

    def find(self, origin: str) -> Origin | Unserved:
        """Who answers under `scheme://host`, through all faults."""
        if origin not in self._laid:
            found = self._placed(origin)
            if isinstance(found, Unserved):
                return found
            self._laid[origin] = self._weather.over(found)
        return self._laid[origin]

    def _placed(self, origin: str) -> Origin | Unserved:
        move = self._move
        if origin in move.leading:
            return Leading(home=move.home)
        found = self._web.find(move.own if origin == move.home else origin)
        if isinstance(found, Unserved):
            return found
        twisted = self._twisted(found)
        at_home = origin == move.home != move.own
        return AtHome(origin=twisted, move=move) if at_home else twisted

    def _twisted(self, origin: Origin) -> Origin:
        place = self._faults.get(Fault.ROOT_REDIRECT)
        if Fault.SITEMAP_SCHEME in self._faults:
            origin = SitemapScheme(origin=origin)
        if isinstance(place, str) and place.startswith("/") and place != self._root:
            origin = RootElsewhere(origin=origin, root=self._root, place=place)
        if Fault.SOFT_404 in self._faults:
            kind = str(self._faults[Fault.SOFT_404])
            origin = Soft404(origin=origin, kind=kind, root=self._root)
        return origin


def overlay(web: Hosts, root: str, faults: Mapping[str, Value]) -> Hosts:
    """Give the web of a root with faults laid over it."""
    return Faulty(web, root, faults) if faults else web
