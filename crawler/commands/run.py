"""A crawl as the command line runs it: with the files it keeps, and a line that shows it."""

import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

from crawler.answer.inventory import Inventory
from crawler.commands.check import WrongError
from crawler.commands.progress import Progress
from crawler.config import Config
from crawler.crawl import crawl
from crawler.state.recall import Memory
from crawler.story import events
from crawler.story.stream import open_stream
from crawler.wire.transport import open_transport
from crawler.wire.underway import Underway


def run(config: Config, *, state: Path | None, stream: Path | None) -> tuple[Inventory, bool]:
    """Crawl, and tell whether it was interrupted.

    Raises:
        UnwritableError: a file that is to be kept cannot be.
        WrongError: it cannot be opened, or two of them are one.
    """
    if state is not None and stream is not None and state.resolve() == stream.resolve():
        raise WrongError((f"--state and --events are one file, {state}",))
    with ExitStack() as stack:
        memory = None if state is None else _memory(state, config, stack)
        listeners: list[events.Listener] = []
        try:
            if stream is not None:
                goes_on = memory is not None and memory.last_wave >= 0
                listeners.append(stack.enter_context(open_stream(stream, goes_on=goes_on)))
        except OSError as error:
            raise WrongError((str(error),)) from None
        return asyncio.run(_run(config, memory, listeners))


def _memory(state: Path, config: Config, stack: ExitStack) -> Memory:
    """Open a state file; SQLite and its converters are loaded for those who keep one."""
    from crawler.state.checkpoint import UnusableError, open_checkpoint  # noqa: PLC0415

    try:
        return stack.enter_context(open_checkpoint(state, config))
    except (UnusableError, OSError) as error:
        raise WrongError((str(error),)) from None


async def _run(
    config: Config, memory: Memory | None, listeners: list[events.Listener]
) -> tuple[Inventory, bool]:
    """Crawl; Ctrl-C ends the crawl, not the answer."""
    interrupt = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, interrupt.set)
    transport: Underway | None = None
    async with AsyncExitStack() as stack:
        if sys.stderr.isatty():
            progress = Progress(sys.stderr)
            transport = Underway(await stack.enter_async_context(open_transport(config)))
            await stack.enter_async_context(progress.ticking(transport.oldest))
            listeners = [*listeners, progress]
        found = await crawl(
            config,
            listen=_all(listeners),
            interrupt=interrupt,
            memory=memory,
            transport=transport,
        )
    return found, interrupt.is_set()


def _all(listeners: Sequence[events.Listener]) -> events.Listener:
    """Return a listener that tells all; where nobody listens, no event is made."""
    if not listeners:
        return events.silence

    def listen(event: events.Event) -> None:
        for each in listeners:
            each(event)

    return listen
