"""Windows that are cheap to draw are, to the page, windows like any other."""

import pytest

from tests.oracle.sights import Eyes, host, seen

pytestmark = pytest.mark.browser

LOOKS = """<script>
    const found = [innerWidth, innerHeight, outerWidth, outerHeight, screen.width,
      devicePixelRatio, matchMedia("(display-mode: browser)").matches, document.visibilityState,
      opener, name];
    document.write(`<a href="/${found.join("/")}">found</a>`);
    </script>"""

PRESSED = """<style>
    #b { position: absolute; left: 1003px; top: 701px; width: 50px; height: 50px }
    </style><button id=b>Press</button><script>
    b.onclick = (event) => {
      const { isTrusted, clientX, clientY } = event;
      const link = document.createElement("a");
      link.href = "/" + [isTrusted, clientX, clientY].join("/");
      document.body.append(link);
    };
    </script>"""


def test_the_page_finds_a_window_of_its_own_size(eyes: Eyes) -> None:
    with host({"/": LOOKS}) as site:
        expected = "/1280/900/1280/900/1280/1/true/visible//"
        assert seen(eyes.visit(site.url("/")), site.address) == {(expected, 1, "script")}


def test_the_pointer_meets_what_it_is_aimed_at(eyes: Eyes) -> None:
    with host({"/one": PRESSED, "/two": PRESSED.replace("Press", "Push")}) as site:
        for visit in eyes.visits((site.url("/one"), 0), (site.url("/two"), 0)):
            assert seen(visit, site.address) == {("/true/1028/726", 1, "reveal")}
