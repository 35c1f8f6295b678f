"""sites.yaml: what is read, and every flaw with its line and key."""

from pathlib import Path

import pytest

from bench.lab import catalogue
from bench.sites.entries import REFERENCE, site_keys
from bench.sites.site import Budget, Reference
from bench.sites.suite import Suite, SuiteErrors, load, parse

HERE = Path(__file__).parents[2]
LAB = ("plain", "scheme")


def read(text: str, base: Path = HERE) -> Suite:
    return parse(text.encode(), "sites.yaml", base=base, lab=LAB)


def flaws(text: str) -> list[str]:
    with pytest.raises(SuiteErrors) as caught:
        read(text)
    return list(caught.value.lines)


def test_a_plain_list_of_addresses_is_a_whole_file() -> None:
    suite = read("sites:\n  - https://www.example.com/\n  - http://docs.example.com/a/b?c\n")
    sites = suite.select()
    assert [site.name for site in sites] == ["www.example.com", "docs.example.com-a-b"]
    assert [site.url for site in sites] == [
        "https://www.example.com/",
        "http://docs.example.com/a/b?c",
    ]
    assert all(site.live and site.delay == 1.0 and site.concurrency == 1 for site in sites)
    assert all(site.passes == 2 for site in sites)


def test_everything_that_a_site_may_say(tmp_path: Path) -> None:
    (tmp_path / "built").mkdir()
    suite = read(
        """
groups:
  ours:
    delay: 0.5
    budget: {visits: 7, pages: 70}
    sites:
      - name: shop
        url: https://www.shop.test/de
        serve: built
        hosts: [cdn.shop.test, "shop.test:8443"]
        paths: [/de]
        budget: {pages: 80, depth: 3, seconds: 9.5}
        concurrency: 2
        passes: 3
        category: shop
        reference: {oracle_routes: 16, engine_routes: 8, engine_recall: 0.5, home_static: 0.06}
      - lab: plain
""",
        base=tmp_path,
    )
    shop, plain = suite.select()
    assert shop.serve == str(tmp_path / "built")
    assert shop.hosts == ("cdn.shop.test", "shop.test:8443")
    assert shop.paths == ("/de",)
    assert shop.budget == Budget(visits=7, pages=80, depth=3, seconds=9.5)
    assert (shop.delay, shop.concurrency, shop.category) == (0.5, 2, "shop")
    assert (shop.passes, plain.passes) == (3, 1)
    assert shop.reference == Reference(
        oracle_routes=16, engine_routes=8, engine_recall=0.5, home_static=0.06
    )
    assert not shop.live
    assert (plain.name, plain.group, plain.delay, plain.concurrency) == ("plain", "ours", 0.5, 8)


GROUPS = """
default_groups: [a]
groups:
  a: {sites: [{lab: plain}]}
  b: {sites: [{lab: scheme}, {name: other, lab: plain}]}
"""


@pytest.mark.parametrize(
    ("groups", "names", "chosen"),
    [
        ((), (), ["plain"]),
        (("b",), (), ["scheme", "other"]),
        (("a", "b"), (), ["plain", "scheme", "other"]),
        ((), ("other",), ["other"]),
        (("b",), ("other",), ["other"]),
    ],
)
def test_choosing(groups: tuple[str, ...], names: tuple[str, ...], chosen: list[str]) -> None:
    assert [each.name for each in read(GROUPS).select(groups=groups, names=names)] == chosen


def test_choosing_what_is_not_there_tells_all_of_it() -> None:
    with pytest.raises(SuiteErrors) as caught:
        read(GROUPS).select(groups=["c"], names=["othr", "zzz"])
    assert caught.value.lines[0] == "sites.yaml: no group called c; known: a, b"
    assert len(caught.value.lines) == 3


def test_a_near_miss_of_a_site_is_named() -> None:
    with pytest.raises(SuiteErrors, match="no site called othr; did you mean other"):
        read(GROUPS).select(names=["othr"])


