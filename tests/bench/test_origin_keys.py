"""The keys of sites.yaml that say who answers for a site, and with which faults."""

import asyncio
from pathlib import Path

import pytest

from bench.sites.site import Site
from bench.sites.suite import SuiteErrors, parse
from bench.sites.target import Target, locate
from bench.web.fault import FORMS, NAMES, Fault, Wrong, read_value
from bench.web.origin import Request, Response, Unserved

SHOP = "url: https://www.shop.test/"


def read(text: str, base: Path) -> tuple[Site, ...]:
    return parse(text.encode(), "sites.yaml", base=base, lab=("plain",)).select()


def flaws(text: str, base: Path) -> list[str]:
    with pytest.raises(SuiteErrors) as caught:
        read(text, base)
    return [line.removeprefix("sites.yaml:1: sites[0]") for line in caught.value.lines]


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "built").mkdir()
    (tmp_path / "built/index.html").write_text("<title>Shop</title>")
    (tmp_path / "built/about.html").symlink_to(tmp_path / "about.html")
    (tmp_path / "about.html").write_text("<title>About</title>")
    return tmp_path


def test_a_folder_with_all_that_can_be_said(built: Path) -> None:
    text = (
        f"sites: [{{{SHOP}, serve: built, clean_urls: redirect, fallback: index.html, "
        "symlinks: true}]"
    )
    (site,) = read(text, built)
    assert (site.clean_urls, site.fallback, site.symlinks) == ("redirect", "index.html", True)
    assert not site.live
    assert isinstance(locate(site), Target)


def test_an_application(built: Path) -> None:
    (site,) = read(
        f"sites: [{{{SHOP}, app: 'shop.main:make', app_dir: built, factory: true}}]", built
    )
    assert (site.app, site.app_dir, site.factory) == ("shop.main:make", str(built / "built"), True)
    assert not site.live
    assert site.passes == 1


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("serve: built, clean_urls: 7", ".clean_urls: true, false or redirect is needed here"),
        ("serve: built, fallback: gone.html", ".fallback: no such file in"),
        ("serve: built, fallback: ../about.html", ".fallback: a file in the folder is needed"),
        ("serve: built, symlinks: perhaps", ".symlinks: true or false is needed here, not per"),
        ("clean_urls: true", ".clean_urls: goes with serve only"),
        ("serve: built, factory: true", ".factory: goes with app only"),
        ("serve: built, app: a:b", ": needs exactly one of: url"),
        ("app: shop.main", ".app: module:callable is needed here, as shop.main:app, not shop"),
        ("app: a:b, app_dir: nowhere", ".app_dir: no such folder: "),
        ("faults: {latency: 1}", ".faults: faults are laid over what the gateway serves, and"),
        ("serve: built, faults: {latensy: 1}", ".faults.latensy: unknown fault; did you mean lat"),
        ("serve: built, faults: {latency: x}", ".faults.latency: latency takes seconds from 0"),
        ("serve: built, faults: {reset: [1]}", ".faults.reset: a single value is needed here"),
        ("serve: built, faults: [reset]", ".faults: a mapping of faults to their values"),
        ("serve: built, faults: {reset: 1, reset: 1}", ".faults.reset: given twice"),
    ],
)
def test_flaws(built: Path, entry: str, told: str) -> None:
    lines = flaws(f"sites: [{{{SHOP}, {entry}}}]", built)
    assert len(lines) == 1
    assert lines[0].startswith(told)


def test_a_group_lays_faults_over_all_its_sites(built: Path) -> None:
    text = f"""
groups:
  ours:
    faults: {{latency: 0.5, soft-404: , https-redirect: true}}
    sites:
      - {{lab: plain, faults: {{latency: false, seed: 7}}}}
      - {{{SHOP}, serve: built}}
"""
    first, second = read(text, built)
    assert first.faults == {"soft-404": "page", "https-redirect": True, "seed": 7}
    assert second.faults == {"latency": 0.5, "soft-404": "page", "https-redirect": True}


def test_a_group_with_a_live_site_cannot_have_faults(built: Path) -> None:
    text = f"groups: {{ours: {{faults: {{reset: 0.5}}, sites: [{{{SHOP}}}, {{lab: plain}}]}}}}"
    with pytest.raises(SuiteErrors) as caught:
        read(text, built)
    assert caught.value.lines[0].startswith(
        "sites.yaml:1: groups.ours.sites[0].faults: faults are"
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_fault_takes_its_own_usual_value_again(name: str) -> None:
    usual = FORMS[Fault(name)].usual
    assert read_value(name, None) == read_value(name, "true") == usual
    assert read_value(name, str(usual).lower() if usual is True else str(usual)) == usual
    assert read_value(name, "false") is False
    assert isinstance(read_value(name, "no such value!"), Wrong)


@pytest.mark.parametrize("place", ["/en/", "/", "en us", "https://x.test/", "-x.test"])
def test_where_a_root_cannot_lead(place: str) -> None:
    assert isinstance(read_value("root-redirect", place), Wrong)


def test_every_fault_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "sites.md").read_text("utf-8")
    for name in NAMES:
        assert f"`{name}`" in page, name


@pytest.mark.parametrize(
    ("said", "status"),
    [("", 403), (", package: shop-doc", 200), (", symlinks: true", 200)],
)
def test_a_built_site_does_not_lead_out_of_its_folder(built: Path, said: str, status: int) -> None:
    (site,) = read(f"sites: [{{{SHOP}, serve: built{said}}}]", built)
    target = locate(site)
    assert isinstance(target, Target)
    assert target.web is not None
    origin = target.web.find("https://www.shop.test")
    assert not isinstance(origin, Unserved)
    request = Request(method="GET", origin="https://www.shop.test", path="/about.html")
    answer = asyncio.run(origin.answer(request))
    assert isinstance(answer, Response)
    assert answer.status == status
