"""What may be asked is told before anything is asked, and each refusal has its own reason."""

import pytest

from crawler.address.refusal import Reason
from crawler.answer.inventory import Stop
from crawler.config import RootRedirect
from crawler.landing import Arrival
from crawler.story.events import Landed, ScopeFixed
from tests.crawler.web import Crawled, Page, Site, explore, html, moved, plain, urlset, xml

OLD = "http://old.test/"
MOVED: Site = {
    OLD: moved("http://new.test/", status=301),
    "http://new.test/": html("/a", "http://social.test/us", "http://old.test/b"),
    "http://new.test/a": html(),
    "http://old.test/b": html(),
}


def landed(found: Crawled) -> Landed:
    return next(event for event in found.events if isinstance(event, Landed))


def test_the_first_event_says_what_is_allowed_even_of_a_root_that_is_none() -> None:
    found = explore({"/": html()}, hosts=("docs.test:8080",), paths=("/en",))
    first = found.events[0]
    assert isinstance(first, ScopeFixed)
    assert first.scope is not None
    assert set(first.scope.ports) == {"site.test", "docs.test"}
    assert first.scope.paths == ("/en",)
    assert first.settings["root_redirect"] == "adopt"
    nothing = explore({}, root="no address").events[0]
    assert isinstance(nothing, ScopeFixed)
    assert nothing.scope is None


def test_a_moved_root_is_adopted_in_so_many_words_and_nobody_else_is() -> None:
    found = explore(MOVED, root=OLD)
    event = landed(found)
    assert (event.how, event.landed) == (Arrival.MOVED, "http://new.test/")
    assert event.scope is not None
    assert set(event.scope.ports) == {"new.test"}
    assert found.listed - {OLD} == {"http://new.test/", "http://new.test/a"}
    assert not any("social.test" in url for url in found.asked)
    assert "http://old.test/b" not in found.asked


@pytest.mark.parametrize("setting", [RootRedirect.REFUSE, RootRedirect.WWW_OR_SCHEME])
def test_a_moved_root_that_may_not_be_adopted_is_not_asked(setting: RootRedirect) -> None:
    found = explore(MOVED, root=OLD, root_redirect=setting)
    assert found.inventory.stop is Stop.SEED_FAILED
    assert not any("new.test" in url for url in found.asked)
    assert "http://new.test/" in (found.inventory.why_empty or "")
    assert setting in (found.inventory.why_empty or "")
    assert landed(found).how is Arrival.NOWHERE


def test_a_root_that_leads_to_a_sign_in_service_never_asks_it() -> None:
    found = explore({"/": moved("https://a.okta.com/x"), "https://a.okta.com/x": html("/y")})
    assert found.inventory.stop is Stop.SEED_FAILED
    assert not any("okta" in url for url in found.asked)
    assert "a sign-in service, https://a.okta.com/x" in (found.inventory.why_empty or "")


def test_a_refresh_of_the_root_passes_the_same_gate() -> None:
    site: Site = {"/": html()}
    page = b'<meta http-equiv=refresh content="0; url=http://x.com/us"><a href=/a>a</a>'
    found = explore({**site, "/": Page(body=page)})
    assert found.inventory.stop is Stop.SEED_FAILED
    assert not any("x.com" in url for url in found.asked)


def test_links_entries_redirects_and_canonicals_pass_one_gate_with_reasons_of_their_own() -> None:
    """In scope but forbidden, allowed but out of scope: told apart wherever it was named."""
    site: Site = {
        "/robots.txt": plain("User-agent: *\nDisallow: /no\n"),
        "http://off.test/robots.txt": plain("User-agent: *\nAllow: /\n"),
        "/": html("/no/1", "http://off.test/1", "/r", "/s", "/c"),
        "/r": moved("/no/2"),
        "/s": moved("http://off.test/2"),
        "/c": Page(
            body=b"<link rel=canonical href=/no/3><link rel=canonical href=http://off.test/3>"
        ),
        "/sitemap.xml": xml(urlset("http://site.test/no/4", "http://off.test/4")),
    }
    found = explore(site)
    refusals = {path: each.refusal for path, each in found.by_url.items()}
    for number in range(1, 5):
        inside, outside = refusals[f"/no/{number}"], refusals[f"http://off.test/{number}"]
        assert inside is not None
        assert inside.reason is Reason.ROBOTS
        assert "line 2 of http://site.test/robots.txt" in inside.rule
        assert outside is not None
        assert outside.reason is Reason.HOST
        assert "off.test is not site.test" in outside.rule
    assert not any("off.test" in url or "/no" in url for url in found.asked)


def test_a_sitemap_redirected_to_another_host_is_read_only_where_it_is_vouched_for() -> None:
    site: Site = {
        "/robots.txt": plain("Sitemap: /mine.xml"),
        "/": html(),
        "/mine.xml": moved("http://cdn.test/mine.xml"),
        "http://cdn.test/mine.xml": xml(urlset("http://site.test/a")),
        "/sitemap.xml": moved("http://cdn.test/theirs.xml"),
        "http://cdn.test/theirs.xml": xml(urlset("http://site.test/b")),
        "http://cdn.test/approved.xml": xml(urlset("http://site.test/c")),
    }
    found = explore(site, sitemaps=("http://cdn.test/approved.xml", "mailto:x"))
    assert {"/a", "/c"} <= set(found.by_url)
    assert "/b" not in found.by_url
    sources = [(each.source, each.ok) for each in found.inventory.sitemaps]
    assert sources[0] == ("approved", False)
    assert sources[1] == ("approved", True)
    assert ("robots", True) in sources