FLAWS = [
    ("", "sites.yaml:1: the file is empty"),
    ("sites: [", "sites.yaml:1: no YAML: "),
    ("a: b: c", "sites.yaml:1: no YAML: mapping values are not allowed here"),
    ("- x", "sites.yaml:1: a mapping (key: value) is needed here"),
    ("{}", "sites.yaml:1: needs either groups or a plain list called sites"),
    ("sites: 3", "sites.yaml:1: sites: a list is needed here"),
    ("site: []", "sites.yaml:1: site: unknown key; did you mean sites?"),
    ("sites: []\nsites: []", "sites.yaml:2: sites: given twice"),
    ("groups: []", "sites.yaml:1: groups: a mapping of group names to their sites is needed here"),
    ("groups: {a: {}}", "sites.yaml:1: groups.a: needs its sites"),
    ("groups: {a: 3}", "sites.yaml:1: groups.a: a mapping (key: value) is needed here"),
    (
        "groups: {a: {delya: 3, sites: []}}",
        "sites.yaml:1: groups.a.delya: unknown key; did you mean delay?",
    ),
    (
        "default_groups: [b]\ngroups: {bb: {sites: []}}",
        "sites.yaml:1: default_groups: no group called b; did you mean bb?",
    ),
    (
        "groups: {a: {sites: []}}\ndefault_groups:\n  - a\n  - b",
        "sites.yaml:4: default_groups: no group called b; known: a",
    ),
    ("groups: {'a b': {sites: []}}", "sites.yaml:1: groups: a name of letters, digits, dots"),
    ("groups: {'a\\e[31m': {sites: []}}", "sites.yaml:1: groups: a name of letters, digits, d"),
    ("groups: {[a]: {sites: []}}", "sites.yaml:1: groups: a key must be a single value"),
    ("sites: [{[a]: b}]", "sites.yaml:1: sites[0]: a key must be a single value"),
    ("sites: []\ngroups: {a: {sites: []}}\nx: 1", "sites.yaml:1: needs either groups or a pl"),
    (
        "sites: [{lab: plain, delay: !!bool often}]",
        "sites.yaml:1: sites[0].delay: not readable: o",
    ),
    ("sites: [{lab: plain, delay: !!int ''}]", "sites.yaml:1: sites[0].delay: not readable"),
    ("sites: [{lab: plain, delay: !!timestamp x}]", "sites.yaml:1: sites[0].delay: not readable"),
    ("sites:\n  - example.com", "sites.yaml:2: sites[0]: no absolute address: example.com; did"),
    ("sites: [ftp://a.test/]", "sites.yaml:1: sites[0]: only http and https can be measured"),
    ("sites: ['http://a.test:99999/']", "sites.yaml:1: sites[0]: no absolute address"),
    ("sites: ['http://u:p@a.test/']", "sites.yaml:1: sites[0]: credentials and fragments"),
    ("sites: ['http://a.test/#x']", "sites.yaml:1: sites[0]: credentials and fragments"),
    ("sites: [{name: x}]", "sites.yaml:1: sites[0]: needs exactly one of: url"),
    ("sites: [{url: 'http://a.test/', lab: plain}]", "sites.yaml:1: sites[0]: needs exactly one"),
    ("sites: [{serve: x}]", "sites.yaml:1: sites[0]: needs exactly one of: url"),
    ("sites: [{lab: plian}]", "sites.yaml:1: sites[0].lab: no lab site called plian; did you m"),
    ("sites: [{lab: plain, package: x}]", "sites.yaml:1: sites[0].package: goes with serve only"),
    (
        "sites: [{url: 'http://a.test/', serve: /no/such}]",
        "sites.yaml:1: sites[0].serve: no such folder: /no/such",
    ),
    ("sites: [{lab: plain}, {lab: plain}]", "sites.yaml:1: sites[1].name: plain is taken since"),
    (
        "sites:\n  - {name: x, lab: plain}\n  - {name: X, lab: scheme}",
        "sites.yaml:3: sites[1].name: X is taken since line 2",
    ),
    ("sites: [{name: ../up, lab: plain}]", "sites.yaml:1: sites[0].name: a name of letters, dig"),
    ("sites: [{name: no, lab: plain}]", "sites.yaml:1: sites[0].name: text is needed here; put"),
    ("sites: [{lab: plain, name: ' '}]", "sites.yaml:1: sites[0].name: must not be empty"),
    ("sites: [{lab: plain, delay: -1}]", "sites.yaml:1: sites[0].delay: a number from 0 to 3,600"),
    ("sites: [{lab: plain, delay: .nan}]", "sites.yaml:1: sites[0].delay: a number from 0 to"),
    ("sites: [{lab: plain, concurrency: 1.5}]", "sites.yaml:1: sites[0].concurrency: a whole num"),
    ("sites: [{lab: plain, concurrency: yes}]", "sites.yaml:1: sites[0].concurrency: a whole num"),
    (
        "sites: [{lab: plain, budget: {visit: 3}}]",
        "sites.yaml:1: sites[0].budget.visit: unknown key; did you mean visits?",
    ),
    ("sites: [{lab: plain, paths: de}]", "sites.yaml:1: sites[0].paths: a list is needed here"),
    ("sites: [{lab: plain, paths: [de]}]", "sites.yaml:1: sites[0].paths[0]: a path that begins"),
    (
        "sites: [{lab: plain, hosts: ['https://a.test']}]",
        "sites.yaml:1: sites[0].hosts[0]: a host name is needed here",
    ),
    (
        "sites: [{lab: plain, reference: {engine_recall: 98}}]",
        "sites.yaml:1: sites[0].reference.engine_recall: a number from 0 to 1",
    ),
    ("sites: [{lab: !!python/name:os.system x}]", "sites.yaml:1: sites[0].lab: not readable"),
    ("sites: &a [*a]", "sites.yaml:1: sites[0]: a mapping"),
    ("\x00", "sites.yaml:1: no YAML"),
]


