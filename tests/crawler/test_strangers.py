"""What a root's redirect may do: the setting, and whom no setting lets in."""

import pytest

from crawler.address.strangers import SIGN_IN, SOCIAL, astray
from crawler.config import RootRedirect

ADOPT, WWW, REFUSE = RootRedirect.ADOPT, RootRedirect.WWW_OR_SCHEME, RootRedirect.REFUSE


@pytest.mark.parametrize(
    ("requested", "reached", "passes"),
    [
        ("http://a.test/", "http://a.test/en/", {ADOPT, WWW, REFUSE}),
        ("http://a.test/", "https://a.test/", {ADOPT, WWW}),
        ("http://a.test/", "http://www.a.test/", {ADOPT, WWW}),
        ("https://www.a.test/", "https://a.test/x", {ADOPT, WWW}),
        ("http://a.test/", "http://b.test/", {ADOPT}),
        ("http://a.test/", "http://docs.a.test/", {ADOPT}),
        ("http://a.test/", "http://a.test:8080/", {ADOPT}),
        ("http://a.test/auth/login", "http://a.test/login", {ADOPT, WWW, REFUSE}),
        ("http://a.test/auth/login", "https://idp.test/oauth?client=1", set()),
        ("http://a.test/", "https://login.b.test/", set()),
        ("http://a.test/", "https://b.test/blog/logins", {ADOPT}),
        ("http://a.test/", "https://accounts.google.com/v3/x", set()),
        ("http://a.test/", "https://a.eu.auth0.com/u/", set()),
        ("http://a.test/", "https://www.facebook.com/a", set()),
        ("http://a.test/", "https://notfacebook.com/a", {ADOPT}),
        ("https://facebook.com/", "https://www.facebook.com/", {ADOPT, WWW}),
        ("https://m.facebook.com/", "https://www.facebook.com/", {ADOPT}),
    ],
)
def test_each_setting_lets_pass_what_it_says(
    requested: str, reached: str, passes: set[RootRedirect]
) -> None:
    assert {each for each in RootRedirect if astray(requested, reached, each) is None} == passes


def test_the_table_is_sorted_and_holds_plain_hosts() -> None:
    for table in (SIGN_IN, SOCIAL):
        assert list(table) == sorted(set(table))
        assert all(host == host.lower().strip("./ ") and "." in host for host in table)
