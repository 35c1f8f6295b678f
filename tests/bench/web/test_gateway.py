import asyncio
import gzip
import ssl
import subprocess
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench.web.directory import Directory
from bench.web.exchange import Exchange, Log
from bench.web.gateway import Gateway
from bench.web.origin import Answer, Cut, Request, Response, Web

Run = Callable[[Coroutine[Any, Any, Any]], Any]


class Echo:
    """Answers with what it was asked."""

    async def answer(self, request: Request) -> Answer:
        text = f"{request.method} {request.url} {request.client} {request.body.decode()}"
        return Response(
            headers=(("Content-Type", "text/plain"), ("X-Umlaut", "ü")), body=text.encode()
        )


class Failing:
    """Cannot answer."""

    async def answer(self, request: Request) -> Answer:
        message = f"no idea about {request.path}\r\nSet-Cookie: x"
        raise RuntimeError(message)


WEB = Web(
    {
        "both.test": Echo(),
        "http://plain.test": Echo(),
        "https://secure.test": Echo(),
        "https://xn--bcher-kva.test": Echo(),
        "http://port.test:8080": Echo(),
        "https://port.test:8443": Echo(),
        "failing.test": Failing(),
        "no_certificate.test": Echo(),
    }
)


def client(gateway: Gateway) -> httpx.AsyncClient:
    trust = ssl.create_default_context(cafile=str(gateway.ca))
    headers = {"user-agent": "tester/1"}
    return httpx.AsyncClient(proxy=gateway.proxy, verify=trust, headers=headers)


@pytest.mark.parametrize(
    "url",
    [
        "http://both.test/",
        "https://both.test/a%20b?c=%C3%BC",
        "https://xn--bcher-kva.test/",
        "http://port.test:8080/x",
        "https://port.test:8443/x",
    ],
)
def test_addresses_stay_what_they_are(run: Run, url: str) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, client(gateway) as http:
            response = await http.get(url)
            assert response.text == f"GET {url} tester/1 "
            assert response.headers.raw  # h11 has read the umlaut back as bytes
            assert dict(response.headers.raw)[b"X-Umlaut"] == "ü".encode()

    run(main())


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://unknown.test/", "no host unknown.test is served here"),
        ("https://unknown.test/", "no host unknown.test is served here"),
        ("https://plain.test/", "plain.test is served over http only, and https was asked for"),
        ("http://secure.test/", "secure.test is served over https only, and http was asked for"),
        ("https://both.test:8443/", "no host both.test:8443 is served here"),
        ("https://no_certificate.test/", "no certificate can be made for no_certificate.test"),
    ],
)
def test_an_unserved_host_is_a_502_with_its_reason(run: Run, url: str, reason: str) -> None:
    async def main() -> None:
        log = Log()
        async with Gateway(WEB, listen=log) as gateway, client(gateway) as http:
            if url.startswith("https"):
                with pytest.raises(httpx.ProxyError, match=f"502 {reason}"):
                    await http.get(url)
            else:
                response = await http.get(url)
                assert (response.status_code, response.text) == (502, f"{reason}\n")
        (exchange,) = log.exchanges
        assert (exchange.status, exchange.fault, exchange.url) == (502, reason, url)

    run(main())


def test_a_failing_origin_is_a_500_and_the_gateway_goes_on(run: Run) -> None:
    async def main() -> None:
        log = Log()
        async with Gateway(WEB, listen=log) as gateway, client(gateway) as http:
            assert (await http.get("http://failing.test/x")).status_code == 500
            response = await http.get("https://failing.test/x")
            assert "no idea about /x" in response.text
            assert "set-cookie" not in response.headers
            assert (await http.get("http://both.test/")).status_code == 200
        assert "no idea about /x" in (log.exchanges[0].fault or "")

    run(main())


def test_every_request_is_told_to_the_listener(run: Run) -> None:
    async def main() -> None:
        log = Log()
        async with Gateway(WEB, listen=log) as gateway, client(gateway) as http:
            for _ in range(3):
                await http.get("https://both.test/x")
            await http.head("https://both.test/x", headers={"user-agent": "other/1"})
            await http.get("https://both.test/y")
        assert log.count("https://both.test/x") == 4
        assert log.count("https://both.test/x", client="tester/1") == 3
        assert log.count("http://both.test/x") == 0
        assert log.exchanges[3] == Exchange(
            method="HEAD",
            url="https://both.test/x",
            client="other/1",
            status=200,
            content_type="text/plain",
        )

    run(main())