@pytest.mark.parametrize(("text", "told"), FLAWS)
def test_a_flaw_is_told_with_line_and_key(text: str, told: str) -> None:
    assert flaws(text)[0].startswith(told)


def test_all_flaws_are_told_at_once_in_the_order_of_their_lines() -> None:
    told = flaws(
        """default_groups: [lap]
groups:
  lab:
    sites: [{lab: plian}, ftp://x.test/]
    delya: 3
"""
    )
    assert [line.split(":")[1] for line in told] == ["1", "4", "4", "5"]


def test_a_group_is_called_as_it_is_written() -> None:
    suite = read("default_groups: [v1.0]\ngroups: {v1.0: {sites: [{lab: plain}]}}\n")
    assert [site.group for site in suite.select(groups=["v1.0"])] == ["v1.0"]


def test_a_site_of_another_group_is_not_denied() -> None:
    suite = read("groups: {a: {sites: [{lab: plain}]}, b: {sites: [{lab: scheme}]}}\n")
    with pytest.raises(SuiteErrors, match="no site called scheme in a; known: plain"):
        suite.select(groups=["a"], names=["scheme"])


def test_deep_nesting_is_a_flaw_and_no_crash() -> None:
    assert flaws("[" * 5000)[0].startswith("sites.yaml:1: no YAML")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SuiteErrors, match=r"none\.yaml: No such file"):
        load(tmp_path / "none.yaml")


def test_the_suite_that_comes_with_the_project() -> None:
    suite = load(HERE / "sites.yaml")
    groups = {group.name: group.sites for group in suite.groups}
    assert suite.default_groups == ("lab",)
    embedded = sorted(site.lab or "" for site in (*groups["lab"], *groups["hostile"]))
    assert tuple(embedded) == catalogue.names()
    assert len(groups["public"]) == 100
    assert all(site.delay >= 1 and site.concurrency == 1 for site in groups["public"])
    assert sum(site.reference is not None for site in groups["public"]) == 96
    assert {site.package for site in groups["docs"]} >= {
        "sqlite3-doc",
        "python3.11-doc",
        "git-doc",
        "postgresql-doc-15",
        "python-django-doc",
        "apache2-doc",
    }


def test_every_key_is_documented() -> None:
    page = (HERE / "docs" / "sites.md").read_text("utf-8")
    for key in (*site_keys(()), *REFERENCE, "visits", "pages", "depth", "seconds"):
        assert f"`{key}`" in page, key
