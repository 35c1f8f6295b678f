"""The report in a real Chromium: sorted, narrowed, opened, by keys, dark, small, hostile."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

# A fixture of pytest-base-url, which pytest-playwright brings along, is of an older make.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance:pytest.PytestRemovedIn10Warning"
)


def names(page: Page) -> list[str]:
    return page.locator("#table tbody tr:visible th a").all_inner_texts()


def open_site(page: Page, name: str) -> None:
    page.locator("#table").get_by_role("link", name=name, exact=True).click()
    expect(page.locator("#site-head")).to_have_text(name)


def test_the_worst_stand_first_and_heads_sort(opened: Page) -> None:
    assert names(opened)[:3] == [names(opened)[0], "shop", "many"]
    assert names(opened)[-1] == "wall"
    head = opened.locator("th[data-key=truth]")
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    assert names(opened)[0] == "whole"
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "descending")
    assert (names(opened)[0], names(opened)[-1]) == ("many", "wall")
    expect(opened.locator("#table [aria-sort]")).to_have_count(1)


def test_words_and_choices_narrow_the_table(opened: Page) -> None:
    opened.keyboard.press("/")
    opened.keyboard.type("sho")
    assert names(opened) == ["shop"]
    expect(opened.locator("#shown")).to_have_text("1 of 5 sites shown")
    opened.keyboard.type("nothing")
    expect(opened.locator("#none")).to_be_visible()
    opened.locator("#clear").click()
    assert len(names(opened)) == 5
    opened.locator("#status").select_option("not scored")
    assert names(opened) == ["wall"]
    opened.locator("#status").select_option("")
    opened.locator("#cause").select_option("refused-nofollow")
    assert names(opened) == ["shop"]
    opened.locator("#group").select_option("public")
    assert names(opened) == []


def test_what_moved_against_the_baseline_is_told(opened: Page) -> None:
    table = opened.get_by_label("Against the baseline")
    expect(table).to_contain_text("pinned 2 days ago. 1 site as pinned")
    expect(table.get_by_role("row", name="shop")).to_contain_text("crawler 1")
    expect(table.locator("li")).to_be_hidden()
    table.get_by_text("New misses of").click()
    expect(table.locator("li")).to_contain_text("https://a.test/menu refused-nofollow </script>")
    table.get_by_role("link", name="shop").click()
    expect(opened.locator("#site-head")).to_have_text("shop")


def test_crawlers_stand_side_by_side_and_are_sorted_by_keys(opened: Page) -> None:
    table = opened.locator("#crawlers-table")

    def order() -> list[str]:
        return [name.split()[0] for name in table.locator("tbody th").all_inner_texts()]

    assert order() == ["slow", "quick", "evil"]
    head = table.get_by_role("button", name="pages/ CPU-s")
    head.focus()
    opened.keyboard.press("Enter")
    expect(table.locator("[aria-sort]")).to_have_attribute("aria-sort", "descending")
    assert order() == ["quick", "slow", "evil"]
    opened.keyboard.press("Enter")
    # What is unknown stands last, whichever way it is sorted.
    assert order() == ["slow", "quick", "evil"]
    opened.get_by_text("Without a whole answer").click()
    expect(opened.locator("#crawlers li")).to_contain_text("evil on shop: </script>")


def test_a_site_tells_how_its_crawlers_did(opened: Page) -> None:
    open_site(opened, "shop")
    rows = opened.locator("#crawlers-here tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(2)).to_contain_text("evil 2.0 </script>")
    expect(rows.nth(1)).to_contain_text("20.0")
    opened.go_back()
    open_site(opened, "whole")
    expect(opened.locator("#crawlers-here")).to_have_count(0)


def test_charts_are_drawn_and_say_their_figures(opened: Page) -> None:
    for name in ("bands", "channels", "levels", "causes", "history"):
        chart = opened.locator(f"[data-chart={name}] [role=img]")
        expect(chart).to_have_attribute("aria-label", re.compile(r"\d"))
    label = opened.locator("[data-chart=bands] [role=img]").get_attribute("aria-label")
    assert label is not None
    assert "100: 1" in label
    assert "none: 1" in label


def test_a_miss_tells_its_story(opened: Page) -> None:
    open_site(opened, "shop")
    expect(opened.locator("#site-head")).to_be_focused()
    opened.locator("details.cause", has_text="ancestor").locator("summary").first.click()
    opened.locator("details.miss > summary", has_text="/menu/x").click()
    story = opened.locator("details.miss[open] .story")
    expect(story).to_contain_text("shown only by https://a.test/menu")
    expect(story).to_contain_text("refused-nofollow")
    expect(story).to_contain_text("html of https://a.test/menu")
    opened.go_back()
    expect(opened.locator("#sites")).to_be_visible()


def test_the_tree_is_walked_by_keys(opened: Page) -> None:
    open_site(opened, "shop")
    tree = opened.get_by_role("tree")
    expect(tree.locator("[tabindex='0']")).to_have_count(1)
    tree.locator("[tabindex='0']").focus()
    opened.keyboard.press("End")
    focused = opened.locator("[role=treeitem]:focus")
    expect(focused).to_have_attribute("aria-label", re.compile("shut: forbidden"))
    opened.keyboard.press("Home")
    expect(focused).to_have_attribute("aria-expanded", "true")
    opened.keyboard.press("ArrowDown")
    expect(focused).to_have_attribute("aria-label", re.compile("^a: found"))
    opened.keyboard.press("Enter")
    expect(focused.locator(".story")).to_contain_text("found, fetched alive")
    opened.keyboard.press("Enter")
    expect(focused.locator(".story")).to_have_count(0)
    opened.keyboard.press("Home")
    opened.keyboard.press("ArrowLeft")
    expect(focused).to_have_attribute("aria-expanded", "false")
    opened.keyboard.press("Escape")
    expect(opened.locator("#table").get_by_role("link", name="shop")).to_be_focused()


def test_many_routes_are_drawn_as_they_are_asked_for(opened: Page) -> None:
    open_site(opened, "many")
    assert opened.get_by_role("treeitem").count() < 50
    opened.get_by_role("button", name="missed 300").click()
    expect(opened.locator("#routes-head ~ [role=status]")).to_have_text("300 of 2000 routes")
    opened.get_by_label("Search routes").fill("/p1999")
    expect(opened.locator("#routes-head ~ [role=status]")).to_have_text("1 of 2000 routes")
    leaf = opened.locator("[role=treeitem][data-route]")
    leaf.locator(".node").click()
    expect(leaf.locator(".story")).to_contain_text("https://a.test/")
    expect(opened.locator("details.miss")).to_have_count(100)
    opened.get_by_role("button", name="show 100 of 200 more").click()
    expect(opened.locator("details.miss")).to_have_count(200)
    # Only so many stories are kept: the others say how to ask for them.
    opened.get_by_role("button", name="show 100 of 100 more").click()
    last = opened.locator("details.miss").last
    last.locator("summary").click()
    expect(last.locator(".story")).to_contain_text("bench misses many --url")


def test_hostile_text_stays_text(opened: Page) -> None:
    harm = opened.locator("#table tbody tr", has_text="harm").get_by_role("link")
    harm.click()
    expect(opened.locator("#site-head")).to_contain_text("</script>")
    for miss in opened.locator("details.miss > summary").all():
        miss.click()
    expect(opened.locator("details.miss .story")).to_have_count(4)
    expect(opened.locator("details.miss .story").first).to_be_visible()
    assert opened.locator("img, iframe, object, embed").count() == 0
    links = opened.locator("a").evaluate_all("all => all.map(each => each.getAttribute('href'))")
    assert all(re.match(r"#|https?://", link) for link in links)
    text = opened.locator("body").inner_text()
    assert "javascript:document.title" in text
    assert "\u202e" not in text
    assert opened.title().startswith("harm")


def test_nothing_but_its_own_scripts_may_run(page: Page, report: Path) -> None:
    page.goto(report.as_uri())
    policy = page.locator("meta[http-equiv]").get_attribute("content")
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    added = "const s = document.createElement('script'); s.textContent = 'window.ran = 1';"
    page.evaluate(f"{added} document.body.append(s)")
    assert page.evaluate("window.ran") is None
    assert page.evaluate("fetch('https://a.test/').then(() => 1, () => 0)") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_follows_the_system_until_it_is_chosen(
    browser: Browser, report: Path, scheme: str
) -> None:
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type] # one of two
    page = context.new_page()
    page.goto(report.as_uri())

    def ground() -> int:
        shade = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return int(re.findall(r"\d+", shade)[0])

    assert (ground() < 128) == (scheme == "dark")
    button = page.locator("#theme")
    button.click()
    expect(button).to_have_attribute("aria-label", "Theme: light")
    assert ground() > 128
    button.click()
    expect(button).to_have_attribute("aria-label", "Theme: dark")
    assert ground() < 128
    context.close()


@pytest.mark.parametrize("name", ["whole", "shop", "many", "wall", "harm"])
def test_a_phone_never_scrolls_sideways(opened: Page, name: str) -> None:
    opened.set_viewport_size({"width": 360, "height": 740})
    wide = "document.documentElement.scrollWidth"
    assert opened.evaluate(wide) <= 360
    opened.locator("#table tbody tr", has_text=name).get_by_role("link").first.click()
    expect(opened.locator("#site-head")).to_be_visible()
    for miss in opened.locator("details.miss > summary").all()[:3]:
        miss.click()
    for leaf in opened.locator("[data-route] > .node").all()[:3]:
        leaf.click()
    assert opened.evaluate(wide) <= 360


def test_enter_in_the_search_opens_the_first_site(opened: Page) -> None:
    first = opened.locator("#table tbody tr").last.get_by_role("link").first
    name = first.text_content() or ""
    opened.locator("#search").fill(name)
    opened.keyboard.press("Enter")
    expect(opened.locator("#site-head")).to_contain_text(name)


def test_every_control_is_reached_by_tab(opened: Page) -> None:
    opened.locator("#search").focus()
    reached = []
    for _ in range(16):
        opened.keyboard.press("Tab")
        reached.append(
            opened.evaluate("document.activeElement.id || document.activeElement.textContent")
        )
    assert reached[:3] == ["group", "status", "cause"]
    assert reached[3:9] == ["site", "standing", "truth", "found", "recall %", "homepage %"]
    outline = opened.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
