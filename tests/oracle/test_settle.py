"""When a page counts as done, and that nothing keeps it from being done."""

import time

import pytest

from tests.oracle.sights import Eyes, Served, Site, host, seen

pytestmark = pytest.mark.browser

DONE: dict[str, tuple[Site, str, set[str]]] = {
    "at once": ({"/": "<a href=/a>a</a>"}, "quiet", {"/a"}),
    "after fetch": (
        {
            "/": "<script>fetch('/x').then(r=>r.json()).then(x=>document.body.innerHTML='<a href='+x.u+'>x</a>')</script>",
            "/x": Served(body=b'{"u":"/fetched"}', wait=1.0),
        },
        "quiet",
        {"/fetched"},
    ),
    "after XHR": (
        {
            "/": "<script>const x=new XMLHttpRequest();x.open('GET','/x');x.onload=()=>document.body.innerHTML="
            "'<a href='+x.responseText+'>x</a>';x.send()</script>",
            "/x": Served(body=b"/asked", wait=1.0),
        },
        "quiet",
        {"/asked"},
    ),
    "after a script that was put in": (
        {
            "/": "<script>setTimeout(()=>document.body.append(Object.assign(document.createElement('script'),{src:'/s.js'})),200)</script>",
            "/s.js": Served(
                body=b"document.body.innerHTML='<a href=/late-script>x</a>'",
                headers=(("Content-Type", "text/javascript"),),
                wait=1.0,
            ),
        },
        "quiet",
        {"/late-script"},
    ),
    "after an import": (
        {
            "/": "<script type=module>setTimeout(()=>import('/m.js'),100)</script>",
            "/m.js": Served(
                body=b"document.body.innerHTML='<a href=/imported>x</a>'",
                headers=(("Content-Type", "text/javascript"),),
                wait=1.0,
            ),
        },
        "quiet",
        {"/imported"},
    ),
    "beside a poll": (
        {"/": "<a href=/a>a</a><script>setInterval(()=>fetch('/p'),100)</script>", "/p": "x"},
        "quiet-beside-traffic",
        {"/a"},
    ),
    "beside a poll by timers": (
        {
            "/": "<a href=/a>a</a><script>(function p(){fetch('/p').then(()=>setTimeout(p,100))})()</script>",
            "/p": "x",
        },
        "quiet",
        {"/a"},
    ),
    "beside a long poll": (
        {"/": "<a href=/a>a</a><script>fetch('/p')</script>", "/p": Served(wait=30)},
        "quiet",
        {"/a"},
    ),
    "beside an event stream": (
        {"/": "<a href=/a>a</a><script>new EventSource('/p')</script>", "/p": Served(wait=30)},
        "quiet-beside-traffic",
        {"/a"},
    ),
    "beside a picture that never comes": (
        {"/": "<a href=/a>a</a><img src=/p>", "/p": Served(wait=60)},
        "quiet",
        {"/a"},
    ),
    "elements that come and go": (
        {
            "/": "<a href=/a>a</a><p id=p></p><script>(function f(){p.innerHTML='<b>x</b>';requestAnimationFrame(f)})()</script>"
        },
        "restless",
        {"/a"},
    ),
}


@pytest.mark.parametrize("name", DONE)
def test_when_a_page_is_done(eyes: Eyes, name: str) -> None:
    site, settled, paths = DONE[name]
    with host(site) as running:
        began = time.monotonic()
        visit = eyes.visit(running.url("/"))
        assert visit.settled == settled
        assert {path for path, *_ in seen(visit, running.address)} == paths
        assert time.monotonic() - began < 30


STUBBORN: dict[str, tuple[str, str]] = {
    "a loop of dialogs": (
        "<script>setTimeout(()=>{while(!prompt('name?')){}},300)</script>",
        "dialog-loop",
    ),
    "a loop in a timer": ("<script>setTimeout(()=>{for(;;){}},300)</script>", "endless-script"),
    "a loop while loading": ("<script>for(;;){}</script>", "endless-script"),
    "a dead renderer": (
        "<script>let a=[];for(;;)a.push(new Array(1e7).fill(1))</script>",
        "crashed",
    ),
    "a page that will not be left": (
        "<script>onbeforeunload=e=>{e.preventDefault();e.returnValue='x'}</script>",
        "",
    ),
}


@pytest.mark.parametrize("name", STUBBORN)
def test_nothing_stops_the_visit(eyes: Eyes, name: str) -> None:
    html, fault = STUBBORN[name]
    site: Site = {
        "/": f"<a href=/before>b</a>{html}",
        "/ok": "<title>Ok</title><a href=/next>n</a>",
    }
    with host(site) as running:
        visitor = eyes.visitor()
        stubborn = eyes.run(visitor.visit(running.url("/"), level=0))
        after = eyes.run(visitor.visit(running.url("/ok"), level=1))
        assert ("/before", 1, "html") in seen(stubborn, running.address)  # type: ignore[arg-type] # a visit
        assert not fault or fault in stubborn.faults  # type: ignore[attr-defined] # a visit
        assert seen(after, running.address) == {("/next", 2, "html")}  # type: ignore[arg-type] # a visit


def test_a_browser_that_dies_is_replaced(eyes: Eyes) -> None:
    with host({"/": "<a href=/a>a</a>"}) as site:
        visitor = eyes.visitor()
        eyes.run(visitor.visit(site.url("/"), level=0))
        starts = eyes.browser.starts
        eyes.run(eyes.browser.stop())
        visit = eyes.run(visitor.visit(site.url("/"), level=0))
        assert seen(visit, site.address) == {("/a", 1, "html")}  # type: ignore[arg-type] # a visit
        assert eyes.browser.starts == starts + 1
