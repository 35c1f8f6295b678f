"""A plan as lines for a person, and as plain values for JSON."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tabulate import tabulate

from crawler.answer import rows
from crawler.plan import ADMITTED, Plan
from crawler.robots.policy import Policy
from crawler.sitemap.public import UNKNOWN


def lines(found: Plan) -> Iterator[str]:
    """Yield the lines of a plan."""
    yield f"{found.root}: robots.txt and sitemaps read, no page fetched"
    yield ""
    for host, ports in found.scope.ports.items():
        yield f"scope      {host}, with or without www, ports {_words(sorted(ports))}"
    if found.scope.paths:
        yield f"           only below {_words(found.scope.paths)}"
    for policy in found.robots:
        yield f"robots     {_robots(policy)}"
    public = found.public_pages
    advertised = f"{public.advertised} advertised, {public.in_scope} in scope" if public else None
    yield f"public     {advertised or UNKNOWN}"
    yield f"addresses  {_counts(found.verdicts)}"
    yield ""
    headers = ("source", "sitemaps", "read", ADMITTED, "refused")
    table = [
        (
            each.source,
            each.tried,
            each.read,
            each.addresses.get(ADMITTED, 0),
            _counts({name: n for name, n in each.addresses.items() if name != ADMITTED}),
        )
        for each in found.sources
    ]
    yield from tabulate(table, headers=headers).splitlines()
    problems = [each for each in found.sitemaps if each.error is not None]
    if problems:
        yield ""
    for each in problems:
        yield f"{each.url}: {each.error.reason if each.error else ''}"


def as_json(found: Plan) -> dict[str, Any]:
    """Return a plan as plain values."""
    public = found.public_pages
    return {
        "root": found.root,
        "scope": {
            "hosts": {host: sorted(ports) for host, ports in found.scope.ports.items()},
            "paths": list(found.scope.paths),
        },
        "robots": [rows.robots(policy) for policy in found.robots],
        "sitemaps": [rows.sitemap(record) for record in found.sitemaps],
        "sources": {
            each.source: {
                "sitemaps": each.tried,
                "read": each.read,
                "addresses": dict(each.addresses),
            }
            for each in found.sources
        },
        "addresses": dict(found.verdicts),
        "public_page_count": public and public.advertised,
        "public_page_count_in_scope": public and public.in_scope,
    }


def _robots(policy: Policy) -> str:
    said = f"{policy.url} ({policy.status or 'no answer'}, {policy.outcome})"
    if policy.error:
        return f"{said}: {policy.error}"
    group = f"group {policy.group}" if policy.group else "no group for us"
    delay = f", crawl delay {policy.crawl_delay:g} s" if policy.crawl_delay else ""
    notes = "".join(f"; {note}" for note in policy.notes)
    return f"{said}: {len(policy.rules)} rules, {group}{delay}{notes}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))


def _words(values: Iterable[object]) -> str:
    return " and ".join(map(str, values))
