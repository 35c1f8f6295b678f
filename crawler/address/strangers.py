"""Where a root's redirect may lead: the setting, and hosts that are never taken for a site."""

import re

from crawler.address import url as addresses
from crawler.address.refusal import Reason, Refused
from crawler.address.scope import Scope, without_www
from crawler.config import RootRedirect

# Whoever is redirected here has not found a site, but is asked who he is.
SIGN_IN = (
    "accounts.google.com", "appleid.apple.com", "auth0.com", "authentik.io", "b2clogin.com",
    "clerk.accounts.dev", "cloudflareaccess.com", "duosecurity.com", "frontegg.com",
    "id.atlassian.com", "kinde.com", "login.gov", "login.live.com",
    "login.microsoftonline.com", "login.salesforce.com", "login.yahoo.com", "microsoftonline.com",
    "okta.com", "oktapreview.com", "onelogin.com", "passport.yandex.ru", "pingidentity.com",
    "pingone.com", "signin.aws.amazon.com", "signin.ebay.com", "stytch.com",
)  # fmt: skip
SOCIAL = (
    "bsky.app", "discord.com", "discord.gg", "facebook.com", "fb.com", "fb.me", "instagram.com",
    "line.me", "linkedin.com", "mastodon.social", "ok.ru", "pinterest.com", "quora.com",
    "reddit.com", "snapchat.com", "t.co", "t.me", "telegram.me", "threads.net", "tiktok.com",
    "tumblr.com", "twitch.tv", "twitter.com", "vk.com", "wa.me", "wechat.com", "weibo.com",
    "whatsapp.com", "x.com", "xing.com", "youtu.be", "youtube.com",
)  # fmt: skip
_NEVER = dict.fromkeys(SIGN_IN, "a sign-in service") | dict.fromkeys(SOCIAL, "a social network")
_SIGN_IN_PATH = re.compile(
    r"(?:^|[/._-])(?:oauth2?|authorize|log-?in|sign-?in|sso|saml2?)(?:[/._-]|$)"
)
_SIGN_IN_HOST = re.compile(r"(?:login|signin|idp|sso|auth|accounts?)\.")


def astray(requested: str, url: str, setting: RootRedirect) -> Refused | None:
    """Return why an address on the way from a root may not be taken for its site."""
    asked, reached = addresses.parts(requested), addresses.parts(url)
    if asked[:3] == reached[:3]:
        return None
    if setting is RootRedirect.REFUSE:
        return _refused(f"the root redirects to {url}, which root_redirect refuse does not follow")
    if Scope.of(requested).refusal(url) is None:
        return None
    what = _stranger(asked.host, reached)
    if what is not None:
        return _refused(f"the root leads to {what}, {url}")
    if setting is RootRedirect.WWW_OR_SCHEME:
        rule = f"the root moved to {url}, another site, which root_redirect www-or-scheme"
        return _refused(f"{rule} does not follow")
    return None


def _stranger(asked: str, reached: addresses.Parts) -> str | None:
    """Say what a host is if the table knows it, unless it is what was asked for."""
    known = next((host for host in _NEVER if _is_below(reached.host, host)), None)
    if known is not None:
        return None if _is_below(asked, known) else _NEVER[known]
    if without_www(asked) == without_www(reached.host):
        return None
    signs_in = _SIGN_IN_PATH.search(reached.path.lower()) or _SIGN_IN_HOST.match(reached.host)
    return "a sign-in page" if signs_in else None


def _is_below(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")


def _refused(rule: str) -> Refused:
    return Refused(reason=Reason.HOST, rule=rule)
