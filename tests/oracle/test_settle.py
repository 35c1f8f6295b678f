"""When a page counts as done, and that nothing keeps it from being done."""

import pytest

from oracle.hands.settle import Caps, Landing, land
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
    "after many frames": (
        {
            "/": "<script>let n=0;(function f(){if(n++<8)requestAnimationFrame(f);"
            "else document.body.innerHTML='<a href=/drawn>x</a>'})()</script>"
        },
        "quiet",
        {"/drawn"},
    ),
    "after an idle moment of another": (
        {
            "/": "<script>requestIdleCallback(()=>requestIdleCallback(()=>requestIdleCallback("
            "()=>document.body.innerHTML='<a href=/idle>x</a>')))</script>"
        },
        "quiet",
        {"/idle"},
    ),
    "after a worker's answer": (
        {
            "/": "<script>new Worker(URL.createObjectURL(new Blob(["
            "'setTimeout(()=>postMessage(`/worked`),700)']))).onmessage="
            "e=>document.body.innerHTML='<a href='+e.data+'>x</a>'</script>"
        },
        "quiet",
        {"/worked"},
    ),
    "after many questions to one address": (
        {
            "/": "<script>(async()=>{for(let i=0;i<6;i++)"
            "await fetch('/x',{method:'POST',body:'q'+i});"
            "document.body.innerHTML='<a href=/sixth>x</a>'})()</script>",
            "/x": Served(body=b"{}", wait=0.2),
        },
        "quiet",
        {"/sixth"},
    ),
    "after many at once": (
        {
            "/": "<script>Promise.all([1,2,3,4,5,6].map(()=>fetch('/x').then(r=>r.text())))"
            ".then(()=>document.body.innerHTML='<a href=/all>x</a>')</script>",
            "/x": Served(body=b"{}", wait=0.3),
        },
        "quiet",
        {"/all"},
    ),
    "beside a poll without a pause": (
        {
            "/": "<a href=/a>a</a><script>let n=0;(function p(){fetch('/p?'+n++).then(p)})()"
            "</script>",
            "/p": Served(body=b"x", wait=0.01),
        },
        "quiet",
        {"/a"},
    ),
    "beside timers of any length": (
        {
            "/": "<a href=/a>a</a><script>(async()=>{for(;;)await new Promise("
            "r=>setTimeout(r,64+Math.random()*63))})()</script>"
        },
        "quiet",
        {"/a"},
    ),
    "before it goes where nothing comes": (
        {
            "/": "<a href=/a>a</a><script>location='/none'</script>",
            "/none": Served(status=204, wait=0.5),
        },
        "quiet",
        {"/a"},
    ),
    "before it goes to a file": (
        {
            "/": "<a href=/a>a</a><script>location='/file'</script>",
            "/file": Served(body=b"PK", headers=(("Content-Type", "application/zip"),), wait=0.5),
        },
        "quiet",
        {"/a"},
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


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_moves_are_followed_on_a_busy_machine(eyes: Eyes, name: str) -> None:
    """The old document is long gone before the browser tells of the new one."""

    async def landing(url: str) -> Landing:
        room = await eyes.browser.room()
        tab = await room.tab()
        await tab._cdp.send("Emulation.setCPUThrottlingRate", {"rate": 20})
        landed = await land(tab, url, caps=Caps())
        await room.close()
        return landed

    end = Served(body=b"<p>", then=b"<title>End</title>", later=0.3)
    with host({"/c": end}) as there:
        target = there.url("/c").replace("127.0.0.1", name)
        with host({"/": f"<script>location='{target}'</script>"}) as here:
            landed = eyes.run(landing(here.url("/")))
            assert landed.page is not None, landed.faults
            assert landed.page.title == "End"
            assert landed.final_url == target


def test_a_page_that_goes_where_nobody_is(eyes: Eyes) -> None:
    with host({}) as gone:
        address = gone.address
    with host({"/": f"<a href=/a>a</a><script>location='{address}/'</script>"}) as site:
        visit = eyes.visit(site.url("/"))
        assert visit.final_url == f"{address}/"
        assert (visit.status, visit.sightings) == (None, ())
        assert "unreachable" in visit.faults


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
