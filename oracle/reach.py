"""Through what an exploration reaches its site."""

from dataclasses import dataclass

from oracle.events import Listener
from oracle.liveness.client import Client
from oracle.routes.visit import Visitor


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Through what an exploration reaches the site, and who hears of it."""

    client: Client
    visitor: Visitor
    listen: Listener
