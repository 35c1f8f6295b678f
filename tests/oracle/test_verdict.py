from dataclasses import replace
from typing import Any

import pytest

from oracle.routes.truth import Verdict
from oracle.routes.verdict import Tally, is_walled, unseen, verdict
from oracle.routes.visit import Visit

ROOT = "https://shop.test/"
GOOD = Tally(routes=20, sighted=25, refused=0)
NOTHING = Tally(routes=0, sighted=0, refused=0)


def home(status: int | None = 200, **more: Any) -> Visit:
    fields: dict[str, Any] = {
        "final_url": ROOT,
        "content_type": "text/html",
        "title": "Shop",
        "text": "Hi",
    }
    return Visit(url=ROOT, level=0, status=status, **(fields | more))


UNSEEN = [
    (home(None, faults=("ERR_NAME_NOT_RESOLVED",)), Verdict.ERROR, "ERR_NAME_NOT_RESOLVED"),
    (home(401), Verdict.LOGIN, "401"),
    (home(403), Verdict.BLOCKED, "403"),
    (home(429), Verdict.BLOCKED, "429"),
    (home(503), Verdict.BLOCKED, "503"),
    (home(404), Verdict.ERROR, "404"),
    (home(500), Verdict.ERROR, "500"),
    (home(content_type="application/json"), Verdict.ERROR, "application/json"),
    (home(download=True, content_type=None), Verdict.ERROR, "a download"),
    (home(download=True), Verdict.ERROR, "but a download"),
]


@pytest.mark.parametrize(("visit", "expected", "said"), UNSEEN, ids=lambda value: str(value)[:20])
def test_a_root_that_is_no_page(visit: Visit, expected: Verdict, said: str) -> None:
    told = unseen(visit)
    assert told is not None
    assert told[0] is expected
    assert said in told[1]
    assert told[1].endswith(".")


def test_a_root_that_is_a_page() -> None:
    assert unseen(home()) is None
    assert unseen(home(content_type=None)) is None


JUDGED = {
    "a site": (home(), GOOD, Verdict.OK),
    "a site with a login form in its bar": (home(login=True), GOOD, Verdict.OK),
    "a site that writes about captchas": (home(text="captcha " * 300), GOOD, Verdict.OK),
    "a small site that says login": (
        home(text="Log in"),
        Tally(routes=2, sighted=2, refused=0),
        Verdict.OK,
    ),
    "a challenge": (home(title="Just a moment..."), NOTHING, Verdict.BLOCKED),
    "most addresses refused": (home(), Tally(routes=4, sighted=20, refused=11), Verdict.BLOCKED),
    "half of them refused": (home(), Tally(routes=10, sighted=20, refused=10), Verdict.OK),
    "a login form": (home(login=True), Tally(routes=1, sighted=2, refused=0), Verdict.LOGIN),
    "led to a login page": (
        home(final_url=ROOT + "signin", title="Sign in"),
        NOTHING,
        Verdict.LOGIN,
    ),
    "a consent wall": (home(text="We value your privacy. Accept all"), NOTHING, Verdict.CONSENT),
    "nothing": (home(), NOTHING, Verdict.EMPTY),
    "nothing that could be read": (
        home(settled="not-shown", faults=("stuck",)),
        NOTHING,
        Verdict.ERROR,
    ),
    "nothing alive": (home(), Tally(routes=0, sighted=3, refused=0), Verdict.EMPTY),
}


@pytest.mark.parametrize(("visit", "tally", "expected"), JUDGED.values(), ids=JUDGED)
def test_verdicts(visit: Visit, tally: Tally, expected: Verdict) -> None:
    said, reason = verdict(visit, tally)
    assert said is expected
    assert (reason is None) is (expected is Verdict.OK)


WALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "Cloudflare, a challenge": (
        "Cloudflare",
        {"title": "Just a moment...", "text": "shop.test Verifying you are human."},
    ),
    "Cloudflare, its script": (
        "Cloudflare",
        {"title": "", "body": b"<script>(function(){window._cf_chl_opt={cvId:'3'}})()</script>"},
    ),
    "Cloudflare, a block": (
        "Cloudflare",
        {"title": "Attention Required! | Cloudflare", "text": "Sorry, you have been blocked"},
    ),
    "Akamai": (
        "Akamai",
        {
            "title": "Access Denied",
            "text": 'Access Denied You don\'t have permission to access "http://shop.test/" on '
            "this server. Reference #18.6d640317.1700000000.1",
        },
    ),
    "Akamai, another page": ("Akamai", {"body": b"<p>https://errors.edgesuite.net/18.6d64</p>"}),
    "DataDome": (
        "DataDome",
        {
            "title": "shop.test",
            "text": "Please enable JS and disable any ad blocker",
            "body": b"<script src='https://ct.captcha-delivery.com/c.js'></script>",
        },
    ),
    "PerimeterX": (
        "PerimeterX",
        {
            "title": "Access to this page has been denied",
            "text": "Press & Hold to confirm you are",
        },
    ),
    "PerimeterX, its place": ("PerimeterX", {"body": b'<div id="px-captcha"></div>'}),
    "Imperva": (
        "Imperva",
        {"body": b'<iframe src="/_Incapsula_Resource?CWUDNSAI=9&incident_id=1-2"></iframe>'},
    ),
    "Imperva, once Distil": ("Imperva", {"title": "Pardon Our Interruption..."}),
    "AWS WAF": ("AWS WAF", {"title": "", "body": b"<script>window.gokuProps = {}</script>"}),
    "F5": (
        "F5",
        {"text": "The requested URL was rejected. Please consult with your administrator."},
    ),
    "Radware": ("Radware", {"final_url": "https://validate.perfdrive.com/?ssa=1"}),
    "Sucuri": ("Sucuri", {"title": "Sucuri WebSite Firewall - Access Denied"}),
    "Vercel": ("Vercel", {"title": "Vercel Security Checkpoint"}),
    "Fastly": ("Fastly", {"title": "Client Challenge"}),
    "DDoS-Guard": ("DDoS-Guard", {"title": "DDoS-Guard"}),
    "SiteGround": ("SiteGround", {"final_url": "https://shop.test/.well-known/sgcaptcha/?r=%2F"}),
    "Wordfence": ("Wordfence", {"text": "Generated by Wordfence at Mon"}),
    "Anubis": ("Anubis", {"title": "Making sure you're not a bot!"}),
    "Google": (
        "Google",
        {"text": "Our systems have detected unusual traffic from your computer network."},
    ),
    "no known make": ("no known make", {"title": "Security check", "text": "I'm not a robot"}),
}


