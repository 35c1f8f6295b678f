"""One Chromium for all tests of the oracle."""

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import settings

from oracle.browser import Browser, Missing, find_chromium, open_browser
from tests.oracle.sights import Eyes

# How long an example takes says how busy the machine is, not whether the property holds.
settings.register_profile("patient", settings(), deadline=None)
settings.load_profile("patient")


@pytest.fixture(scope="session")
def eyes() -> Iterator[Eyes]:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.message)
    with asyncio.Runner() as runner:
        opening = open_browser()
        browser: Browser = runner.run(opening.__aenter__())
        try:
            yield Eyes(browser, runner.run)
        finally:
            runner.run(opening.__aexit__(None, None, None))
