"""What a visit tells of a page: where it ended, what was served, what went wrong, what is left."""

from dataclasses import replace

import pytest

from oracle.routes.visit import Visit
from tests.oracle.sights import Eyes, Host, Served, Site, host, seen

pytestmark = pytest.mark.browser

HTML = ("Content-Type", "text/html; charset=utf-8")


def moved(to: str, status: int = 302) -> Served:
    return Served(status=status, headers=(("Location", to),))


def hops(visit: Visit, site: Host) -> list[tuple[str, str]]:
    return [
        (one.removeprefix(site.address), two.removeprefix(site.address))
        for one, two in visit.redirects
    ]


END = "<title>End</title><a href=/end/link>l</a>"

MOVES: dict[str, tuple[Site, str, list[tuple[str, str]]]] = {
    "none": ({"/": END}, "/", []),
    "HTTP": (
        {"/": moved("/b"), "/b": moved("/c", 301), "/c": END},
        "/c",
        [("/", "/b"), ("/b", "/c")],
    ),
    "refresh": (
        {"/": "<meta http-equiv=refresh content='0; url=/c'>", "/c": END},
        "/c",
        [("/", "/c")],
    ),
    "refresh in five seconds": (
        {"/": "<a href=/x>x</a><meta http-equiv=Refresh content=\"5;URL='/c'\">", "/c": END},
        "/c",
        [("/", "/c")],
    ),
    "refresh by header": (
        {
            "/": Served(body=b"<a href=/x>x</a>", headers=(HTML, ("Refresh", "1; url=/c"))),
            "/c": END,
        },
        "/c",
        [("/", "/c")],
    ),
    "script": ({"/": "<script>location='/c'</script>", "/c": END}, "/c", [("/", "/c")]),
    "script, slowly": (
        {
            "/": Served(body=b"<p>x", then=b"<script>location='/b'</script>", later=0.5),
            "/b": replace(moved("/c"), wait=0.5),
            "/c": Served(body=b"<ti", then=b"tle>End</title><a href=/end/link>l</a>", wait=0.5),
        },
        "/c",
        [("/", "/b"), ("/b", "/c")],
    ),
    "script after an answer": (
        {
            "/": "<script>fetch('/x').then(()=>location='/c')</script>",
            "/x": Served(body=b"1", wait=0.5),
            "/c": Served(body=END.encode(), wait=0.5),
        },
        "/c",
        [("/", "/c")],
    ),
    "twice": (
        {
            "/": "<script>location='/b';setTimeout(()=>location='/c',300)</script>",
            "/b": Served(wait=1.5),
            "/c": END,
        },
        "/c",
        [("/", "/b"), ("/b", "/c")],
    ),
    "script after a timer": (
        {
            "/": "<a href=/x>x</a><script>setTimeout(()=>location.replace('/c'),800)</script>",
            "/c": END,
        },
        "/c",
        [("/", "/c")],
    ),
    "all of them": (
        {
            "/": moved("/a"),
            "/a": "<script>location='/b'</script>",
            "/b": "<meta http-equiv=refresh content='1;/c'>",
            "/c": END,
        },
        "/c",
        [("/", "/a"), ("/a", "/b"), ("/b", "/c")],
    ),
    "a router's own address": (
        {"/": f"{END}<script>history.replaceState({{}},'','/en/')</script>"},
        "/en/",
        [("/", "/en/")],
    ),
    "a router's hash": (
        {"/": f"{END}<script>location.hash='/home'</script>"},
        "/#/home",
        [("/", "/#/home")],
    ),
    "an anchor": ({"/": f"{END}<script>location.hash='top'</script>"}, "/", []),
}


@pytest.mark.parametrize("name", MOVES)
def test_moves_while_loading_are_followed(eyes: Eyes, name: str) -> None:
    site, final, redirects = MOVES[name]
    with host(site) as running:
        visit = eyes.visit(running.url("/"))
        assert visit.final_url == running.url(final)
        assert hops(visit, running) == redirects
        assert visit.status == 200
        assert visit.title == "End"
        assert ("/end/link", 1, "html") in seen(visit, running.address)


