"""Where a page wants to go is recorded, and it stays; what shows then lies one level down."""

from pathlib import Path

import pytest

from tests.oracle.sights import Eyes, construct, host, seen

pytestmark = pytest.mark.browser

FILES = sorted((Path(__file__).parent / "constructs" / "held").glob("*.html"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_navigation_is_held(eyes: Eyes, path: Path) -> None:
    html, expected = construct(path)
    with host({"/": html}) as site:
        visit = eyes.visit(site.url("/"))
        assert seen(visit, site.address) == expected
        pages = {one for one in site.asked if not one.endswith("favicon.ico")}
        assert pages == {"GET /"}, "the page went where it should only have wanted to go"


GUARDED = {
    "fetch": "fetch('/x',{method:'DELETE'})",
    "fetch of a Request": "fetch(new Request('/x',{method:'POST'}))",
    "XHR": "const x=new XMLHttpRequest();x.open('DELETE','/x');x.send()",
    "beacon": "navigator.sendBeacon('/x','y')",
    "form": "f.submit()",
    "form in a new window": "f.target='_blank';f.submit()",
    "form by requestSubmit": "f.requestSubmit()",
}


@pytest.mark.parametrize("name", GUARDED)
def test_actions_are_harmless(eyes: Eyes, name: str) -> None:
    html = (
        "<a href=/ok>ok</a><form id=f method=post action=/x></form>"
        f"<button id=b>Archive</button><script>b.onclick=()=>{{{GUARDED[name]}}}</script>"
    )
    with host({"/": html}) as site:
        visit = eyes.visit(site.url("/"))
        assert [one for one in site.asked if not one.startswith("GET")] == []
        assert any(fault.startswith("refused ") for fault in visit.faults)
        assert ("/ok", 1, "html") in seen(visit, site.address)


def test_a_site_outside_is_noted_and_never_loaded(eyes: Eyes) -> None:
    with host({"/": "<h1>out</h1>"}) as outside:
        html = f"<button onclick=\"location='{outside.url('/')}'\">x</button><a href=/in>i</a>"
        with host({"/": html}) as site:
            visit = eyes.visit(site.url("/"))
            assert {one.url for one in visit.sightings} == {outside.url("/"), site.url("/in")}
            assert outside.asked == []


def test_sightings_say_how(eyes: Eyes) -> None:
    html = "<button id=b>Team</button><script>b.onclick=()=>location='/team'</script>"
    with host({"/": html}) as site:
        (sighting,) = eyes.visit(site.url("/")).sightings
        assert sighting.label == "Team"
        assert sighting.action == "click: Team"
        assert sighting.locator == "#b"
        assert sighting.page == site.url("/")
