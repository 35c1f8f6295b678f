"""An ASGI application behind the gateway: what it is told, what it may do, and what it may not."""

import asyncio
import ssl
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench.web import asgi
from bench.web.application import Application
from bench.web.appload import Named, NotStarted, load
from bench.web.exchange import Log
from bench.web.gateway import Gateway
from bench.web.origin import Web
from tests.bench.web import shop

Run = Callable[[Coroutine[Any, Any, Any]], Any]
HERE = Path(__file__).parent
LONG = 60.0


@asynccontextmanager
async def opened(
    *, seconds: float = LONG, log: Log | None = None
) -> AsyncIterator[tuple[httpx.AsyncClient, shop.Shop, Gateway]]:
    named = Named(target="tests.bench.web.shop:make", folder=HERE, factory=True)
    async with Application(named, seconds=seconds) as app:
        web = Web({"shop.test": app, "http://port.test:8080": app})
        async with Gateway(web, listen=log or Log()) as gateway:
            trust = ssl.create_default_context(cafile=str(gateway.ca))
            headers = {"user-agent": "tester/1"}
            async with httpx.AsyncClient(
                proxy=gateway.proxy, verify=trust, headers=headers, timeout=LONG
            ) as http:
                yield http, shop.made[-1], gateway


def ask(path: str, **how: Any) -> tuple[httpx.Response, Log]:
    async def main() -> httpx.Response:
        async with opened(log=log, **how) as (http, _, _):
            return await http.get(f"https://shop.test{path}")

    log = Log()
    return asyncio.run(main()), log


def test_what_an_application_is_told_of_a_request(run: Run) -> None:
    async def main() -> None:
        async with opened() as (http, _, _):
            url = "https://shop.test/scope/%C3%BC%2Fa%20b?q=%20&r"
            told = (await http.post(url, content="body", headers={b"X-Mark": "Ü".encode()})).json()
        assert told["asgi"] == {"version": "3.0", "spec_version": "2.3"}
        assert (told["type"], told["http_version"], told["method"]) == ("http", "1.1", "POST")
        assert (told["scheme"], told["server"]) == ("https", ["shop.test", 443])
        assert (told["path"], told["raw_path"]) == ("/scope/ü/a b", "/scope/%C3%BC%2Fa%20b")
        assert (told["query_string"], told["root_path"]) == ("q=%20&r", "")
        assert (told["body"], told["state"]) == ("body", {"stock": 7})
        assert told["client"][0] == "127.0.0.1"
        headers = dict(told["headers"])
        assert (headers["host"], headers["user-agent"]) == ("shop.test", "tester/1")
        assert headers["x-mark"] == "Ü"
        assert all(name == name.lower() for name in headers)
        assert not {name for name in headers if name.startswith("proxy-")}

    run(main())


def test_a_port_of_its_own(run: Run) -> None:
    async def main() -> None:
        async with opened() as (http, _, _):
            told = (await http.get("http://port.test:8080/")).json()
        assert (told["scheme"], told["server"]) == ("http", ["port.test", 8080])
        assert dict(told["headers"])["host"] == "port.test:8080"

    run(main())


def test_an_answer_in_pieces_comes_whole() -> None:
    response, _ = ask("/pieces")
    assert (response.status_code, response.text) == (200, "one two three")
    assert (response.headers["content-type"], response.headers["x-umlaut"]) == ("text/html", "ü")


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/fails", "RuntimeError('no stock')"),
        ("/fails_late", "RuntimeError('half way')"),
        ("/silent", "returned without a whole answer"),
        ("/unruly", "sent http.response.body out of turn"),
    ],
)
def test_an_application_that_fails_is_a_500_that_says_how(path: str, told: str) -> None:
    response, log = ask(path)
    assert response.status_code == 500
    assert told in response.text
    assert told in (log.exchanges[0].fault or "")


def test_an_answer_without_end_is_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "MOST", 1 << 20)
    response, _ = ask("/endless")
    assert response.status_code == 500
    assert "larger than 1 MiB" in response.text


@pytest.mark.parametrize("path", ["/gated", "/waits"])
def test_an_application_that_hangs_is_bounded_in_time(path: str) -> None:
    async def main() -> None:
        async with opened(seconds=0.05) as (http, app, _):
            response = await http.get(f"https://shop.test{path}")
            app.gate.set()
        assert response.status_code == 504
        assert "not given a whole answer within 0.05 s" in response.text

    asyncio.run(main())


def test_an_application_that_blocks_its_loop_blocks_nobody_else() -> None:
    async def main() -> None:
        async with opened(seconds=0.05) as (http, app, _):
            assert (await http.get("https://shop.test/blocks")).status_code == 504
            assert (await http.get("http://nobody.test/")).status_code == 502
            app.gate.set()

    asyncio.run(main())


def test_an_application_is_told_that_its_client_has_left() -> None:
    async def main() -> None:
        async with opened() as (_, app, gateway):
            _, writer = await raw(gateway, "waits")
            assert await asyncio.to_thread(app.asked.wait, LONG)
            writer.close()
            assert await asyncio.to_thread(app.left.wait, LONG)

    asyncio.run(main())


