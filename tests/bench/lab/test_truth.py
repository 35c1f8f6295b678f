import pytest

from bench.lab.truth import Excluded, Place, Truth, Written, fits, parse

WHOLE = """\
trait: one sentence
root: http://shop.test/
landed: https://www.shop.test/
routes:
  1: [/about, "/straße?q=ü"]
  2:
    - /products/1
    - https://shop.test/x#/view
excluded:
  dead: [/gone]
  soft-404:
  volatile: ["/offers?tid=*"]
static_misses: [/products/1]
causes:
  rendering: [/products/1]
forbidden: []
written: blind
fails: null
"""


def test_a_whole_truth() -> None:
    assert parse(WHOLE.encode(), "truth.yaml") == Truth(
        trait="one sentence",
        root="http://shop.test/",
        landed="https://www.shop.test/",
        routes={
            1: (
                Place(url="https://www.shop.test/about", line=5),
                Place(url="https://www.shop.test/stra%C3%9Fe?q=%C3%BC", line=5),
            ),
            2: (
                Place(url="https://www.shop.test/products/1", line=7),
                Place(url="https://shop.test/x#/view", line=8),
            ),
        },
        excluded={
            Excluded.DEAD: (Place(url="https://www.shop.test/gone", line=10),),
            Excluded.SOFT_404: (),
            Excluded.VOLATILE: (Place(url="https://www.shop.test/offers?tid=*", line=12),),
        },
        static_misses=(Place(url="https://www.shop.test/products/1", line=13),),
        causes={"rendering": (Place(url="https://www.shop.test/products/1", line=15),)},
        written=Written.BLIND,
    )


def test_without_a_landed_root_it_is_the_root() -> None:
    truth = parse(b"trait: x\nroot: https://a.test\nroutes: {1: [y]}\nwritten: blind\n", "t")
    assert (truth.root, truth.landed) == ("https://a.test/", "https://a.test/")
    assert truth.routes[1][0].url == "https://a.test/y"
    assert truth.flaws == ()


def test_where_causes_are_given_they_name_the_static_misses() -> None:
    told = parse(f"{BASE}routes: {{1: [/a, /b]}}\ncauses: {{x: [/a], y: [/b]}}\n".encode(), "t")
    assert told.flaws == ()
    assert [place.url for place in told.static_misses] == ["https://a.test/a", "https://a.test/b"]


BASE = "trait: x\nroot: https://a.test/\nwritten: blind\n"

FLAWS = [
    ("", 1, "the file is empty"),
    ("{", 1, "no YAML"),
    ("- x\n", 1, "a mapping"),
    (BASE + "rotes: {}\n", 4, "unknown key; did you mean routes?"),
    (BASE + "routes: {3: [/x]}\n", 4, "unknown key"),
    (BASE + "routes: {1: /x}\n", 4, "a list is needed"),
    (BASE + "routes: {1: [/x], 1: [/y]}\n", 4, "given twice"),
    (BASE + "routes:\n  1:\n  - 'http://['\n", 6, "no address"),
    (BASE + "excluded: {vanished: []}\n", 4, "unknown key"),
    (BASE + "causes: [/x]\n", 4, "a mapping"),
    (BASE + "causes: {x: /x}\n", 4, "a list is needed"),
    (BASE + "fails: [x]\n", 4, "a single value is needed"),
    (BASE + "landed: /x\n", 4, "not an absolute address"),
    ("trait: x\nroot: https://a.test/\nwritten: guessed\n", 3, "one of blind, with-oracle"),
    ("trait: x\nroot: a.test\nwritten: blind\n", 2, "not an absolute address"),
    ("trait: x\nroot: https://a.test/\n", 1, "must be given"),
]


@pytest.mark.parametrize(("text", "line", "what"), FLAWS)
def test_flaws(text: str, line: int, what: str) -> None:
    flaws = [f for f in parse(text.encode(), "truth.yaml").flaws if what in f.what]
    assert [flaw.line for flaw in flaws] == [line]


def test_all_flaws_are_found_at_once() -> None:
    flaws = parse(b"trait: 7\nroot: x\nodd: 1\nroutes: [/a]\n", "truth.yaml").flaws
    assert {flaw.key for flaw in flaws} == {"trait", "root", "odd", "routes", "written"}


@pytest.mark.parametrize(
    ("pattern", "url", "expected"),
    [
        ("https://a.test/x", "https://a.test/x", True),
        ("https://a.test/x", "https://a.test/xy", False),
        ("https://a.test/?t=*", "https://a.test/?t=9f", True),
        ("https://a.test/?t=*", "https://a.test/?t=", False),
        ("https://a.test/?t=*", "https://a.test/?t=9f&u=1", False),
        ("https://a.test/s/*/basket", "https://a.test/s/9f/basket", True),
        ("https://a.test/s/*/basket", "https://a.test/s/9f/x/basket", False),
    ],
)
def test_fits(pattern: str, url: str, expected: bool) -> None:  # noqa: FBT001 - a column
    assert fits(pattern, url) is expected
