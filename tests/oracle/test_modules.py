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


# Out of the browser's own store a module is there at once, and runs a moment later.
STORED = (("Content-Type", "text/javascript"), ("Cache-Control", "max-age=600"))
QUICK = {
    "/main.js": Served(body=b"import('/view.js').then((view) => view.show());", headers=STORED),
    "/view.js": Served(body=b"export { show } from '/shown.js';", headers=STORED),
    "/shown.js": Served(
        body=b"export const show = () => { o.innerHTML = '<a href=/late>l</a>'; };", headers=STORED
    ),
}


def test_a_module_that_is_there_at_once_is_waited_for_until_it_has_run(eyes: Eyes) -> None:
    page = "<p id=o></p><script type=module src=/main.js></script>"
    with host({**QUICK, **{f"/{name}": page for name in "abcdefghij"}}) as site:
        for path in "abcdefghij":
            visit = eyes.visit(site.url(f"/{path}"))
            assert seen(visit, site.address) == {("/late", 1, "script")}


def test_a_module_that_an_action_sends_for_is_waited_for_until_it_has_run(eyes: Eyes) -> None:
    page = """<button id=b>{}</button><p id=o></p><script>
        b.onclick = () => import("/view.js").then((view) => view.show());
        </script>"""
    with host({**QUICK, **{f"/{n}": page.format(n) for n in range(10)}}) as site:
        for n in range(10):
            visit = eyes.visit(site.url(f"/{n}"))
            assert [one.action for one in visit.sightings] == [f"click: {n}"]
