"""What every part of a crawl works with: its configuration, the web, its memory, its listener."""

from dataclasses import dataclass, field

from crawler.config import Config
from crawler.robots.origins import Origins
from crawler.state.recall import Clock, Fetches, Forgetful, Memory, Purpose, Recall
from crawler.story import events
from crawler.wire.answer import Transport
from crawler.wire.fetch import Fetcher
from crawler.wire.pacing import Pace


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """The means of one crawl, shared by all its parts."""

    config: Config
    fetcher: Fetches
    origins: Origins
    listen: events.Listener = events.silence
    memory: Memory = field(default_factory=Forgetful)
    clock: Clock = field(default_factory=Clock)

    def recall(self, purpose: Purpose) -> Recall:
        """Return the fetches for one purpose."""
        return Recall(purpose=purpose, fetcher=self.fetcher, memory=self.memory, clock=self.clock)


def means(
    config: Config,
    transport: Transport,
    *,
    listen: events.Listener = events.silence,
    memory: Memory | None = None,
) -> Means:
    """Make the means of a crawl that reaches the web by this transport."""
    clock, kept = Clock(), memory or Forgetful()
    manners = config.pacing
    pace = Pace(manners.delay, slowest=manners.slowest, jitter=manners.jitter, seed=manners.seed)
    fetcher = Fetcher(transport, pace=pace, pacing=manners, limits=config.limits)
    origins = Origins(fetcher, pace=pace, config=config, memory=kept, clock=clock)
    return Means(
        config=config,
        fetcher=fetcher,
        origins=origins,
        listen=listen,
        memory=kept,
        clock=clock,
    )