@pytest.mark.parametrize(("name", "page"), WALLS.values(), ids=WALLS)
def test_a_bot_wall_is_known_by_its_own_page(name: str, page: dict[str, Any]) -> None:
    said, reason = verdict(home(**page), NOTHING)
    assert said is Verdict.BLOCKED
    assert name in (reason or "")
    assert verdict(home(**page), GOOD)[0] is Verdict.OK  # a site that has such words has routes
    assert is_walled(home(**page))


@pytest.mark.parametrize("status", [202, 405, 403])
def test_a_wall_behind_another_status_is_named(status: int) -> None:
    said, reason = unseen(home(status, title="Human Verification")) or (None, "")
    assert said is Verdict.BLOCKED
    assert "AWS WAF" in reason


NO_WALLS: dict[str, dict[str, Any]] = {
    "Cloudflare's script on every page": {
        "body": b"<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>"
    },
    "DataDome's tag": {"body": b"<script src='https://js.datadome.co/tags.js'></script>"},
    "Imperva's script on every page": {
        "body": b"<script src='/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3'>"
    },
    "a form with a captcha": {"body": b"<div class='g-recaptcha' data-sitekey='x'></div>"},
    "a page about walls": {"text": "How Cloudflare, Akamai and DataDome tell robots from people"},
}


@pytest.mark.parametrize("page", NO_WALLS.values(), ids=NO_WALLS)
def test_what_vendors_put_on_every_page_is_no_wall(page: dict[str, Any]) -> None:
    assert verdict(home(**page), NOTHING)[0] is Verdict.EMPTY
    assert not is_walled(home(**page))


def test_a_wall_that_begins_after_the_root() -> None:
    said, reason = verdict(home(), replace(GOOD, visited=10, walled=6))
    assert said is Verdict.BLOCKED
    assert reason == "6 of 10 pages showed only a wall."
    assert verdict(home(), replace(GOOD, visited=10, walled=5))[0] is Verdict.OK


SIGN_INS = [
    ("https://accounts.google.com/v3/signin/identifier?continue=x", True),
    ("https://shop.okta.com/app/x", True),
    ("https://shop.cloudflareaccess.com/cdn-cgi/access/login/shop.test", True),
    ("https://shop.test/login", True),
    ("https://shop.test/en-gb/account/sign-in/", True),
    ("https://shop.test/users/sign_in", True),
    ("https://shop.test/wp-login.php?redirect_to=x", True),
    ("https://shop.test/login-help", False),
    ("https://shop.test/blog/sso", False),
    ("https://shop.test/en/", False),
]


@pytest.mark.parametrize(("final", "expected"), SIGN_INS)
def test_a_root_that_leads_to_a_sign_in(final: str, *, expected: bool) -> None:
    few = Tally(routes=2, sighted=2, refused=0)
    said, _ = verdict(home(final_url=final), few)
    assert (said is Verdict.LOGIN) is expected


def test_who_asks_for_a_sign_in_page_gets_one() -> None:
    page = replace(home(final_url=f"{ROOT}login"), url=f"{ROOT}login")
    assert verdict(page, Tally(routes=2, sighted=2, refused=0))[0] is Verdict.OK


CONSENTS: dict[str, dict[str, Any]] = {
    "Google's": {"final_url": "https://consent.google.com/m?continue=x", "title": "Bevor Sie"},
    "Yahoo's": {"final_url": "https://guce.yahoo.com/consent?x=1"},
    "a newspaper's": {"final_url": "https://shop.test/zustimmung?url=x"},
    "pay or agree": {"text": "Weiter mit Werbung lesen. Zustimmen und weiter"},
    "in French": {"text": "Continuer sans accepter"},
    "in Spanish": {"text": "Valoramos tu privacidad. Aceptar todo"},
    "in Italian": {"text": "Accetta tutti"},
    "in Dutch": {"text": "Voordat je verdergaat"},
}


@pytest.mark.parametrize("page", CONSENTS.values(), ids=CONSENTS)
def test_a_consent_wall_that_was_not_passed(page: dict[str, Any]) -> None:
    assert verdict(home(**page), NOTHING)[0] is Verdict.CONSENT
    assert verdict(home(**page), GOOD)[0] is Verdict.OK


def test_a_small_site_with_a_cookie_banner_is_a_site() -> None:
    page = home(final_url=f"{ROOT}home", text="Accept all cookies")
    assert verdict(page, Tally(routes=2, sighted=2, refused=0))[0] is Verdict.OK
