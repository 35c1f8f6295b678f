"""Whether robots.txt lets our token visit an address, where the exploration is to respect it."""

from protego import Protego

from oracle.client import Client
from oracle.url import document, origin


class Robots:
    """The rules of each origin, read once."""

    def __init__(self, client: Client, *, token: str) -> None:
        """Nothing is read yet."""
        self._client = client
        self._token = token
        self._rules: dict[str, Protego] = {}

    async def allow(self, address: str) -> bool:
        """Whether the address may be visited."""
        home = origin(address)
        if home not in self._rules:
            self._rules[home] = Protego.parse(await self._read(f"{home}/robots.txt"))
        return bool(self._rules[home].can_fetch(document(address), self._token))

    async def _read(self, url: str) -> str:
        """The rules as text; a server that fails is taken to forbid all, as RFC 9309 says."""
        answer = await self._client.fetch(url, admit=_anywhere, text=True)
        if answer.status is None or answer.status >= 500:
            return "User-agent: *\nDisallow: /"
        return answer.body.decode("utf-8-sig", "replace") if answer.status == 200 else ""


def _anywhere(_: str) -> bool:
    return True
