import asyncio
from pathlib import Path

import pytest

from bench.lab import __main__ as command
from bench.lab.catalogue import BrokenSiteError, LabSite, load, names
from bench.lab.check import check
from bench.web.origin import Request, Response, Unserved

HTTP = """\
# A trait.
@ http://shop.test/
301
Location: https://www.shop.test/
@ https://www.shop.test/
<h1>Home</h1>
@ https://www.shop.test/a
<h1>A</h1>
@ https://www.shop.test/b attempt 2+
<h1>B</h1>
@ https://www.shop.test/b attempt 1
503
@ https://www.shop.test/c
<h1>C</h1>
@ https://www.shop.test/moved
301
Location: /a
@ https://www.shop.test/away
302
Location: https://other.test/login
@ https://www.shop.test/manual.pdf
200
Content-Type: application/pdf

%PDF
@ https://www.shop.test/wrong
<h1>Sorry</h1>
"""
TRUTH = """\
trait: A trait.
root: http://shop.test/
landed: https://www.shop.test/
routes:
  1: [/a, /b]
  2: [/c]
excluded:
  dead: [/gone]
  soft-404: [/wrong]
  not-a-document: [/manual.pdf]
  off-site: [/away]
static_misses: [/b]
forbidden: [/c]
written: blind
"""


def written(folder: Path, http: str = HTTP, truth: str = TRUTH) -> LabSite:
    home = folder / "shop"
    home.mkdir(exist_ok=True)
    (home / "site.http").write_text(http)
    (home / "truth.yaml").write_text(truth)
    return load("shop", folder)


def status(site: LabSite, url: str) -> int:
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    found = site.web.find(f"{scheme}://{host}")
    assert not isinstance(found, Unserved)
    request = Request(method="GET", origin=f"{scheme}://{host}", path=f"/{path}")
    answer = asyncio.run(found.answer(request))
    assert isinstance(answer, Response)
    return answer.status


def test_a_site_is_one_value(tmp_path: Path) -> None:
    site = written(tmp_path)
    assert names(tmp_path) == ("shop",)
    assert (site.name, site.trait) == ("shop", "A trait.")
    assert (site.root, site.landed) == ("http://shop.test/", "https://www.shop.test/")
    assert site.routes == {
        1: {"https://www.shop.test/a", "https://www.shop.test/b"},
        2: {"https://www.shop.test/c"},
    }
    assert site.excluded["dead"] == {"https://www.shop.test/gone"}
    assert site.excluded["volatile"] == frozenset()
    assert site.permitted == {"https://www.shop.test/a", "https://www.shop.test/b"}
    assert site.expected_recall == 0.5
    assert site.hosts == ("http://shop.test", "https://www.shop.test")
    assert site.fails is None


def test_without_permitted_routes_nothing_is_expected(tmp_path: Path) -> None:
    truth = "trait: A trait.\nroot: https://www.shop.test/\nwritten: blind\n"
    assert written(tmp_path, truth=truth).expected_recall is None


def test_a_fresh_site_counts_from_zero(tmp_path: Path) -> None:
    site = written(tmp_path)
    assert [status(site, "https://www.shop.test/b") for _ in range(2)] == [503, 200]
    assert status(site.fresh(), "https://www.shop.test/b") == 503


def test_what_a_site_s_own_code_remembers_is_fresh_too(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "site.py").write_text(
        "from bench.web.origin import Response\n"
        "calls = []\n"
        "async def answer(request):\n"
        "    calls.append(request)\n"
        "    return Response(status=200 + len(calls))\n"
    )
    site = written(tmp_path)
    assert [status(site, "https://www.shop.test/x") for _ in range(2)] == [201, 202]
    assert status(site.fresh(), "https://www.shop.test/x") == 201


def test_an_unknown_site_is_a_key_error(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="nowhere"):
        load("nowhere", tmp_path)


def test_a_broken_site_says_all_that_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(BrokenSiteError) as caught:
        written(tmp_path, http="@ x\n", truth="odd: 1\n")
    told = str(caught.value)
    assert f"{tmp_path}/shop/site.http:1: not an absolute address: x" in told
    assert f"{tmp_path}/shop/truth.yaml:1: odd: unknown key" in told
    (tmp_path / "shop" / "truth.yaml").unlink()
    with pytest.raises(BrokenSiteError, match=r"truth\.yaml:1: the file is missing"):
        load("shop", tmp_path)


def test_a_site_that_agrees_with_its_truth(tmp_path: Path) -> None:
    assert asyncio.run(check(written(tmp_path))) == ()


@pytest.mark.parametrize(
    ("right", "wrong", "what"),
    [
        (
            "2: [/c]",
            "2: [/missing]",
            "/missing is not: ends at https://www.shop.test/missing with 404",
        ),
        ("2: [/c]", "2: [/c, /moved]", "/moved is not: ends at https://www.shop.test/a with 200"),
        ("2: [/c]", "2: [/c, /manual.pdf]", "/manual.pdf is named more than once"),
        ("2: [/c]", "2: [/c, /a]", "/a is named more than once"),
        ("2: [/c]", "2: [/c, /]", "is the root itself"),
        ("2: [/c]", "2: [/c, 'https://other.test/']", "is not in site"),
        ("2: [/c]", "2: []", "/c is forbidden, but no route"),
        ("1: [/a, /b]", "1: [/a]", "/b is a static miss, but no route"),
        ("dead: [/gone]", "dead: [/moved]", "/moved is not: ends"),
        ("soft-404: [/wrong]", "soft-404: [/nothing]", "/nothing is not: ends"),
        ("not-a-document: [/manual.pdf]", "not-a-document: [/wrong]", "/wrong is named more"),
        ("off-site: [/away]", "off-site: [/moved]", "/moved is not: ends"),
        (
            "static_misses: [/b]",
            "static_misses: [/b]\ncauses: {x: [/a], y: [/b]}",
            "/a has a cause, but is no static miss",
        ),
        (
            "static_misses: [/b]",
            "static_misses: [/b]\ncauses: {x: [/b], y: [/b]}",
            "/b has more than one cause",
        ),
        (
            "static_misses: [/b]",
            "static_misses: [/a, /b]\ncauses: {x: [/a]}",
            "/b has no cause",
        ),
        ("trait: A trait.", "trait: Another.", "differs from the heading of site.http: A trait."),
        ("written: blind", "written: blind\nfails: nobody answers", "a site that fails has none"),
        ("landed: https://www.shop.test/", "landed: https://shop.test/", "is no live document"),
    ],
)
def test_a_truth_that_contradicts_its_site(
    tmp_path: Path, right: str, wrong: str, what: str
) -> None:
    assert right in TRUTH
    site = written(tmp_path, truth=TRUTH.replace(right, wrong))
    assert any(what in flaw.what for flaw in asyncio.run(check(site)))


@pytest.mark.parametrize("name", names())
def test_every_site_of_the_lab_agrees_with_its_truth(name: str) -> None:
    assert asyncio.run(check(load(name))) == ()


def test_hosts_of_the_lab_are_reserved_names_and_of_one_site_each() -> None:
    seen: dict[str, str] = {}
    for name in names():
        for origin in load(name).hosts:
            assert origin.endswith(".test")
            assert seen.setdefault(origin, name) == name


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([names()[0]]) == 0
    assert capsys.readouterr().out == f"{names()[0]}: ok\n"
    assert command.main(["nowhere"]) == 1
    assert "no lab site is called nowhere" in capsys.readouterr().out
