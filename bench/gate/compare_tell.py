"""Says how two runs compare: groups, sites that differ, routes that only one of them found."""

from collections.abc import Iterator

from bench.gate.compare import GroupPair, Pair
from bench.gate.comparing import Compared
from bench.report.words import WIDTH, percent, plain, wrapped

SHOWN = 5


def text(compared: Compared, *, width: int = WIDTH) -> str:
    """Write it for a terminal."""
    return "\n".join(_lines(compared, width))


def _lines(compared: Compared, width: int) -> Iterator[str]:
    yield f"A  {compared.one}  {plain(compared.crawlers[0])}"
    yield f"B  {compared.other}  {plain(compared.crawlers[1])}"
    yield "both crawls on the truths of B"
    yield ""
    for group in compared.groups:
        yield wrapped(f"{plain(group.name or 'all')}: ", _group(group), width=width)
    differing = [pair for pair in compared.pairs if pair.only_one or pair.only_other]
    yield from [""] if differing else ()
    for each in sorted(differing, key=lambda pair: pair.delta or 0):
        yield from _pair(each, width)
    if not differing:
        yield f"all {len(compared.pairs)} sites: the same routes found"
    others = [pair.name for pair in compared.pairs if not pair.same_truth]
    if others:
        told = f"A was measured on another truth: {', '.join(others)}"
        yield wrapped("", told, width=width)
    if compared.lacking:
        yield wrapped("measured by neither: ", ", ".join(compared.lacking), width=width)
    for name, reason in compared.apart:
        yield wrapped(f"not compared: {plain(name)}: ", reason, width=width)


def _group(group: GroupPair) -> str:
    told = f"A {percent(group.one)} %, B {percent(group.other)} % (mean of {group.sites} sites)"
    told += f", {_signed(group.delta)}; B better on {group.better}, worse on {group.worse}"
    if group.interval:
        low, high = map(_signed, group.interval)
        told += f"; difference {low} to {high} (paired bootstrap over the sample, 95 %)"
    if group.sign is not None:
        told += f"; sign test p = {group.sign:.2g}"
    return told


def _pair(pair: Pair, width: int) -> Iterator[str]:
    shares = f"A {percent(pair.one)} %, B {percent(pair.other)} %, {_signed(pair.delta)}"
    yield f"{plain(pair.name)}: {shares}"
    for head, urls in (("only A", pair.only_one), ("only B", pair.only_other)):
        for url in urls[:SHOWN]:
            yield wrapped(f"  {head}  ", url, width=width)
        if len(urls) > SHOWN:
            yield f"  and {len(urls) - SHOWN} more {head}; all by --format json"


def _signed(delta: float | None) -> str:
    return "·" if delta is None else f"{delta * 100:+.1f} points"
