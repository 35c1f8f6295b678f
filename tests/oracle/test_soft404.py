import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.likeness.soft404 import Place, place_of, probes, template
from oracle.likeness.words import words, words_of
from oracle.url import identity

PLACES = [
    ("https://shop.test/", "https://shop.test/", ""),
    ("https://shop.test/a", "https://shop.test/", ""),
    ("https://shop.test/a/", "https://shop.test/", "/"),
    ("https://shop.test/a/b.html", "https://shop.test/a/", ".html"),
    ("https://shop.test/a/b.html?x=1", "https://shop.test/a/", ".html"),
    ("https://shop.test/v1.25", "https://shop.test/", ""),
    ("https://shop.test/#/a/b", "https://shop.test/#/", ""),
    ("https://shop.test/x#!/a", "https://shop.test/x#!/", ""),
    ("https://shop.test/#View:id=7", "https://shop.test/#", ""),
]

NAV = "<nav><a href='/'>Home</a> <a href='/shop'>Shop</a></nav>"


@pytest.mark.parametrize(("address", "directory", "ending"), PLACES)
def test_places(address: str, directory: str, ending: str) -> None:
    assert place_of(address) == Place(directory=directory, ending=ending)


@pytest.mark.parametrize(("address", "directory", "ending"), PLACES)
def test_probes_lie_in_the_place_and_are_the_same_in_every_run(
    address: str, directory: str, ending: str
) -> None:
    first, second = probes(place_of(address))
    assert first != second
    assert {place_of(first), place_of(second)} == {place_of(address)}
    assert all(one.startswith(directory) and one.endswith(ending) for one in (first, second))
    assert (first, second) == probes(place_of(address))
    assert identity(first) == first


ERRORS = {
    "plain": ("<h1>Sorry</h1>", "<h1>Sorry</h1>"),
    "path given back": ("<h1>Sorry, /qzwx is not here</h1>", "<h1>Sorry, /plmn is not here</h1>"),
    "a nonce": ("<p>Sorry</p><i>9f86d081884c7d65</i>", "<p>Sorry</p><i>60303ae22b998861</i>"),
    "the time": ("<p>Sorry at 10:59:59</p>", "<p>Sorry at 11:00:00</p>"),
    "with scripts": ("<p>Sorry</p><script>a=1</script>", "<p>Sorry</p><script>a=2</script>"),
}

MISSING = {
    "plain": "<h1>Sorry</h1>",
    "path given back": "<h1>Sorry, /old/page.html is not here</h1>",
    "a nonce": "<p>Sorry</p><i>0a1b2c3d4e5f6071</i>",
    "the time": "<p>Sorry at 23:15:00</p>",
    "with scripts": "<p>Sorry</p><script>a=3</script>",
}

REAL = [
    "<h1>Chairs</h1>",
    "<h1>Sorry</h1><p>This long article is about saying sorry, and it says more than that.</p>",
    "",
    "<img src='/x.png'>",
]


def of(body: str) -> bytes:
    return f"<!doctype html><title>Shop</title>{NAV}{body}".encode()


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_page_is_known_by_its_template(name: str) -> None:
    first, second = (words_of(of(body)) for body in ERRORS[name])
    made = template(first, second)
    assert made.fits(first)
    assert made.fits(second)
    assert made.fits(words_of(of(MISSING[name])))
    assert [body for body in REAL if made.fits(words_of(of(body)))] == []


def test_two_pages_without_words_differ_by_what_they_frame() -> None:
    framed = [words_of(f"<frameset><frame src={name}></frameset>".encode()) for name in "ab"]
    assert not template(framed[0], framed[0]).fits(framed[1])


def test_scripts_and_styles_say_nothing() -> None:
    body = b"<title>T</title><style>a{}</style><body>Hi<script>x()</script><template>no</template>"
    assert words_of(body) == words("T Hi")


@pytest.mark.parametrize("nested", ["<div>", "<ul><li>", "<div></x>", "<b><div>"])
@pytest.mark.timeout(10)
def test_a_page_that_is_nested_without_end_is_read_in_time(nested: str) -> None:
    assert words_of(f"<h1>top</h1>{nested * 100_000}deep".encode()) == words("top")


def test_a_long_page_is_no_deep_one() -> None:
    rows = "<li>x<br><p>y<div>z</div>" * 5_000
    assert words_of(f"<ul>{rows}</ul>end".encode()).total() == 15_001


texts = st.lists(st.sampled_from(["sorry", "home", "shop", "x", "9f86d081884c7d65", "7"])).map(
    " ".join
)


@given(first=texts, second=texts, said=texts)
def test_a_template_fits_its_makers_and_nothing_that_lacks_its_core(
    first: str, second: str, said: str
) -> None:
    made = template(words(first), words(second))
    assert made.fits(words(first))
    assert made.fits(words(second))
    if made.fits(words(said)):
        assert made.core <= words(said)