def test_a_client_may_send_its_next_request_before_it_is_answered() -> None:
    async def main() -> None:
        async with opened() as (_, app, gateway):
            reader, writer = await raw(gateway, "gated")
            assert await asyncio.to_thread(app.asked.wait, LONG)
            writer.write(request("pieces"))
            app.gate.set()
            await reader.readuntil(b"\r\n\r\nopen")
            await reader.readuntil(b"\r\n\r\none two three")
            writer.close()

    asyncio.run(main())


def request(path: str) -> bytes:
    return f"GET http://shop.test/{path} HTTP/1.1\r\nHost: shop.test\r\n\r\n".encode()


async def raw(gateway: Gateway, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    port = int(gateway.proxy.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request(path))
    return reader, writer


def test_what_is_done_after_the_answer_holds_nobody_up() -> None:
    async def main() -> None:
        async with opened() as (http, app, _):
            assert (await http.get("https://shop.test/background")).text == "done"
            assert await asyncio.to_thread(app.after.wait, LONG)

    asyncio.run(main())


def test_a_lifespan_spans_all_requests() -> None:
    async def main() -> None:
        async with opened() as (http, app, _):
            for _ in range(2):
                assert (await http.get("http://shop.test/")).json()["state"] == {"stock": 7}
            assert not app.stopped.is_set()
        assert app.stopped.is_set()

    asyncio.run(main())


APPS = """
import asyncio

async def web(scope, receive, send):
    assert scope["type"] == "http"
    await send({"type": "http.response.start", "status": 200})
    await send({"type": "http.response.body", "body": b"well"})

async def refuses(scope, receive, send):
    await send({"type": "lifespan.startup.failed", "message": "no database"})

async def stuck(scope, receive, send):
    await asyncio.Event().wait()

async def ends_badly(scope, receive, send):
    if scope["type"] == "http":
        return await web(scope, receive, send)
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    raise RuntimeError("no farewell")

def wsgi(environ, start_response): ...
def make(): return web
def make_nothing(): return None
def make_trouble(): return 1 / 0
async def older(scope): ...
number = 7
class Group:
    app = staticmethod(web)
"""


@pytest.fixture
def apps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Named]:
    """Modules of this test alone: their names occur nowhere else in the process."""
    name = f"apps_{tmp_path.name}".replace("-", "_").replace("[", "").replace("]", "")
    (tmp_path / f"{name}.py").write_text(APPS)
    (tmp_path / f"{name}_broken.py").write_text("import json\n\njson.loads('{')\n")
    (tmp_path / f"{name}_typo.py").write_text("def f(:\n")
    (tmp_path / f"{name}_ends.py").write_text("raise SystemExit('no settings')\n")
    (tmp_path / f"{name}_lacks.py").write_text("import no_such_module_at_all\n")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def named(target: str, *, factory: bool = False) -> Named:
        module, _, attribute = target.partition(":")
        return Named(target=f"{name}{module}:{attribute}", folder=tmp_path, factory=factory)

    return named


async def first_word(named: Named, **how: Any) -> str:
    async with (
        Application(named, **how) as app,
        Gateway(Web({"a.test": app})) as gateway,
        httpx.AsyncClient(proxy=gateway.proxy) as http,
    ):
        return (await http.get("http://a.test/")).text


@pytest.mark.parametrize(
    ("target", "factory"),
    [(":web", False), (":make", True), (":Group.app", False), (":ends_badly", False)],
)
def test_who_may_answer(apps: Callable[..., Named], target: str, *, factory: bool) -> None:
    assert asyncio.run(first_word(apps(target, factory=factory))) == "well"


@pytest.mark.parametrize(
    ("target", "told"),
    [
        (":refuses", "its startup failed: no database"),
        (":stuck", "has not started within 0.05 s"),
    ],
)
def test_an_application_that_does_not_start(
    apps: Callable[..., Named], target: str, told: str
) -> None:
    with pytest.raises(NotStarted, match=told):
        asyncio.run(first_word(apps(target), start=0.05 if "within" in told else LONG))


@pytest.mark.parametrize(
    ("target", "factory", "told"),
    [
        ("_gone:app", False, "no module called apps_"),
        ("_gone:app", False, "(app_dir), nor installed"),
        (":wep", False, "has no wep; did you mean web?"),
        (":Group.apt", False, "has no Group.apt"),
        (":number", False, "is no callable, but int"),
        (":wsgi", False, "takes two arguments, as a WSGI application does: wrap it"),
        (":make", False, "takes no arguments: if it makes the application, set factory: true"),
        (":older", False, "does not take scope, receive and send, but (scope)"),
        (":make_nothing", True, "gave no application, but NoneType"),
        (":make_trouble", True, ".py:26: ZeroDivisionError: division by zero"),
        ("_broken:app", False, "_broken.py:3: JSONDecodeError: "),
        ("_typo:app", False, "_typo.py:1: SyntaxError: "),
        ("_ends:app", False, "_ends.py:1: SystemExit: no settings"),
        ("_lacks:app", False, "_lacks.py:1: ModuleNotFoundError: No module named 'no_such"),
    ],
)
def test_why_an_application_cannot_be_had(
    apps: Callable[..., Named], target: str, *, factory: bool, told: str
) -> None:
    with pytest.raises(NotStarted) as caught:
        load(apps(target, factory=factory))
    assert told in str(caught.value)
