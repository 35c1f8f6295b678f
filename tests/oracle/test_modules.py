"""Views that are modules of their own, sent for when they are needed, as bundlers split them."""

from dataclasses import replace

import pytest

from tests.oracle.sights import Eyes, Served, host, seen

pytestmark = pytest.mark.browser


LAZY = Served(
    body=b"export default '<a href=/late>l</a>'",
    headers=(("Content-Type", "text/javascript"),),
    wait=0.5,
)


def test_a_view_that_is_a_module_of_its_own_belongs_to_the_action_that_sent_for_it(
    eyes: Eyes,
) -> None:
    """It comes after a navigation, so it is the destination's, and not the other button's."""
    page = """<button id=a>Go</button><button id=b>Open</button><div id=o></div><div id=p></div>
        <script>
        a.onclick = () => import("/lazy.js").then((lazy) => {
          history.pushState({}, "", "/there");
          o.innerHTML = lazy.default;
        });
        b.onclick = () => { p.innerHTML = "<a href=/menu>m</a>"; };
        </script>"""
    with host({"/": page, "/lazy.js": LAZY}) as site:
        assert seen(eyes.visit(site.url("/")), site.address) == {
            ("/there", 1, "navigation"),
            ("/late", 2, "reveal"),
            ("/menu", 1, "reveal"),
        }


def test_modules_that_send_for_modules_are_waited_for(eyes: Eyes) -> None:
    page = "<div id=o></div><script type=module>import('/one.js')</script>"
    one = replace(LAZY, body=b"setTimeout(() => import('/two.js'), 10)")
    two = replace(LAZY, body=b"o.innerHTML = '<a href=/late>l</a>'")
    with host({"/": page, "/one.js": one, "/two.js": two}) as site:
        assert seen(eyes.visit(site.url("/")), site.address) == {("/late", 1, "script")}
