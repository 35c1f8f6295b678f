"""Twenty seeded changes of lab sites: who did each is known, as it was done here on purpose."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bench.gate.blame import Blame

Edit = Callable[[str], str]


def unchanged(text: str) -> str:
    return text


def page(url: str, body: str = "") -> str:
    return f"\n@ {url}\n<!doctype html>\n<title>{url}</title>\n<h1>{url}</h1>\n<p>{body}</p>\n"


def put(old: str, new: str, more: str = "") -> Edit:
    """Replace a stretch of a site's pages, and add pages."""

    def edit(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1) + more

    return edit


def without(url: str, *links: str) -> Edit:
    """Take a page out, and the links to it; without links named, they stay and are dead."""

    def edit(text: str) -> str:
        first, *sections = text.split("\n@ ")
        kept = [each for each in sections if each.partition("\n")[0] != url]
        assert len(kept) == len(sections) - 1, url
        for link in links:
            assert any(link in each for each in kept), link
            kept = [each.replace(link, "") for each in kept]
        return "\n@ ".join((first, *kept))

    return edit


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeded:
    """One change between two runs of a lab site."""

    site: str
    blame: Blame
    edit: Edit = unchanged
    crawler: Mapping[str, Any] = field(default_factory=dict)
    oracle: Mapping[str, Any] = field(default_factory=dict)
    oracle_before: Mapping[str, Any] = field(default_factory=dict)


CRAWLER, SITE, ORACLE = Blame.CRAWLER, Blame.SITE, Blame.ORACLE
HOME = "https://plain.test"
ROSES = '<li><a href="/beds/roses">Roses</a>'

SEEDED: Mapping[str, Seeded] = {
    # The crawler: the four faults that have a switch, and settings under which it does less.
    "literal-host": Seeded(site="www-redirect", blame=CRAWLER, crawler={"faults": "literal-host"}),
    "requested-root": Seeded(
        site="landed-elsewhere", blame=CRAWLER, crawler={"faults": "requested-root"}
    ),
    "literal-scheme": Seeded(site="scheme", blame=CRAWLER, crawler={"faults": "literal-scheme"}),
    "shallow": Seeded(site="deep", blame=CRAWLER, crawler={"depth": 0}),
    "few-links": Seeded(site="markup", blame=CRAWLER, crawler={"page_links": 2}),
    "one-area": Seeded(site="plain", blame=CRAWLER, crawler={"paths": ("/beds",)}),
    "first-links": Seeded(site="iframe", blame=CRAWLER, crawler={"page_links": 1}),
    # The site: pages that come, go, die, move out of the markup or behind robots.txt.
    "added": Seeded(
        site="plain",
        blame=SITE,
        edit=put(
            '<a href="/contact">',
            '<a href="/sheds">Sheds</a> <a href="/contact">',
            page(f"{HOME}/sheds"),
        ),
    ),
    "added-below": Seeded(
        site="plain",
        blame=SITE,
        edit=put(
            ROSES, ROSES + '\n  <li><a href="/beds/beans">Beans</a>', page(f"{HOME}/beds/beans")
        ),
    ),
    "added-by-script": Seeded(
        site="programmatic",
        blame=SITE,
        edit=put(
            """onclick="location.href='/hours'">Opening hours</li>""",
            """onclick="location.href='/hours'">Opening hours</li>
  <li onclick="location.href='/tickets'">Tickets</li>""",
            page("https://station.test/tickets"),
        ),
    ),
    "removed": Seeded(
        site="plain",
        blame=SITE,
        edit=without(
            f"{HOME}/about/history", ' Our <a href="/about/history">history</a> fits on a page.'
        ),
    ),
    "removed-and-linked": Seeded(site="plain", blame=SITE, edit=without(f"{HOME}/beds/herbs")),
    "drawn-by-script": Seeded(
        site="plain",
        blame=SITE,
        edit=put(
            '<li><a href="/beds/herbs">Herbs</a>',
            '<li id="herbs"><script>'
            """herbs.innerHTML = '<a href="/beds/herbs">Herbs<' + '/a>'</script>""",
        ),
    ),
    "forbidden": Seeded(
        site="plain", blame=SITE, edit=put("Allow: /\n", "Disallow: /beds/roses\n")
    ),
    # The oracle: how many pages it opens, and what it counts as in site.
    "fewer-visits": Seeded(site="plain", blame=ORACLE, oracle={"visits": 2}),
    "more-visits": Seeded(site="deep", blame=ORACLE, oracle_before={"visits": 2}),
    "root-alone": Seeded(site="unicode", blame=ORACLE, oracle={"visits": 1}),
    "narrower": Seeded(site="plain", blame=ORACLE, oracle={"paths": ("/beds",)}),
    "wider": Seeded(site="plain", blame=ORACLE, oracle_before={"paths": ("/beds",)}),
    "fewer-on-a-restless-site": Seeded(site="volatile", blame=ORACLE, oracle={"visits": 2}),
}
