"""Whether robots.txt lets our token visit an address, where the exploration is to respect it."""

from collections.abc import Callable
from dataclasses import dataclass

from protego import Protego

from oracle.liveness.client import Client
from oracle.url import document, origin


@dataclass(frozen=True, slots=True)
class Objection:
    """Why an address may not be visited; `unreachable` when nobody answered at all."""

    why: str
    unreachable: bool = False


def _at_any_pace(_: str, __: float) -> None:
    return


class Robots:
    """The rules of each origin, read once."""

    def __init__(
        self, client: Client, *, token: str, slow: Callable[[str, float], None] = _at_any_pace
    ) -> None:
        """Nothing is read yet; `slow` hears of each origin's Crawl-delay."""
        self._client = client
        self._token = token
        self._slow = slow
        self._rules: dict[str, Protego | Objection] = {}

    async def objection(self, address: str) -> Objection | None:
        """Why the address may not be visited, or None when it may."""
        home = origin(address)
        if home not in self._rules:
            rules = self._rules[home] = await self._read(f"{home}/robots.txt")
            if isinstance(rules, Protego) and (delay := rules.crawl_delay(self._token)):
                self._slow(home, delay)
        rules = self._rules[home]
        if isinstance(rules, Objection):
            return rules
        allowed = rules.can_fetch(document(address), self._token)
        if allowed:
            return None
        return Objection(f"{home}/robots.txt forbids {self._token} to visit {address}")

    async def _read(self, url: str) -> Protego | Objection:
        """The rules, or why there are none: what cannot be read forbids all, says RFC 9309."""
        answer = await self._client.fetch(url, admit=_anywhere, text=True)
        if answer.status is None:
            why = f"{url} could not be read ({answer.failure}: {answer.detail})"
            return Objection(why, unreachable=True)
        if answer.status >= 500:
            return Objection(f"{url} answers {answer.status}: then nothing may be visited")
        text = answer.body.decode("utf-8-sig", "replace") if answer.status == 200 else ""
        return Protego.parse(text)


def _anywhere(_: str) -> bool:
    return True