def test_one_connection_serves_many_requests(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, client(gateway) as http:
            streams = set()
            for number in range(5):
                response = await http.post("https://both.test/", content=str(number))
                assert response.text.endswith(f" {number}")
                stream = response.extensions["network_stream"]
                streams.add(stream.get_extra_info("client_addr"))
            assert len(streams) == 1

    run(main())


def test_another_web_can_be_served_from_the_next_request_on(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, client(gateway) as http:
            assert (await http.get("https://both.test/")).status_code == 200
            gateway.serve(Web({"https://next.test": Echo()}))
            assert (await http.get("https://next.test/")).status_code == 200
            assert (await http.get("https://both.test/")).status_code == 502  # in its old tunnel

    run(main())


def test_a_directory_through_the_gateway(run: Run, site: Path) -> None:
    async def main() -> None:
        web = Web({"docs.test": Directory(site)})
        async with Gateway(web) as gateway, client(gateway) as http:
            page = await http.get("https://docs.test/")
            assert page.headers["content-encoding"] == "gzip"
            assert page.content == (site / "index.html").read_bytes()
            again = {"if-none-match": page.headers["etag"]}
            assert (await http.get("https://docs.test/", headers=again)).status_code == 304
            assert (
                (await http.get("https://docs.test/docs")).headers["location"].endswith("/docs/")
            )
            large = await http.get("https://docs.test/large.pdf")
            assert large.content == (site / "large.pdf").read_bytes()
            part = await http.get(
                "https://docs.test/large.pdf", headers={"range": "bytes=-5000000"}
            )
            assert (part.status_code, len(part.content)) == (206, (3 << 20) + 4)
            part = await http.get("https://docs.test/large.pdf", headers={"range": "bytes=1-4"})
            assert (part.status_code, part.content) == (206, b"PDF\0")
            beyond = await http.get("https://docs.test/style.css", headers={"range": "bytes=99-"})
            assert (beyond.status_code, beyond.content) == (416, b"")
            head = await http.head("https://docs.test/large.pdf")
            assert (head.headers["content-length"], head.content) == (str((3 << 20) + 4), b"")
            assert (await http.get("https://docs.test/nothing")).status_code == 404

    run(main())


def test_the_ca_is_where_it_was_asked_for(run: Run, tmp_path: Path) -> None:
    async def main() -> Path:
        async with Gateway(WEB, ca_dir=tmp_path) as gateway:
            assert gateway.ca.parent == tmp_path
        assert gateway.ca.read_text().startswith("-----BEGIN CERTIFICATE-----")
        assert "PRIVATE" not in gateway.ca.read_text()
        async with Gateway(WEB) as temporary:
            assert temporary.ca.is_file()
        return temporary.ca

    assert not run(main()).exists()


def test_other_clients_do_not_trust_it(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, httpx.AsyncClient(proxy=gateway.proxy) as http:
            with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
                await http.get("https://both.test/")

    run(main())


def test_curl(run: Run, site: Path) -> None:
    async def main() -> None:
        web = Web({"docs.test": Directory(site)})
        async with Gateway(web) as gateway:
            shared = ["curl", "-sS", "-x", gateway.proxy, "--cacert", str(gateway.ca)]
            rows: list[tuple[list[str], bytes]] = [
                (["http://docs.test/style.css"], b"p { color: red }"),
                (["https://docs.test/style.css"], b"p { color: red }"),
                (["--http1.0", "https://docs.test/style.css"], b"p { color: red }"),
                (["-p", "http://docs.test/style.css"], b"p { color: red }"),  # through a tunnel
                (["--compressed", "https://docs.test/"], (site / "index.html").read_bytes()),
                (["-r", "0-2", "https://docs.test/style.css"], b"p {"),
                (["-L", "https://docs.test/docs"], b"<title>Docs</title>"),
                (["-o", "/dev/null", "-w", "%{http_code}", "-I", "https://docs.test/"], b"200"),
                (
                    ["https://docs.test/style.css", "https://docs.test/empty/file.txt"] * 2,
                    b"p { color: red }" * 2,
                ),
            ]
            for arguments, expected in rows:
                curl = await asyncio.create_subprocess_exec(
                    *shared, *arguments, stdout=subprocess.PIPE
                )
                out, _ = await curl.communicate()
                assert (curl.returncode, out) == (0, expected), arguments
            refused = await asyncio.create_subprocess_exec(
                *shared, "-v", "https://no.test/", stderr=subprocess.PIPE
            )
            _, err = await refused.communicate()
            assert b"502 no host no.test is served here" in err

    run(main())


def test_gzip_is_the_same_bytes_every_time(run: Run, site: Path) -> None:
    async def main() -> None:
        web = Web({"http://docs.test": Directory(site)})
        async with Gateway(web) as one, Gateway(web) as other:
            raws = []
            for gateway in (one, other):
                async with client(gateway) as http, http.stream("GET", "http://docs.test/") as got:
                    raws.append(b"".join([piece async for piece in got.aiter_raw()]))
            assert raws[0] == raws[1]
            assert gzip.decompress(raws[0]) == (site / "index.html").read_bytes()

    run(main())


class Breaking:
    """Breaks off in the middle of its answer."""

    async def answer(self, request: Request) -> Answer:
        body = b"x" * (1000 if request.path == "/short" else 1 << 20)
        return Cut(response=Response(headers=(("Content-Type", "a/b"),), body=body), share=0.5)


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("path", ["/short", "/long"])
@pytest.mark.parametrize("method", ["GET", "POST"])  # by the short way and by the long one
def test_an_answer_that_breaks_off(run: Run, scheme: str, path: str, method: str) -> None:
    async def main() -> None:
        web = Web({"broken.test": Breaking()})
        size = 1000 if path == "/short" else 1 << 20
        async with Gateway(web) as gateway, client(gateway) as http:
            with pytest.raises(httpx.RemoteProtocolError, match=f"{size // 2}.*{size}"):
                await http.request(method, f"{scheme}://broken.test{path}")
            response = await http.head(f"{scheme}://broken.test{path}")
            assert response.headers["content-length"] == str(size)

    run(main())
