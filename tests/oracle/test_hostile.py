"""Pages that lay hands on what runs in them: the visit ends, the site goes on, links are seen."""

import pytest

from oracle.hands.settle import Caps
from tests.oracle.sights import Eyes, Served, Site, host, seen

pytestmark = pytest.mark.browser

SHORT = Caps(begin=10.0, settle=4.0, action=3.0, visit=20.0)

OURS = "const ours=window[Object.getOwnPropertyNames(window).find(n=>/^__[0-9a-f]{16}$/.test(n))];"

HOSTILE: dict[str, str] = {
    "toJSON of everything, for good": "Object.defineProperty(Object.prototype,'toJSON',"
    "{value:()=>1});Array.prototype.toJSON=()=>2;Array.prototype.map=()=>[]",
    "no array can be walked": "Array.prototype[Symbol.iterator]=function*(){}",
    "an answer that is no JSON": f"{OURS}ours.arrive=()=>'gibberish'",
    "an answer that is null": f"{OURS}ours.arrive=()=>'null'",
    "an answer of another shape": f"{OURS}const pack=JSON.stringify;ours.arrive=()=>pack("
    "{settled:1,url:{},notes:3,links:[{url:3}]})",
    "an element that is nowhere": f'{OURS}ours.aim=()=>\'{{"state":"open","x":1e999}}\'',
    "actions that bring gibberish": f"{OURS}ours.after=()=>'[]'",
    "no hooks": f"{OURS}for(const name of Object.keys(ours))delete ours[name]",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_page_cannot_stop_the_visit(eyes: Eyes, name: str) -> None:
    site: Site = {
        "/": "<a href=/before>b</a><button onclick='1'>B</button>"
        f"<script>{HOSTILE[name]}</script>",
        "/ok": "<title>Ok</title><a href=/next>n</a>",
    }
    with host(site) as running:
        urls = (running.url("/"), 0), (running.url("/ok"), 1)
        hostile, after = eyes.visits(*urls, caps=SHORT)
        assert ("/before", 1, "html") in seen(hostile, running.address)
        assert seen(after, running.address) == {("/next", 2, "html")}


def test_an_old_library_spoils_no_answer(eyes: Eyes) -> None:
    page = (
        "<script>Array.prototype.toJSON=function(){return '['+this.length+']'}</script>"
        "<div id=o></div><script>o.innerHTML='<a href=/drawn>d</a>'</script>"
    )
    with host({"/": page}) as site:
        assert seen(eyes.visit(site.url("/")), site.address) == {("/drawn", 1, "script")}


def test_a_document_that_breaks_off_is_told_from_a_whole_one(eyes: Eyes) -> None:
    whole = b"<title>Whole</title><a href=/next>n</a>"
    site = {"/": Served(body=whole, short=1000), "/ok": Served(body=whole)}
    with host(site) as running:
        urls = (running.url("/"), 0), (running.url("/ok"), 1)
        broken, after = eyes.visits(*urls, caps=SHORT)
        assert "broken-off" in broken.faults
        assert after.faults == ()


UNSAFE: dict[str, str] = {
    "fetch": "fetch('/act',{method:'DELETE'})",
    "a worker": "new Worker(URL.createObjectURL(new Blob(["
    "`fetch('${location.origin}/act',{method:'POST'})`])))",
    "a shared worker": "new SharedWorker(URL.createObjectURL(new Blob(["
    "`fetch('${location.origin}/act',{method:'POST'})`])))",
    "a frame made just now": "const f=document.createElement('iframe');document.body.append(f);"
    "f.contentWindow.fetch(location.origin+'/act',{method:'PUT'})",
    "a form in a frame made just now": "const f=document.createElement('iframe');"
    "document.body.append(f);f.contentDocument.body.innerHTML="
    "'<form method=post action=/act></form>';f.contentDocument.forms[0].submit()",
    "a ping": "const a=document.createElement('a');a.href='#x';a.ping='/act';"
    "document.body.append(a);a.click()",
    "a beacon": "navigator.sendBeacon('/act','x')",
}


@pytest.mark.parametrize("name", UNSAFE)
def test_a_button_changes_nothing_on_the_server(eyes: Eyes, name: str) -> None:
    page = (
        f"<button id=b>Archive</button><script>b.onclick=()=>{{{UNSAFE[name]};"
        "setTimeout(()=>fetch('/after'),300)}</script>"
    )
    with host({"/": page, "/after": ""}) as site:
        eyes.visit(site.url("/"), caps=SHORT)
        assert [asked for asked in site.asked if not asked.startswith("GET")] == []


def test_the_next_page_may_ask_again(eyes: Eyes) -> None:
    page = (
        "<button onclick='1'>B</button><main id=m></main><script>fetch('/list',{method:'POST'})"
        ".then(r=>r.text()).then(t=>m.innerHTML=t)</script>"
    )
    with host({"/": page, "/list": "<a href=/listed>l</a>"}) as site:
        for visit in eyes.visits((site.url("/"), 0), (site.url("/"), 0)):
            assert seen(visit, site.address) == {("/listed", 1, "script")}


def test_long_lists_are_read_in_time(eyes: Eyes) -> None:
    links = "".join(f"<br><a href=/l{number}>x</a>" for number in range(10_000))
    buttons = "<button onclick='1'>x</button>" * 3_000
    with host({"/": f"<script>1</script>{links}{buttons}"}) as site:
        visit = eyes.visit(site.url("/"), caps=SHORT)
        assert len(visit.sightings) == 10_000
        assert "too-many-offers" in visit.faults
        assert "stuck" not in visit.faults


def test_a_page_that_renews_itself_for_ever_is_read(eyes: Eyes) -> None:
    with host({"/": "<meta http-equiv=refresh content=0><a href=/a>a</a>"}) as site:
        visit = eyes.visit(site.url("/"), caps=SHORT)
        assert seen(visit, site.address) == {("/a", 1, "html")}


@pytest.mark.parametrize("question", ["for(;;)alert(1)", "while(!confirm('?'));"])
def test_what_lies_behind_endless_questions_is_seen(eyes: Eyes, question: str) -> None:
    with host({"/": f"<script>{question}</script><a href=/a>a</a>"}) as site:
        visit = eyes.visit(site.url("/"), caps=SHORT)
        assert seen(visit, site.address) == {("/a", 1, "html")}
        assert "dialog-loop" in visit.faults
        assert "endless-script" not in visit.faults


def test_a_page_in_a_sandbox_is_read_at_once(eyes: Eyes) -> None:
    """No script runs there, ours neither, so that nothing would ever come that is waited for."""
    policy = ("Content-Security-Policy", "default-src *; sandbox")
    page = Served(
        body=b"<title>Boxed</title><a href=/a>a</a><script>1</script>",
        headers=(("Content-Type", "text/html"), policy),
    )
    with host({"/": page}) as site:
        visit = eyes.visit(site.url("/"))
        assert (visit.title, visit.settled) == ("Boxed", "no-scripts")
        assert seen(visit, site.address) == {("/a", 1, "html")}


def test_a_page_without_an_end_is_read_as_far_as_it_came(eyes: Eyes) -> None:
    begun = b"<title>Begun</title><a href=/a>a</a>"
    with host({"/": Served(body=begun, then=b"<p>end", later=100)}) as site:
        visit = eyes.visit(site.url("/"), caps=SHORT)
        assert (visit.title, visit.settled) == ("Begun", "cap-loading")
        assert seen(visit, site.address) == {("/a", 1, "html")}


@pytest.mark.parametrize(("times", "phase"), [(1, "html"), (9, "script")])
def test_served_html_that_is_not_read_in_time_is_read_again_or_told(
    eyes: Eyes, times: int, phase: str
) -> None:
    page = f"""<a href=/a>a</a><script>
        const find = Document.prototype.querySelector;
        let left = {times};
        Document.prototype.querySelector = function (which) {{
          if (which === "base[href]" && left-- > 0) for (;;);
          return find.call(this, which);
        }};
        </script>"""
    with host({"/": page}) as site:
        visit = eyes.visit(site.url("/"), caps=Caps(settle=0.5))
        assert seen(visit, site.address) == {("/a", 1, phase)}
        assert ("served-unread" in visit.faults) == (times > 1)
