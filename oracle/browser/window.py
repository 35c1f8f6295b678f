"""Opens windows that are cheap to draw: nobody looks at what they show.

The page finds all as in any window: its size, its pixels, `display-mode: browser`. Left out is the
strip of tabs, which Chromium draws anew all the while that a page loads, and most of the pixels.
"""

from playwright.async_api import CDPSession, Page

SMALL = 0.25
"""Of what is drawn to the page's own size; a quarter cost least, a twentieth draws whole pages."""

WHOLE = 1.0
"""The scale at which pictures are taken."""

_OPEN = "() => void window.open('about:blank', '', 'popup,noopener')"


async def open_window(opener: Page) -> Page:
    """A window of its own, by a page in which nothing keeps it from opening one."""
    async with opener.context.expect_page() as opened:
        await opener.evaluate(_OPEN)
    return await opened.value


async def draw_at(session: CDPSession, page: Page, scale: float) -> None:
    """Draw the page at a scale that it cannot see; the pointer's place is in drawn pixels then."""
    size = page.viewport_size
    if size is None:
        return
    await session.send(
        "Emulation.setDeviceMetricsOverride",
        {
            **size,
            "screenWidth": size["width"],
            "screenHeight": size["height"],
            "deviceScaleFactor": 1,
            "mobile": False,
            "scale": scale,
        },
    )
