"""Reported faults of crawlers in what belongs to a site."""

from crawler.address.refusal import Reason
from crawler.answer.inventory import Stop
from crawler.state.frontier import State
from tests.crawler.labweb import Told, tell
from tests.crawler.web import explore, html


def reason(found: Told, url: str) -> Reason | None:
    refusal = found.by_url[url].refusal
    return refusal.reason if refusal else None


def test_ur_078_a_root_that_moves_to_www_keeps_both_names() -> None:
    found = tell("""
        @ https://example.test/
        301
        Location: https://www.example.test/
        @ https://www.example.test/
        <a href="https://www.example.test/about">About</a><a href="https://example.test/b">b</a>
        @ https://www.example.test/about
        <h1>About</h1>
        @ https://example.test/b
        <h1>B</h1>
        """)
    assert found.inventory.landed == "https://www.example.test/"
    assert {"https://www.example.test/about", "/b"} <= found.listed


def test_ur_080_a_root_that_moves_to_another_host_takes_no_third_along() -> None:
    found = tell(
        """
        @ https://old.test/
        301
        Location: https://new.test/
        @ https://new.test/
        <a href="/a">A</a> <a href="https://social.test/us">S</a><a href="https://old.test/b">b</a>
        @ https://new.test/a
        <h1>A</h1>
        @ https://social.test/us
        <a href="/friends">f</a>
        """,
        root="https://old.test/",
    )
    assert found.inventory.landed == "https://new.test/"
    assert "https://new.test/a" in found.listed
    assert reason(found, "https://social.test/us") is Reason.HOST
    assert not any("social.test" in url for url in found.asked)
    assert any("new.test" in str(event) for event in found.events)


def test_ur_081_a_root_that_ends_at_a_login_provider_is_reported_not_explored() -> None:
    found = tell(
        """
        @ https://example.test/auth/login
        302
        Location: https://idp.test/oauth?client=1
        @ https://idp.test/oauth?client=1
        <title>Sign in</title><a href="/features">F</a>
        @ https://idp.test/features
        <h1>Features</h1>
        """,
        root="https://example.test/auth/login",
    )
    assert found.inventory.stop is Stop.SEED_FAILED
    assert found.listed == set()
    assert "https://idp.test/features" not in found.asked
    assert "idp.test" in (found.inventory.why_empty or "")


def test_ur_083_a_root_with_a_fragment_is_in_its_own_scope() -> None:
    found = tell(
        """
        @ https://example.test/guide
        <a href="/next">n</a><a href="#part-3">3</a>
        @ https://example.test/next
        <h1>Next</h1>
        """,
        root="https://example.test/guide#part-2",
        paths=("/guide", "/next"),
    )
    assert found.listed == {"/guide", "/next"}


def test_ur_084_a_site_asked_for_by_its_www_name_lists_its_root() -> None:
    found = tell(
        """
        @ https://www.example.test/
        <link rel="canonical" href="https://example.test/"><h1>Home</h1>
        @ https://www.example.test/sitemap.xml
        <urlset><url><loc>https://example.test/a</loc></url></urlset>
        @ https://example.test/a
        <h1>A</h1>
        @ https://example.test/
        <h1>Home</h1>
        """,
        root="https://www.example.test/",
    )
    assert "https://www.example.test/" in found.listed
    assert "/a" in found.listed
    assert found.inventory.why_empty is None


def test_ur_086_the_other_scheme_is_the_same_site() -> None:
    found = tell("""
        @ https://example.test/
        <a href="http://example.test/a">a</a><a href="/a">again</a>
        @ https://example.test/a
        <a href="http://www.example.test/b">b</a>
        @ http://example.test/a
        301
        Location: https://example.test/a
        @ https://www.example.test/b
        <h1>B</h1>
        """)
    assert "/a" in found.listed
    assert found.times_asked("/a") == 1
    assert "http://example.test/a" not in found.listed
    assert found.by_url["/a"].citation.written == "http://example.test/a"
    assert "https://www.example.test/b" in found.listed


def test_ur_087_what_is_gone_or_elsewhere_is_apart_from_what_is_listed() -> None:
    found = tell("""
        @ https://example.test/
        <a href="/gone">g</a><a href="https://example2.test">es</a>
        <a href="https://example.jobs.test">j</a><a href="https://notexample.test/">n</a>
        <a href="https://example.test.evil.test/">e</a><a href="https://example.test:8443/">p</a>
        """)
    assert found.listed == {"/"}
    gone = found.by_url["/gone"]
    assert gone.state is State.FAILED
    assert gone.observation is not None
    assert gone.observation.status == 404
    assert {url: reason(found, url) for url in found.by_url if url.startswith("https:")} == {
        "https://example2.test/": Reason.HOST,
        "https://example.jobs.test/": Reason.HOST,
        "https://notexample.test/": Reason.HOST,
        "https://example.test.evil.test/": Reason.HOST,
        "https://example.test:8443/": Reason.PORT,
    }
    assert "404" in (found.inventory.why_empty or "") or found.inventory.why_empty


def test_ur_080_an_empty_scope_is_nothing_not_everything() -> None:
    found = explore({"/": html("http://other.test/", "/a"), "/a": html()}, paths=("/nowhere",))
    assert found.listed == {"/"}
    refused = {url: each.refusal.reason for url, each in found.by_url.items() if each.refusal}
    assert refused == {"http://other.test/": Reason.HOST, "/a": Reason.PATH}
