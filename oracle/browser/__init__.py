"""Opens a Chromium and keeps it alive: the only package that knows Playwright."""

from oracle.browser.process import Browser, NoBrowserError, open_browser, why_unfit
from oracle.chromium import Found, Missing, find_chromium, install_chromium

__all__ = [
    "Browser",
    "Found",
    "Missing",
    "NoBrowserError",
    "find_chromium",
    "install_chromium",
    "open_browser",
    "why_unfit",
]
