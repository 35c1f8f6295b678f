"""When a page counts as done, and that nothing keeps it from being done."""

import pytest

from oracle.hands.settle import Caps
from oracle.routes.visit import Visit
from tests.oracle.sights import Eyes, Served, Site, host, seen

pytestmark = pytest.mark.browser

DONE: dict[str, tuple[Site, str, set[str]]] = {
    "at once": ({"/": "<a href=/a>a</a>"}, "quiet", {"/a"}),
    "after fetch": (
        {
            "/": "<script>fetch('/x').then(r=>r.json())"
            ".then(x=>document.body.innerHTML='<a href='+x.u+'>x</a>')</script>",
            "/x": Served(body=b'{"u":"/fetched"}', wait=1.0),
        },
        "quiet",
        {"/fetched"},
    ),
    "after XHR": (
        {
            "/": "<script>const x=new XMLHttpRequest();x.open('GET','/x');"
            "x.onload=()=>document.body.innerHTML="
            "'<a href='+x.responseText+'>x</a>';x.send()</script>",
            "/x": Served(body=b"/asked", wait=1.0),
        },
        "quiet",
        {"/asked"},
    ),
    "after a script that was put in": (
        {
            "/": "<script>setTimeout(()=>document.body.append(Object.assign("
            "document.createElement('script'),{src:'/s.js'})),200)</script>",
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
            "/": "<a href=/a>a</a><script>(function p(){fetch('/p')"
            ".then(()=>setTimeout(p,100))})()</script>",
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
            "/": "<a href=/a>a</a><p id=p></p><script>(function f(){p.innerHTML='<b>x</b>';"
            "requestAnimationFrame(f)})()</script>"
        },
        "restless",
        {"/a"},
    ),
}


@pytest.mark.parametrize("name", DONE)
def test_when_a_page_is_done(eyes: Eyes, name: str) -> None:
    site, settled, paths = DONE[name]
    with host(site) as running:
        visit = eyes.visit(running.url("/"))
        assert visit.settled == settled
        assert {path for path, *_ in seen(visit, running.address)} == paths


STUBBORN: dict[str, tuple[str, str]] = {
    "a loop of dialogs": (
        "<script>setTimeout(()=>{while(!prompt('name?')){}},300)</script>",
        "dialog-loop",
    ),
    "a loop in a timer": ("<script>setTimeout(()=>{for(;;){}},300)</script>", "endless-script"),
    "a loop while loading": ("<script>for(;;){}</script>", "endless-script"),
    "a dead renderer": (
        "<script>let a=[];for(;;)a.push(new Array(1e7).fill(1))</script>",
        "crashed|stuck|endless-script",  # whichever comes first on this machine
    ),
    "a page that will not be left": (
        "<script>onbeforeunload=e=>{e.preventDefault();e.returnValue='x'}</script>",
        "",
    ),
}


SHORT = Caps(begin=10.0, settle=4.0, action=3.0, visit=20.0)


@pytest.mark.parametrize("name", STUBBORN)
def test_nothing_stops_the_visit(eyes: Eyes, name: str) -> None:
    html, fault = STUBBORN[name]
    site: Site = {
        "/": f"<a href=/before>b</a>{html}",
        "/ok": "<title>Ok</title><a href=/next>n</a>",
    }
    with host(site) as running:
        urls = (running.url("/"), 0), (running.url("/ok"), 1)
        stubborn, after = eyes.visits(*urls, caps=SHORT)
        assert ("/before", 1, "html") in seen(stubborn, running.address)
        assert not fault or set(fault.split("|")) & set(stubborn.faults)
        assert seen(after, running.address) == {("/next", 2, "html")}


def test_a_browser_that_dies_is_replaced(eyes: Eyes) -> None:
    async def visiting(url: str) -> list[Visit]:
        visitor = eyes.visitor()
        first = await visitor.visit(url, level=0)
        await eyes.browser.stop()
        second = await visitor.visit(url, level=0)
        await visitor.reset()
        return [first, second]

    with host({"/": "<a href=/a>a</a>"}) as site:
        starts = eyes.browser.starts
        for visit in eyes.run(visiting(site.url("/"))):
            assert seen(visit, site.address) == {("/a", 1, "html")}
        assert eyes.browser.starts == starts + 1
