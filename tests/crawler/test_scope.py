"""What belongs to a site: tables of addresses against a landed root."""

import pytest

from crawler.address.refusal import Reason
from crawler.address.scope import Scope, without_www

IN_SITE = [
    pytest.param("https://www.example.test/", "https://www.example.test/about", id="UR-078-www"),
    pytest.param("https://www.example.test/", "https://example.test/about", id="UR-078-bare"),
    pytest.param("https://example.test/", "http://example.test/a", id="UR-086"),
    pytest.param("https://www.example.test/", "https://example.test/a", id="UR-084"),
    pytest.param("https://example.test/guide", "https://example.test/next", id="UR-083"),
    pytest.param("https://example.test/", "https://example.test:80/", id="either-port"),
    pytest.param("http://127.0.0.1:8000/", "http://127.0.0.1:8000/x", id="own-port"),
    pytest.param("http://xn--bcher-kva.test/", "http://www.xn--bcher-kva.test/", id="UR-076"),
]
OUT_OF_SITE = [
    pytest.param("https://new.test/", "https://social.test/us", Reason.HOST, id="UR-080"),
    pytest.param("https://example.test/", "https://idp.test/oauth", Reason.HOST, id="UR-081"),
    pytest.param("https://example.test/", "https://example2.test/", Reason.HOST, id="UR-087-tld"),
    pytest.param("https://example.test/", "https://example.jobs.test/", Reason.HOST, id="UR-087"),
    pytest.param("https://example.test/", "https://notexample.test/", Reason.HOST, id="suffix"),
    pytest.param("https://example.test/", "https://example.test.evil.test/", Reason.HOST,
                 id="prefix"),
    pytest.param("https://example.test/", "https://example.test@evil.test/", Reason.HOST,
                 id="userinfo"),
    pytest.param("https://example.test/", "https://docs.example.test/", Reason.HOST, id="child"),
    pytest.param("https://example.test/", "https://www.www.example.test/", Reason.HOST,
                 id="two-www"),
    pytest.param("https://example.test/", "https://example.test:8443/", Reason.PORT, id="port"),
    pytest.param("http://127.0.0.1:8000/", "http://127.0.0.1/", Reason.PORT, id="default-port"),
]  # fmt: skip


@pytest.mark.parametrize(("landed", "url"), IN_SITE)
def test_in_site(landed: str, url: str) -> None:
    assert Scope.of(landed).refusal(url) is None


@pytest.mark.parametrize(("landed", "url", "reason"), OUT_OF_SITE)
def test_out_of_site(landed: str, url: str, reason: Reason) -> None:
    refused = Scope.of(landed).refusal(url)
    assert refused is not None
    assert refused.reason is reason


def test_the_rule_names_what_was_compared() -> None:
    refused = Scope.of("https://www.example.test/").refusal("https://out.test/")
    assert refused is not None
    assert refused.rule == "out.test is not example.test, with or without www"


def test_further_hosts_are_named_by_host_or_port() -> None:
    scope = Scope.of("https://example.test/", hosts=("Bücher.test", "cdn.test:8443"))
    assert scope.refusal("http://xn--bcher-kva.test/a") is None
    assert scope.refusal("https://cdn.test:8443/") is None
    other = scope.refusal("https://cdn.test/")
    assert other is not None
    assert other.reason is Reason.PORT


@pytest.mark.parametrize("host", ["", "a b", "http://x"])
def test_a_configured_host_that_is_none_is_misuse(host: str) -> None:
    with pytest.raises(ValueError, match="no host"):
        Scope.of("https://example.test/", hosts=(host,))


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("/docs", True),
        ("/docs/", True),
        ("/docs/a?b", True),
        ("/d%6Fcs/a", True),
        ("/docsx", False),
        ("/", True),  # the root itself
        ("/other", False),
    ],
)
def test_path_areas_end_at_a_segment(path: str, *, inside: bool) -> None:
    scope = Scope.of("https://example.test/", paths=("/docs/",))
    refused = scope.refusal(f"https://example.test{path}")
    assert (refused is None) is inside
    assert refused is None or refused.reason is Reason.PATH


def test_a_literal_host_is_a_fault_that_can_be_switched_on() -> None:
    scope = Scope.of("https://www.example.test/", literal_host=True)
    assert scope.refusal("https://www.example.test/a") is None
    assert scope.refusal("https://example.test/a") is not None


@pytest.mark.parametrize(
    ("url", "right"),
    [
        ("http://example.test/a?b#/c", "https://example.test/a?b#/c"),
        ("http://www.example.test/a", "https://www.example.test/a"),
        ("http://example.test:443/", "https://example.test/"),
        ("https://example.test/a", "https://example.test/a"),
        ("http://example.test:8080/a", "http://example.test:8080/a"),
        ("http://other.test/a", "http://other.test/a"),
    ],
)
def test_reconciles_the_scheme_of_the_roots_host_only(url: str, right: str) -> None:
    assert Scope.of("https://example.test/").reconcile(url) == right


@pytest.mark.parametrize(
    ("host", "bare"),
    [
        ("www.a.test", "a.test"),
        ("a.test", "a.test"),
        ("www.test", "www.test"),
        ("www2.a", "www2.a"),
    ],
)
def test_one_leading_www_is_dropped(host: str, bare: str) -> None:
    assert without_www(host) == bare