FRAMES: dict[str, tuple[Site, set[tuple[str, int, str]]]] = {
    "relative, quotes and blanks": (
        {
            "/": '<iframe src="./in ner/it\'s.html"></iframe>',
            "/in%20ner/it's.html": "<a href=x.html>x</a>",
        },
        {("/in%20ner/it's.html", 1, "html"), ("/in%20ner/x.html", 1, "html")},
    ),
    "frameset": (
        {
            "/": "<frameset cols='*,*'><frame src=/menu><frame src=/main></frameset>",
            "/menu": "<base href=/deep/><a href=a target=main>a</a>",
            "/main": "<a href=b>b</a>",
        },
        {("/menu", 1, "html"), ("/main", 1, "html"), ("/deep/a", 1, "html"), ("/b", 1, "html")},
    ),
    "nested, with scripts": (
        {
            "/": "<iframe src=/one></iframe>",
            "/one": "<iframe src=/two></iframe><script>1</script><a href=/in-one>1</a>",
            "/two": "<script>document.write('<a href=/drawn>d</a>')</script><a href=/in-two>2</a>",
        },
        {
            ("/one", 1, "html"),
            ("/two", 1, "html"),
            ("/in-one", 1, "html"),
            ("/in-two", 1, "html"),
            ("/drawn", 1, "script"),
        },
    ),
    "sandboxed, without scripts": (
        {
            "/": "<iframe sandbox=allow-same-origin src=/one></iframe>",
            "/one": "<a href=/boxed>1</a>",
        },
        {("/one", 1, "html"), ("/boxed", 1, "html")},
    ),
    "sandboxed, with scripts and nothing else": (
        {"/": "<iframe sandbox=allow-scripts src=/one></iframe>", "/one": "<a href=/boxed>1</a>"},
        {("/one", 1, "html"), ("/boxed", 1, "html")},
    ),
    "sandboxed altogether": (
        {"/": "<iframe sandbox src=/one></iframe>", "/one": "<a href=/boxed>1</a>"},
        {("/one", 1, "html"), ("/boxed", 1, "html")},
    ),
    "late": (
        {
            "/": "<script>setTimeout(()=>document.body.append(Object.assign(document.createElement"
            "('iframe'),{src:'/one'})),300)</script>",
            "/one": "<a href=/late>1</a>",
        },
        {("/one", 1, "script"), ("/late", 1, "script")},
    ),
    "redirected": (
        {
            "/": "<iframe src=/old></iframe><script>1</script>",
            "/old": Served(status=302, headers=(("Location", "/one#x"),)),
            "/one": "<iframe src=/two#y></iframe>",
            "/two": "<a href=/in-two>2</a>",
        },
        {("/old", 1, "html"), ("/two", 1, "html"), ("/in-two", 1, "html")},
    ),
    "failing": (
        {
            "/": "<iframe src=/gone></iframe><iframe src=http://127.0.0.1:9/></iframe>"
            "<a href=/a>a</a>"
        },
        {("/gone", 1, "html"), ("/a", 1, "html")},
    ),
}


@pytest.mark.parametrize("name", FRAMES)
def test_frames_belong_to_their_page(eyes: Eyes, name: str) -> None:
    site, expected = FRAMES[name]
    with host(site) as running:
        assert seen(eyes.visit(running.url("/")), running.address) == expected


SERVED = {
    "utf-8": "<p>käse".encode(),
    "with a mark": b"\xef\xbb\xbf<p>hi",
    "broken utf-8": b"<meta charset=utf-8><p>\xff\xfe \x00\r\n",
    "windows-1252": b"<meta charset=windows-1252><a href='/x?q=caf\xe9'>\x80\x81</a>",
    "shift_jis": "<meta charset=shift_jis><p>日本".encode("shift_jis"),
    "utf-16": "\ufeff<p>hé".encode("utf-16-le"),
}


@pytest.mark.parametrize("name", SERVED)
def test_served_bytes_are_kept(eyes: Eyes, name: str) -> None:
    answer = Served(body=SERVED[name], headers=(("Content-Type", "text/html"),))
    with host({"/": answer}) as site:
        visit = eyes.visit(site.url("/"))
        if name == "utf-8":  # undeclared, and taken for another charset
            assert visit.body is not None
        else:
            assert visit.body == SERVED[name]


def test_the_charset_of_the_header_is_kept(eyes: Eyes) -> None:
    kind = "Text/HTML; charset=windows-1252"
    with host({"/": Served(body=b"<p>caf\xe9", headers=(("Content-Type", kind),))}) as site:
        assert eyes.visit(site.url("/")).content_type == kind


@pytest.mark.parametrize("name", ["windows-1252"])
def test_queries_in_the_charset_of_the_page(eyes: Eyes, name: str) -> None:
    html = f"{SERVED[name].decode('latin-1')}<script>1</script>".encode("latin-1")
    with host({"/": Served(body=html, headers=(("Content-Type", "text/html"),))}) as site:
        assert seen(eyes.visit(site.url("/")), site.address) == {("/x?q=caf%E9", 1, "html")}


def test_a_download_is_no_page_and_spoils_nothing(eyes: Eyes) -> None:
    file = Served(
        body=b"\0" * 10,
        headers=(
            ("Content-Type", "application/octet-stream"),
            ("Content-Disposition", "attachment; filename=x.bin"),
        ),
    )
    with host({"/file": file, "/page": "<title>Page</title><a href=/c>c</a>"}) as site:
        download, page = eyes.visits((site.url("/file"), 1), (site.url("/page"), 1))
        assert download.download
        assert download.status == 200
        assert download.sightings == ()
        assert site.asked.count("GET /file") == 1
        assert page.title == "Page"
        assert {(one.url, one.page) for one in page.sightings} == {
            (site.url("/c"), site.url("/page"))
        }


