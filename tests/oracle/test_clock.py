"""With a frozen clock two visits of a page see the same time and the same chance."""

import asyncio

import pytest

from oracle.browser import open_browser
from oracle.config import Config

pytestmark = pytest.mark.browser

MOMENT = 1_700_000_000_000
PAGE = """data:text/html,<title>-</title><script>
const until = Date.now() + 50; while (Date.now() < until) {}
document.title = [Date.now(), new Date().getTime(), Date().slice(0, 15), Math.random(),
  new Date(5).getTime(), Date.UTC(1970, 0), new Date() instanceof Date,
  Math.floor(performance.timeOrigin), crypto.getRandomValues(new Uint8Array(4)).join()].join('|')
</script>"""


def test_time_and_chance_are_the_same_at_each_visit() -> None:
    async def titles() -> list[str]:
        async with open_browser() as browser:
            browser.moment = MOMENT
            visitor = await browser.site(Config(root="https://shop.test/"))
            return [(await visitor.render(PAGE)).title for _ in range(2)]

    first, second = asyncio.run(titles())
    now, later, day, *rest = first.split("|")
    assert first == second
    assert MOMENT < int(now) < int(later) < MOMENT + 1000
    assert day == "Tue Nov 14 2023"
    assert rest[1:5] == ["5", "0", "true", str(MOMENT)]
