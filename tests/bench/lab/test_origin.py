import asyncio
import gzip

import pytest

from bench.lab.answers import parse
from bench.lab.origin import LabOrigin
from bench.web.origin import Answer, Hang, Request, Reset, Response

SITE = """\
@ https://a.test/
<h1>A</h1>
@ https://a.test/caf%C3%A9
<h1>Café</h1>
@ https://a.test/search?q=1
<h1>One</h1>
@ https://a.test/search
<h1>Any</h1>
@ https://a.test/exact?
<h1>Empty query</h1>
@ https://a.test/p/*
<h1>Prefix</h1>
@ https://a.test/p/deep/*
<h1>Deeper</h1>
@ https://a.test/p/deep/exact
<h1>Exact</h1>
@ https://a.test/flaky attempt 1
503

busy
@ https://a.test/flaky attempt 2
Again
@ https://a.test/flaky attempt 4+
Settled
@ https://a.test/token
302
Location: /next?t=%NONCE%
X-Empty:

token %NONCE% and %NONCE%
@ https://a.test/hang
200
Lab-Hang: 9
@ https://a.test/reset
200
Lab-Reset: 1
@ https://a.test/map.xml.gz
200
Content-Type: application/gzip
Lab-Gzip: 1

<urlset/>
@ https://a.test/typed
200
Content-Type: text/plain

x
@ https://a.test/untyped
200
Content-Type:

x
@ https://a.test/old-charset
200
Lab-Charset: windows-1252

\u00fc
"""


def origin() -> LabOrigin:
    site = parse(SITE, "site.http")
    assert site.flaws == ()
    return LabOrigin(site.answers)


def ask(lab: LabOrigin, target: str, *, client: str = "c", method: str = "GET") -> Answer:
    path, mark, query = target.partition("?")
    request = Request(
        method=method,
        origin="https://a.test",
        path=path,
        query=query if mark else None,
        headers=(("user-agent", client),),
    )
    return asyncio.run(lab.answer(request))


def response(answer: Answer) -> Response:
    assert isinstance(answer, Response)
    return answer


def text(answer: Answer) -> str:
    body = response(answer).body
    assert isinstance(body, bytes)
    return body.decode().strip()


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/", "<h1>A</h1>"),
        ("/?any", "<h1>A</h1>"),
        ("/caf%C3%A9", "<h1>Café</h1>"),
        ("/caf%c3%a9", "<h1>Café</h1>"),
        ("/search?q=1", "<h1>One</h1>"),
        ("/search?q=2", "<h1>Any</h1>"),
        ("/search", "<h1>Any</h1>"),
        ("/exact?", "<h1>Empty query</h1>"),
        ("/p/", "<h1>Prefix</h1>"),
        ("/p/x/y?z", "<h1>Prefix</h1>"),
        ("/p/deep/x", "<h1>Deeper</h1>"),
        ("/p/deep/exact", "<h1>Exact</h1>"),
    ],
)
def test_which_answer(target: str, expected: str) -> None:
    assert text(ask(origin(), target)) == expected


@pytest.mark.parametrize("target", ["/missing", "/p", "/exact", "/exact?x", "/CAF%C3%A9"])
def test_whatever_is_undeclared_is_a_404(target: str) -> None:
    answer = response(ask(origin(), target))
    assert answer.status == 404
    assert answer.header("content-type") == "text/html; charset=utf-8"


def test_attempts_count_per_client_and_address() -> None:
    lab = origin()
    seen = [response(ask(lab, "/flaky")).status for _ in range(5)]
    assert seen == [503, 200, 404, 200, 200]
    assert response(ask(lab, "/flaky", client="other")).status == 503
    assert response(ask(lab, "/flaky?x")).status == 503
    assert response(ask(origin(), "/flaky")).status == 503


def test_a_token_is_one_in_an_answer_and_new_in_the_next() -> None:
    lab = origin()
    first, second = response(ask(lab, "/token")), response(ask(lab, "/token"))
    words = text(first).split()
    assert words[1] == words[3]
    assert first.header("location") == f"/next?t={words[1]}"
    assert first.header("location") != second.header("location")


def test_effects() -> None:
    lab = origin()
    assert ask(lab, "/hang") == Hang(seconds=9)
    assert ask(lab, "/reset") == Reset()
    packed = response(ask(lab, "/map.xml.gz"))
    assert isinstance(packed.body, bytes)
    assert gzip.decompress(packed.body) == b"<urlset/>\n"
    assert packed.headers == (("Content-Type", "application/gzip"),)
    assert response(ask(lab, "/old-charset")).body == b"\xfc\n"


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/flaky", "text/html; charset=utf-8"),
        ("/typed", "text/plain"),
        ("/untyped", None),
        ("/old-charset", "text/html"),
    ],
)
def test_types(target: str, kind: str | None) -> None:
    assert response(ask(origin(), target)).header("content-type") == kind


@pytest.mark.parametrize(
    ("method", "status"), [("HEAD", 200), ("POST", 405), ("DELETE", 405), ("OPTIONS", 405)]
)
def test_methods(method: str, status: int) -> None:
    assert response(ask(origin(), "/", method=method)).status == status


def test_a_behaviour_is_asked_first() -> None:
    async def behave(request: Request) -> Answer | None:
        return Response(status=201) if request.method == "POST" else None

    lab = LabOrigin(parse(SITE, "site.http").answers, behave)
    assert response(ask(lab, "/", method="POST")).status == 201
    assert text(ask(lab, "/")) == "<h1>A</h1>"


def test_two_runs_are_served_the_same_tokens() -> None:
    first, again = origin(), origin()
    runs = [[ask(lab, "/token", client=name) for name in "aab"] for lab in (first, again)]
    assert runs[0] == runs[1]
    assert len({one.body for one in runs[0] if isinstance(one, Response)}) == 3
