"""Where every address comes in: reconciled with the root's scheme, judged, and noted."""

from crawler.address import url as addresses
from crawler.address.admission import Admitted, admit
from crawler.address.citation import Citation, Via
from crawler.address.refusal import Reason, Refused
from crawler.address.scope import Scope
from crawler.page.extract import Link
from crawler.robots.origins import Origins
from crawler.robots.policy import Policy
from crawler.state.crowds import Crowds
from crawler.state.frontier import Frontier
from crawler.state.record import Record, State
from crawler.story import events
from crawler.wire.observation import Failure

MAX_TEXT = 200
MAX_WRITTEN = 2048
# A scheme that fails in these ways may be the wrong one for this address.
SCHEME_FAILURES = frozenset({Failure.CONNECT, Failure.TLS})
GONE = frozenset({404, 410})


class Intake:
    """The way of every address into the frontier.

    `scope` says what is in site; `home` is where the root landed, whose scheme addresses take.
    """

    def __init__(  # noqa: PLR0913 - what the gate rests on, each named by its caller
        self,
        frontier: Frontier,
        *,
        scope: Scope,
        home: Scope,
        origins: Origins,
        listen: events.Listener = events.silence,
        told: int = 0,
        literal_scheme: bool = False,
    ) -> None:
        self._frontier = frontier
        self._scope = scope
        self._home = home
        self._origins = origins
        self._listen = listen
        self._told = told
        self._foreign = "http://" if home.root.startswith("https:") else "https://"
        self._literal_scheme = literal_scheme
        self._policies: dict[str, Policy] = {}
        self._crowds = Crowds()

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The robots.txt that decided about candidates, in the order in which they first did."""
        return tuple(self._policies.values())

    def consult(self, url: str) -> Policy | None:
        """Return the policy of an address's origin if it is known, and note that it counted."""
        policy = self._origins.known(self._governed(url))
        if policy is not None and policy.url not in self._policies:
            self._tell_policy(policy)
        return policy

    def renewed(self, policy: Policy) -> None:
        """Judge anew, by a robots.txt that has changed, what is pending and what it refused."""
        self._tell_policy(policy)
        origin = policy.url.removesuffix("/robots.txt")
        for record in list(self._frontier):
            by_robots = record.refusal is not None and record.refusal.reason is Reason.ROBOTS
            if not (by_robots or record.state is State.PENDING):
                continue
            if addresses.origin(self._governed(record.url)) != origin:
                continue
            verdict = admit(record.url, scope=self._scope, policy=policy)
            if isinstance(verdict, Refused) and record.state is State.PENDING:
                self._frontier.refuse(record, verdict)
            elif by_robots and isinstance(verdict, Admitted):
                self._frontier.admit(record, record.citation)

    def note(self, link: Link, *, depth: int) -> bool:
        """Note one more mention of a known address; return whether nothing was left to judge."""
        record = self._frontier.find(self._reconciled(link.url or link.written[:MAX_WRITTEN]))
        if record is None or _only_unfollowed(record):
            return False
        self._frontier.again(record, link.via, depth)
        return True

    async def cite(
        self, link: Link, *, source: str | None, depth: int, lastmod: str | None = None
    ) -> Record | None:
        """Note one mention; return its candidate's record, or None when there is no more room."""
        url = self._reconciled(link.url or link.written[:MAX_WRITTEN])
        record = self._frontier.find(url)
        if record is None:
            verdict = link.refusal or await self._judge(url, nofollow=link.nofollow)
            cited = _citation(link, source, depth)
            return self._frontier.add(url, cited, verdict, lastmod=lastmod)
        self._frontier.again(record, link.via, depth, lastmod=lastmod)
        if _only_unfollowed(record) and link.nofollow is None:
            verdict = await self._judge(url)
            if verdict is None:
                self._frontier.admit(record, _citation(link, source, depth))
        return record

    async def seed(self, url: str, *, refusal: Refused | None = None) -> Record | None:
        """Note the address that the crawl was asked for, which needs no permission but robots'."""
        return self._frontier.add(url, seeded(url), refusal)

    async def gate(self, url: str) -> Refused | None:
        """Judge a redirect's target before it is fetched."""
        if self._scope.refusal(url) is not None:
            policy = None
        else:
            policy = await self._origins.policy(self._governed(url))
        verdict = admit(url, scope=self._scope, policy=policy)
        return None if isinstance(verdict, Admitted) else verdict

    def retry_as_written(self, record: Record) -> None:
        """Give an address that failed under the root's scheme a try under its own."""
        observation = record.observation
        written = addresses.parse(record.citation.written)
        if observation is None or isinstance(written, Refused) or written.url == record.url:
            return
        wrong = observation.error is not None and observation.error.reason in SCHEME_FAILURES
        if not (wrong or observation.status in GONE) or self._frontier.find(written.url):
            return
        if self._reconciled(written.url) == record.url:
            self._frontier.add(written.url, record.citation, None)

    def _tell_policy(self, policy: Policy) -> None:
        self._policies[policy.url] = policy
        self._listen(events.Discovery(policy=policy, text=policy.text[: self._told]))

    def _governed(self, url: str) -> str:
        """Return the address whose robots.txt counts; with the fault, one serves both schemes."""
        return self._under_own_scheme(url) if self._literal_scheme else url

    def _reconciled(self, url: str) -> str:
        return url if self._literal_scheme else self._under_own_scheme(url)

    def _under_own_scheme(self, url: str) -> str:
        return self._home.reconcile(url) if url.startswith(self._foreign) else url

    async def _judge(self, url: str, *, nofollow: str | None = None) -> Refused | None:
        """Ask the gate; robots.txt of an origin is fetched only for what all else admits."""
        policy = self.consult(url)
        verdict = admit(url, scope=self._scope, policy=policy, nofollow=nofollow)
        if policy is None and isinstance(verdict, Admitted):
            await self._origins.policy(self._governed(url))
            verdict = admit(url, scope=self._scope, policy=self.consult(url))
        return self._crowds.refusal(url) if isinstance(verdict, Admitted) else verdict


def _only_unfollowed(record: Record) -> bool:
    return record.refusal is not None and record.refusal.reason is Reason.NOFOLLOW


def _citation(link: Link, source: str | None, depth: int) -> Citation:
    text = link.text[:MAX_TEXT] if link.text else None
    written = link.written if len(link.written) <= MAX_WRITTEN else link.written[:MAX_WRITTEN]
    return Citation(via=link.via, source=source, text=text, depth=depth, written=written)


def seeded(url: str) -> Citation:
    """Return the citation of the address that a crawl was asked for."""
    return Citation(via=Via.SEED, source=None, text=None, depth=0, written=url)
