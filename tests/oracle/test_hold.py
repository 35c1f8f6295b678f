"""Where a page wants to go is recorded, and it stays; what shows then belongs to the destination."""

import pytest

from tests.oracle.sights import Eyes, host, seen

pytestmark = pytest.mark.browser

HELD: dict[str, tuple[str, set[tuple[str, int, str]]]] = {
    "location": (
        "<a href=# id=g>Go</a><script>g.onclick=e=>{e.preventDefault();"
        "location.href=location.origin+'/'+['ta','rget'].join('')}</script>",
        {("/target", 1, "navigation")},
    ),
    "location in an attribute": (
        "<button onclick=\"location='/attr'\">x</button><a href=/in>i</a>",
        {("/attr", 1, "navigation"), ("/in", 1, "html")},
    ),
    "pushState, and what it draws": (
        "<button id=b>Team</button><main id=m></main><script>b.onclick=()=>{"
        "history.pushState({},'','/team');m.innerHTML='<a href=/team/1>1</a>'}</script>",
        {("/team", 1, "navigation"), ("/team/1", 2, "reveal")},
    ),
    "drawn before pushState": (
        "<button id=b>Team</button><main id=m></main><script>b.onclick=()=>{"
        "m.innerHTML='<a href=/team/1>1</a>';history.pushState({},'','/team')}</script>",
        {("/team", 1, "navigation"), ("/team/1", 2, "reveal")},
    ),
    "two views, each of the page as it was": (
        "<button id=b>A</button><button id=c>B</button><main id=m></main><script>"
        "b.onclick=()=>{history.pushState({},'','/a');document.body.innerHTML='<a href=/a/1>1</a>'};"
        "c.onclick=()=>{history.pushState({},'','/b');document.body.innerHTML='<a href=/b/1>1</a>'}"
        "</script>",
        {
            ("/a", 1, "navigation"),
            ("/a/1", 2, "reveal"),
            ("/b", 1, "navigation"),
            ("/b/1", 2, "reveal"),
        },
    ),
    "replaceState": (
        "<button id=b>B</button><script>b.onclick=()=>history.replaceState({},'','/rep')</script>",
        {("/rep", 1, "navigation")},
    ),
    "window.open": (
        "<button onclick=\"window.open('/opened')\">x</button>",
        {("/opened", 1, "navigation")},
    ),
    "window.open, then its location": (
        "<button id=b>x</button><script>b.onclick=()=>{const w=open();w.location='/later'}</script>",
        {("/later", 1, "navigation")},
    ),
    "a script's link": ("<a href=\"javascript:location='/js'\">x</a>", {("/js", 1, "navigation")}),
    "a new window by a link made for it": (
        "<button id=b>x</button><script>b.onclick=()=>{const a=document.createElement('a');"
        "a.href='/blank';a.target='_blank';a.click()}</script>",
        {("/blank", 1, "navigation")},
    ),
    "GET form without fields": (
        "<form action=/go><input type=hidden name=x value=1><button>Go</button></form>",
        {("/go?x=1", 1, "navigation")},
    ),
    "GET form in a new window": (
        "<form action=/go target=_blank><button>Go</button></form>",
        {("/go?", 1, "navigation")},
    ),
    "search form": ("<form action=/search><input name=q><button>Go</button></form>", set()),
    "hash route": (
        "<a href='#/users'>U</a><a href='#!/help'>H</a><a href=#top>T</a><p id=top>t",
        {("/#/users", 1, "html"), ("/#!/help", 1, "html")},
    ),
    "hash route by a button": (
        "<button onclick=\"location.hash='/x'\">x</button>",
        {("/#/x", 1, "navigation")},
    ),
    "hash view without a slash": (
        "<div id=top>Hello</div><a href=#top>T</a><a href='#View:id=7'>V</a><a href=#none>N</a>"
        "<main id=m></main><script>onhashchange=()=>{if(location.hash.startsWith('#View'))"
        "m.innerHTML='<h1>View</h1><a href=/item/7>i</a>'}</script>",
        {("/#View:id=7", 1, "html"), ("/item/7", 2, "reveal")},
    ),
    "history.back": (
        "<button id=b>x</button><p id=o></p><script>b.onclick=()=>{history.back();"
        "o.innerHTML='<a href=/stay>s</a>'}</script>",
        {("/stay", 1, "reveal")},
    ),
    "in a frame": (
        "<iframe srcdoc=\"<button onclick=&quot;top.location='/from-frame'&quot;>x</button>\"></iframe>",
        {("/from-frame", 1, "navigation")},
    ),
    "scrolling that names where it is": (
        "<div style=height:3000px></div><p id=s></p><script>let d=0;onscroll=()=>{if(!d++)"
        "{history.replaceState({},'','/page/2');s.innerHTML='<a href=/more>m</a>'}}</script>",
        {("/page/2", 1, "navigation"), ("/more", 1, "reveal")},
    ),
}


@pytest.mark.parametrize("name", HELD)
def test_navigation_is_held(eyes: Eyes, name: str) -> None:
    html, expected = HELD[name]
    with host({"/": f"<!doctype html><title>T</title><body>{html}"}) as site:
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