@pytest.mark.parametrize(
    ("status", "kind"),
    [(204, "text/html"), (200, "application/pdf"), (200, "image/png")],
)
def test_what_is_no_page(eyes: Eyes, status: int, kind: str) -> None:
    site: Site = {
        "/": Served(
            status=status,
            body=b"" if status == 204 else b"%PDF-1.4",
            headers=(("Content-Type", kind),),
        ),
        "/next": "<title>Next</title>",
    }
    with host(site) as running:
        visit, after = eyes.visits((running.url("/"), 1), (running.url("/next"), 1))
        assert (visit.status, visit.sightings) == (status, ())
        assert after.title == "Next"


def test_an_error_page_is_seen(eyes: Eyes) -> None:
    with host({"/": Served(status=404, body=b"<a href=/home>h</a>")}) as site:
        visit = eyes.visit(site.url("/"))
        assert visit.status == 404
        assert seen(visit, site.address) == {("/home", 1, "html")}


def test_nobody_there(eyes: Eyes) -> None:
    with host({}) as site:
        address = site.address
    visit = eyes.visit(f"{address}/")
    assert visit.status is None
    assert visit.faults == ("ERR_CONNECTION_REFUSED",)


def test_levels_go_one_down(eyes: Eyes) -> None:
    html = (
        "<a href=/a>a</a><button id=b>B</button>"
        "<script>b.onclick=()=>{history.pushState({},'','/t');"
        "document.body.innerHTML='<a href=/t/1>1</a>'}</script>"
    )
    with host({"/": html}) as site:
        assert seen(eyes.visit(site.url("/"), level=1), site.address) == {
            ("/a", 2, "html"),
            ("/t", 2, "navigation"),
            ("/t/1", 3, "reveal"),
        }


def test_a_hash_route_is_a_view_of_its_own(eyes: Eyes) -> None:
    html = (
        "<main id=m></main><script>function draw(){m.innerHTML='<h1>View '+location.hash+'</h1>"
        "<a href=/of'+location.hash.slice(1)+'>x</a>'};onhashchange=draw;draw()</script>"
    )
    with host({"/": html}) as site:
        one, two = eyes.visits((site.url("/#/one"), 1), (site.url("/#/two"), 1))
        assert (one.text, two.text) == ("View #/one\nx", "View #/two\nx")
        assert one.signature != two.signature
        assert (one.redirects, two.redirects) == ((), ())
        assert seen(two, site.address) == {("/of/two", 2, "script")}


def test_a_hash_route_goes_along_with_a_redirect_and_not_with_a_script(eyes: Eyes) -> None:
    to_b = "<script>location='/b'</script>"
    with host({"/": moved("/a"), "/a": END, "/s": to_b, "/b": END}) as site:
        one, two = eyes.visits((site.url("/#/one"), 1), (site.url("/s#/two"), 1))
        assert hops(one, site) == [("/#/one", "/a#/one")]
        assert hops(two, site) == [("/s#/two", "/b")]


def test_nothing_leaks_between_sites(eyes: Eyes) -> None:
    html = (
        "<script>document.write('<a href=/n/'+(document.cookie||'fresh')+'>x</a>');"
        "document.cookie='been=1'</script>"
    )
    with host({"/": html}) as site:
        first, second = eyes.visit(site.url("/")), eyes.visit(site.url("/"))
        assert first.sightings == second.sightings


def test_rendering_is_light(eyes: Eyes) -> None:
    with host(
        {"/": "<title>T</title><p>Hello<script>document.body.append(' you')</script>"}
    ) as site:
        rendered = eyes.render(site.url("/"))
        assert (rendered.status, rendered.title, rendered.text) == (200, "T", "Hello\nyou")


def test_the_same_page_gives_the_same_sightings(eyes: Eyes) -> None:
    html = (
        "<div id=o></div><script>for(let i=0;i<30;i++)"
        "setTimeout(()=>{o.innerHTML+='<a href=/t/'+i+'>x</a>'},i*37);"
        "for(let i=0;i<10;i++)fetch('/data?'+i).then(r=>r.text())"
        ".then(()=>{o.innerHTML+='<a href=/f/'+i+'>x</a>'})</script>"
    )
    with host({"/": html, "/data": Served(body=b"{}", wait=0.05)}) as site:
        runs = [eyes.visit(site.url("/")).sightings for _ in range(3)]
        # The place among others is the page's own affair: its answers come in any order.
        placeless = [[replace(one, locator=None) for one in run] for run in runs]
        assert len(runs[0]) == 40
        assert placeless[0] == placeless[1] == placeless[2]


def test_a_service_worker_is_refused_and_noted(eyes: Eyes) -> None:
    page = """<script>
        navigator.serviceWorker.register("/sw.js").catch(() => {});
        fetch("/nav.json").then((r) => r.json()).then(([x]) => {
          document.body.innerHTML = "<a href=" + x.u + ">x</a>";
        });
        </script>"""
    with host({"/": page, "/nav.json": '[{"u":"/net"}]', "/sw.js": "1"}) as site:
        visits = eyes.visits((site.url("/"), 0), (site.url("/"), 0))
        assert [seen(visit, site.address) for visit in visits] == [{("/net", 1, "script")}] * 2
        assert all("service-worker" in visit.faults for visit in visits)
        assert "GET /sw.js" not in site.asked
