import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.likeness.tokens import bears_token, mask
from oracle.likeness.volatile import Look, doubtful, volatile

SHOP = "https://shop.test"

MASKS = [
    ("/offer?tid=9f86d081884c7d65", "/offer?tid=*"),
    ("/t/9f86d081884c7d65/", "/t/*/"),
    ("/t/1234567890123456/x.html", "/t/*/x.html"),
    ("/a;jsessionid=1A2B3C4D5E6F7788", "/a;jsessionid=*"),
    ("/x/123e4567-e89b-42d3-a456-426614174000", "/x/*"),
    ("/x?r=0.8412341234", "/x?r=*"),
    ("/cdn-cgi/content?id=Zk3.f8aB2c9Dq1e7", "/cdn-cgi/content?id=Zk3.*"),
    ("/x?s=dGhpcy1pcyBhIHRlc3Q_A9", "/x?s=*"),
    ("/x?s=dGhpcy1pcyHRlc3Q_A9b", "/x?s=*"),
    ("/session-9f86d081884c7d65.html", "/session-*.html"),
]

PLAIN = [
    "/",
    "/about-us",
    "/2024/11/30/news",
    "/product/iphone-15-pro",
    "/release-notes-for-version-12",
    "/p/123456",
    "/%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82",
    "/internationalisation",
    "/a?page=2&sort=price",
]

FIRST, SECOND = "9f86d081884c7d65", "60303ae22b998861"


@pytest.mark.parametrize(("path", "expected"), MASKS)
def test_tokens_are_masked(path: str, expected: str) -> None:
    assert mask(SHOP + path) == SHOP + expected


@pytest.mark.parametrize("path", PLAIN)
def test_what_people_write_bears_no_token(path: str) -> None:
    assert not bears_token(SHOP + path)


def look(session: str, *paths: str, page: str = "/") -> Look:
    return Look(page=page, session=session, seen=frozenset(SHOP + path for path in paths))


JUDGED = {
    "another token in the same place": (
        [look("a", f"/t/{FIRST}"), look("b", f"/t/{SECOND}")],
        {f"/t/{FIRST}", f"/t/{SECOND}"},
    ),
    "the same token": ([look("a", f"/t/{FIRST}"), look("b", f"/t/{FIRST}")], set()),
    "one look only": ([look("a", f"/t/{FIRST}")], set()),
    "nothing in its stead": ([look("a", f"/t/{FIRST}"), look("b", "/t")], set()),
    "another place": ([look("a", f"/t/{FIRST}"), look("b", f"/u/{SECOND}")], set()),
    "no token": ([look("a", "/t/red"), look("b", "/t/blue")], set()),
    "two commits, each seen by both": (
        [look("a", f"/c/{FIRST}", f"/c/{SECOND}"), look("b", f"/c/{SECOND}", f"/c/{FIRST}")],
        set(),
    ),
    "a stable one beside a drawn one": (
        [
            look("a", f"/c/{FIRST}", "/c/aaaabbbb11112222"),
            look("b", f"/c/{FIRST}", f"/c/{SECOND}"),
        ],
        {"/c/aaaabbbb11112222", f"/c/{SECOND}"},
    ),
    "the session's own id, on two pages of it": (
        [
            look("a", f"/x;s={FIRST}"),
            look("a", f"/x;s={FIRST}", page="/2"),
            look("b", f"/x;s={SECOND}"),
        ],
        {f"/x;s={FIRST}", f"/x;s={SECOND}"},
    ),
    "drawn on one page, seen by another session elsewhere": (
        [look("a", f"/t/{FIRST}"), look("b", f"/t/{SECOND}"), look("b", f"/t/{FIRST}", page="/2")],
        {f"/t/{SECOND}"},
    ),
    "a page nobody looked at twice shows the same place": (
        [
            look("a", f"/t/{FIRST}"),
            look("b", f"/t/{SECOND}"),
            look("a", "/t/aaaabbbb11112222", page="/2"),
        ],
        {f"/t/{FIRST}", f"/t/{SECOND}", "/t/aaaabbbb11112222"},
    ),
}


@pytest.mark.parametrize(("looks", "expected"), JUDGED.values(), ids=JUDGED)
def test_two_looks_tell_what_is_drawn(looks: list[Look], expected: set[str]) -> None:
    assert volatile(looks) == {SHOP + path for path in expected}


paths = st.sampled_from(
    ["/a", f"/t/{FIRST}", f"/t/{SECOND}", f"/u/{FIRST}", "/t/aaaabbbb11112222"]
)
looks = st.lists(
    st.builds(
        look,
        st.sampled_from("abc"),
        paths,
        paths,
        page=st.sampled_from(["/", "/2"]),
    ),
    max_size=6,
)


@given(looks=looks)
def test_each_address_is_volatile_or_doubtful_or_stays(looks: list[Look]) -> None:
    drawn, doubts = volatile(looks), doubtful(looks)
    assert not drawn & doubts
    assert all(bears_token(address) for address in drawn | doubts)
    seen: dict[str, set[str]] = {}
    for one in looks:
        for address in one.seen:
            seen.setdefault(address, set()).add(one.session)
    assert all(len(seen[address]) == 1 for address in drawn | doubts)
    assert volatile(reversed(looks)) == drawn
