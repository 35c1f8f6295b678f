"""Each way to find nothing has a sentence of its own, and none of them looks like success."""

from typing import Any

import pytest

from crawler.address.refusal import Reason
from crawler.answer.emptiness import _REFUSED
from crawler.config import Budget, Pacing, RootRedirect
from tests.crawler.web import Page, Raw, Site, explore, html, moved, plain

QUICK = Pacing(deadline=0.3, backoff=0.01, timeout_retries=0, retries=0, waits=1, wait_cap=0.01)
FORM = b"<form><input type=password></form>"
CASES: dict[str, tuple[Site, dict[str, Any], str]] = {
    "no links": ({"/": html()}, {}, "names no other address; its links may be drawn by a script"),
    "login": ({"/": Page(body=FORM)}, {}, "names no other address; it asks for a login"),
    "no page": ({"/": plain("hello")}, {}, "The root is no HTML page but text/plain"),
    "gone": ({}, {}, "http://site.test/ answered 404"),
    "barred": ({"/": Page(status=403)}, {}, "http://site.test/ answered 403"),
    "limited": ({"/": Page(status=429)}, {}, "http://site.test/ answered 429"),
    "silent": ({"/": Raw(hang=True)}, {}, "gave no page (timeout: no whole answer"),
    "lost": ({"/": Raw()}, {}, "gave no page (connect: the connection was lost)"),
    "robots": (
        {"/robots.txt": plain("User-agent: *\nDisallow: /"), "/": html("/a")},
        {},
        "we may not fetch http://site.test/: Disallow: / (line 2 of",
    ),
    "no robots": (
        {"/robots.txt": Page(status=503), "/": html("/a")},
        {},
        "robots.txt unreachable: answered 503",
    ),
    "moved": (
        {"/": moved("http://new.test/")},
        {"root_redirect": RootRedirect.REFUSE},
        "the root redirects to http://new.test/",
    ),
    "circle": ({"/": moved("/")}, {}, "redirect-loop"),
    "no address": ({}, {"root": "site"}, "no address: 'site'"),
    "elsewhere": ({"/": html("http://a.test/", "http://b.test/")}, {}, "lead to other hosts"),
    "area": ({"/": html("/a")}, {"paths": ("/x",)}, "outside the path area"),
    "no web": ({"/": html("mailto:a@b.test", "tel:1")}, {}, "2 of 2 are no web addresses"),
    "nofollow": ({"/": Page(body=b"<a rel=nofollow href=/a>a</a>")}, {}, "are marked nofollow"),
    "template": ({"/": html("/undefined", "/null")}, {}, "templates that nobody filled in"),
    "dead": ({"/": html("/a", "/b")}, {}, "2 of 2 answered 404"),
    "slow": ({"/": html("/a"), "/a": Raw(hang=True)}, {}, ""),
    "files": (
        {"/": html("/a"), "/a": Page(body=b"%PDF", type="application/pdf")},
        {},
        "are no HTML pages",
    ),
    "cut": (
        {"/": Raw(hang=True)},
        {"budget": Budget(seconds=0.1)},
        "cut before the root had answered",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_nothing_found_says_why(case: str) -> None:
    site, settings, words = CASES[case]
    why = explore(site, **{"pacing": QUICK, **settings}).inventory.why_empty
    if not words:
        assert why is None  # what did not answer may be there, and is listed
    else:
        assert words in (why or "")


def test_every_cause_has_a_sentence_of_its_own() -> None:
    words = [words for _, _, words in CASES.values()]
    assert len(set(words)) == len(words)
    assert set(_REFUSED) == set(Reason)
    assert len(set(_REFUSED.values())) == len(_REFUSED)
