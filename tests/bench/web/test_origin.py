import pytest

from bench.web.origin import Answer, Request, Response, Unserved, Web, origin_of


class Named:
    """An origin that is only told apart."""

    async def answer(self, request: Request) -> Answer:
        return Response(body=request.url.encode())


ONE, OTHER = Named(), Named()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("https://www.shop.test", ONE),
        ("http://both.test", OTHER),
        ("https://both.test", OTHER),
        ("https://xn--bcher-kva.test", ONE),
        ("http://port.test:8080", ONE),
        ("https://default.test", ONE),
    ],
)
def test_find(asked: str, found: Named) -> None:
    web = Web(
        {
            "https://www.shop.test": ONE,
            "both.test": OTHER,
            "https://Bücher.test": ONE,
            "http://port.test:8080": ONE,
            "https://default.test:443/": ONE,
        }
    )
    assert web.find(asked) is found


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("http://shop.test", "shop.test is served over https only, and http was asked for"),
        ("https://old.test", "old.test is served over http only, and https was asked for"),
        ("https://www.shop.test", "no host www.shop.test is served here"),
        ("https://shop.test:8443", "no host shop.test:8443 is served here"),
    ],
)
def test_nobody_is_found_for_a_reason(asked: str, reason: str) -> None:
    web = Web({"https://shop.test": ONE, "http://old.test": ONE})
    assert web.find(asked) == Unserved(reason=reason)


def test_of_two_webs_the_right_one_answers_first() -> None:
    web = Web({"a.test": ONE}) | Web({"https://a.test": OTHER})
    assert web.find("http://a.test") is ONE
    assert web.find("https://a.test") is OTHER


@pytest.mark.parametrize("url", ["", "/x", "mailto:a@b.test", "ftp://a.test/", "http://"])
def test_what_has_no_origin(url: str) -> None:
    with pytest.raises(ValueError, match=r"absolute|neither"):
        origin_of(url)


def test_headers_of_one_name_are_joined() -> None:
    headers = (("accept", "a"), ("x", "1"), ("accept", "b"))
    request = Request(method="GET", origin="http://a.test", path="/", headers=headers)
    assert request.header("accept") == "a, b"
    assert request.header("none") is None
    assert request.client == ""
