"""One tiny page a construct: what it takes to see the address, and what is then seen.

Each file of constructs/ begins with a comment that lists all that is to be seen in it.
"""

from pathlib import Path

import pytest

from tests.oracle.sights import Eyes, Served, construct, host, seen

pytestmark = pytest.mark.browser

FILES = sorted((Path(__file__).parent / "constructs" / "shown").glob("*.html"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_construct(eyes: Eyes, path: Path) -> None:
    html, expected = construct(path)
    with host({"/": html, "/poll": "{}"}) as site:
        visit = eyes.visit(site.url("/"))
        assert seen(visit, site.address) == expected
        assert visit.status == 200


def test_the_button_of_a_consent_layer_is_named(eyes: Eyes) -> None:
    html, _ = construct(Path(__file__).parent / "constructs" / "shown" / "consent.html")
    with host({"/": html}) as site:
        assert eyes.visit(site.url("/")).actions == ("consent: Reject",)


def test_furniture_is_left_alone_but_lists_are_not(eyes: Eyes) -> None:
    """A button that brings nothing is pressed on one page; one that lists more, on each."""
    page = """
        <nav><button id=n>Theme</button></nav><button id=m>Load more</button><div id=o></div>
        <script>
        n.onclick = () => fetch("/theme");
        m.onclick = () => fetch("/more").then(() => {
          if (location.pathname === "/two" && !o.innerHTML) o.innerHTML = "<a href=/item>i</a>";
        });
        </script>"""
    with host({"/one": page, "/two": page, "/theme": "", "/more": ""}) as site:
        one, two = eyes.visits((site.url("/one"), 1), (site.url("/two"), 1))
        assert site.asked.count("GET /theme") == 1
        assert seen(one, site.address) == set()
        assert seen(two, site.address) == {("/item", 2, "reveal")}


def test_the_rest_of_many_fruitless_ones_is_left(eyes: Eyes) -> None:
    page = """<ul id=u></ul><script>
        for (let i = 0; i < 30; i++) {
          const item = document.createElement("li");
          item.textContent = "Item " + i;
          item.onclick = () => fetch("/click");
          u.append(item);
        }
        </script>"""
    with host({"/": page, "/click": Served(wait=0.3)}) as site:
        visit = eyes.visit(site.url("/"))
        assert site.asked.count("GET /click") == 4
        assert "alike-left" in visit.faults


def test_the_sixth_answer_of_one_address_is_waited_for(eyes: Eyes) -> None:
    """What a person asks for anew each time is no poll."""
    page = """<div id=l></div><button id=b>More</button><script>
        let n = 0;
        b.onclick = () => fetch("/more").then(() => {
          if (++n <= 6) l.innerHTML += "<a href=/item/" + n + ">i</a>";
        });
        </script>"""
    with host({"/": page, "/more": Served(wait=0.3)}) as site:
        assert len(eyes.visit(site.url("/")).sightings) == 6
        assert site.asked.count("GET /more") == 7


def test_the_fourteenth_timer_of_one_kind_is_waited_for(eyes: Eyes) -> None:
    page = """<ul id=u></ul><script>
        const later = (n) => setTimeout(() => { u.innerHTML += "<a href=/" + n + ">x</a>"; }, 200);
        document.body.insertAdjacentHTML("beforeend", "<button>b</button>".repeat(14));
        [...document.querySelectorAll("button")].forEach((b, n) => b.onclick = () => later(n));
        </script>"""
    with host({"/": page}) as site:
        assert len(eyes.visit(site.url("/")).sightings) == 14


def test_an_endless_list_ends(eyes: Eyes) -> None:
    page = """<div id=l></div><button id=b>More</button><script>
        let n = 0;
        b.onclick = () => { l.innerHTML += "<a href=/item/" + (++n) + ">i</a>"; };
        </script>"""
    with host({"/": page}) as site:
        assert len(eyes.visit(site.url("/")).sightings) == 25
