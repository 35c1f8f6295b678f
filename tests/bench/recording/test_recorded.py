"""What the crawler's transport exchanged is kept as WARC, and is answered from there again."""

import asyncio
import gzip
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from bench.recording.exchange import Asked
from bench.recording.recorder import Recorder
from bench.recording.role import Door, Turn
from bench.web.archive.origin import Archive, open_archive
from bench.web.gateway import Gateway
from bench.web.origin import Answer as Served
from bench.web.origin import Cut, Hang, Request, Reset, Response, Web
from crawler.config import Config, Pacing
from crawler.wire.answer import Answer
from crawler.wire.observation import Failure, Trouble
from crawler.wire.transport import open_transport

SITE = "https://shop.test"
HTML = ("Content-Type", "text/html")
LONG = b"<p>" + b"All that is long is cut. " * 20_000


class Script:
    """An origin that answers each address with one thing after the other."""

    def __init__(self, answers: dict[str, Sequence[Served]]) -> None:
        self.answers = {path: list(given) for path, given in answers.items()}

    async def answer(self, request: Request) -> Served:
        given = self.answers[request.path]
        return given.pop(0) if len(given) > 1 else given[0]


def page(text: str) -> Response:
    return Response(headers=(HTML,), body=f"<title>{text}</title>".encode())


SHOP: dict[str, Sequence[Served]] = {
    "/": [page("Shop")],
    "/again": [page("Shop")],
    "/empty": [Response(status=204)],
    "/gone": [Response(status=404, headers=(HTML,), body=b"<h1>Gone</h1>")],
    "/moved": [
        Response(status=302, headers=(("Location", "/"), ("Set-Cookie", "sid=abc; Path=/")))
    ],
    "/packed": [
        Response(headers=(HTML, ("Content-Encoding", "gzip")), body=gzip.compress(LONG, mtime=0))
    ],
    "/long": [Response(headers=(HTML,), body=LONG)],
    "/offers": [page("one"), page("two"), page("three")],
    "/umlaut": [Response(headers=(HTML, ("Location", "/ü")), body=b"\xff\xfe\0raw")],
    "/lost": [Reset()],
    "/half": [Cut(response=Response(headers=(HTML,), body=LONG), share=0.5)],
}


def asked(
    web: Web | Archive,
    paths: Sequence[str],
    *,
    recorder: Recorder | None = None,
    role: str = Door.CRAWLER,
    wanted: int = 1 << 20,
) -> list[Answer | Trouble]:
    """What the crawler's transport is answered, one path after the other."""

    async def run() -> list[Answer | Trouble]:
        async with Gateway(web) as gateway:
            proxy = await gateway.door(role)
            config = Config(root=SITE, proxy=proxy, ca=gateway.ca, pacing=Pacing(deadline=20))
            heard = None if recorder is None else recorder.hear(role)
            async with open_transport(config, heard=heard) as transport:
                return [
                    await transport.get(SITE + path, appetite=lambda _status, _headers: wanted)
                    for path in paths
                ]

    return asyncio.run(run())


def record(folder: Path, paths: Sequence[str], *, wanted: int = 1 << 20) -> list[Answer | Trouble]:
    recorder = Recorder(folder=folder, about={"software": "test"})
    answers = asked(Web({SITE: Script(SHOP)}), paths, recorder=recorder, wanted=wanted)
    recorder.close()
    return answers


def told(answers: Sequence[Answer | Trouble]) -> list[object]:
    """The part of answers that a crawl is made of."""
    return [
        (each.status, each.body, each.truncated, each.trouble, each.header("Location"))
        if isinstance(each, Answer)
        else each
        for each in answers
    ]


@pytest.mark.parametrize("wanted", [1 << 20, 64, 3], ids=["whole", "some", "little"])
def test_a_replay_answers_as_the_site_did(tmp_path: Path, wanted: int) -> None:
    paths = [*(path for path in SHOP if path != "/lost"), "/offers", "/offers", "/"]
    first = record(tmp_path, paths, wanted=wanted)
    with ExitStack() as stack:
        archive = open_archive(tmp_path, stack)
        assert told(asked(archive, paths, wanted=wanted)) == told(first)
        assert archive.unrecorded.asked == {}
        assert archive.index.flaws == []


def test_an_answer_that_never_came_fails_again_for_the_same_reason(tmp_path: Path) -> None:
    (first,) = record(tmp_path, ["/lost"])
    assert isinstance(first, Trouble)
    with ExitStack() as stack:
        (again,) = asked(open_archive(tmp_path, stack), ["/lost"])
    assert again == first


def test_an_answer_that_broke_off_breaks_off_at_the_same_byte(tmp_path: Path) -> None:
    (first,) = record(tmp_path, ["/half"])
    assert isinstance(first, Answer)
    assert first.truncated
    with ExitStack() as stack:
        (again,) = asked(open_archive(tmp_path, stack), ["/half"])
    assert told([again]) == told([first])


def test_what_the_browser_gave_up_is_not_answered_to_it_and_not_there_for_others(
    tmp_path: Path,
) -> None:
    recorder = Recorder(folder=tmp_path, about={})
    heard = recorder.follow(lambda _: Turn(role="pass-1"))
    url, now = f"{SITE}/watch", datetime.now(UTC)
    gone = Asked(method="GET", url=url, started=now, body=BytesIO(), failure="net::ERR_ABORTED")
    heard(gone)
    recorder.close()
    with ExitStack() as stack:
        archive = open_archive(tmp_path, stack)
        answers = {
            role: asyncio.run(
                archive.answer(
                    Request(method="GET", origin=SITE, path="/watch", headers=(), role=role)
                )
            )
            for role in (Door.BROWSER, Door.CRAWLER)
        }
        assert isinstance(answers[Door.BROWSER], Hang)
        assert isinstance(answers[Door.CRAWLER], Response)
        assert archive.unrecorded.asked == {Door.CRAWLER: 1}


def test_what_is_not_in_the_recording_is_no_dead_page_but_trouble_that_says_so(
    tmp_path: Path,
) -> None:
    record(tmp_path, ["/"])
    with ExitStack() as stack:
        archive = open_archive(tmp_path, stack)
        (answer,) = asked(archive, ["/never"])
        assert answer == Trouble(reason=Failure.CONNECT, detail="not in the recording")
        assert archive.unrecorded.asked == {"crawler": 1}
        assert list(archive.unrecorded.urls["crawler"]) == [f"{SITE}/never"]


def test_another_role_gets_what_was_recorded_for_somebody(tmp_path: Path) -> None:
    first = record(tmp_path, ["/", "/offers"])
    with ExitStack() as stack:
        archive = open_archive(tmp_path, stack)
        assert told(asked(archive, ["/", "/offers"], role=Door.CHECKER)) == told(first)
        assert told(asked(archive, ["/", "/offers"], role="")) == told(first)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("?_=2", True, id="another cache buster"),
        pytest.param("?utm_source=mail", True, id="a campaign where none was"),
        pytest.param("?tid=2", False, id="a parameter that may mean something"),
    ],
)
def test_volatile_parameters_are_looked_past_where_nothing_is_exact(
    tmp_path: Path, query: str, *, found: bool
) -> None:
    site = Web({SITE: Script({"/": [page("Shop")]})})
    recorder = Recorder(folder=tmp_path, about={})
    asked(site, ["/?_=1"], recorder=recorder)
    recorder.close()
    with ExitStack() as stack:
        (answer,) = asked(open_archive(tmp_path, stack), [f"/{query}"])
    assert isinstance(answer, Answer) is found


def test_the_files_are_sound_warc_and_hold_each_body_once(tmp_path: Path) -> None:
    record(tmp_path, [*SHOP, "/offers"])
    file = tmp_path / "crawler.warc.gz"
    check = [sys.executable, "-m", "warcio.cli", "check", str(file)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    text = gzip.decompress(file.read_bytes())
    assert text.count(b"<title>Shop</title>") == 1
    assert text.count(b"WARC-Type: revisit") == 1
    assert text.count(b"WARC-Type: request") == len(SHOP) + 1
    assert text.count(b"WARC-Route-Recall-Role: crawler") == 2 * (len(SHOP) + 1)


def test_no_secret_is_written(tmp_path: Path) -> None:
    record(tmp_path, ["/moved", "/"])
    text = gzip.decompress((tmp_path / "crawler.warc.gz").read_bytes())
    assert b"abc" not in text
    assert text.count(b"sid=redacted-") == 2  # as it was set, and as it was sent
