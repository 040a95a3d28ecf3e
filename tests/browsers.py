"""Chromium for tests: how it is started, and how long pages have. A plugin, which `tests/conftest.py` loads."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests import servers
from tests.machine import miss

# A slow machine finds what a quick one finds: no test here has a time limit.
expect.set_options(timeout=servers.START_WITHIN * 1000)

UNTUNED = "--js-flags=--no-opt --no-maglev"
"""No page of a test lives so long that to optimise its scripts pays for itself: it took a sixth of Chromium's time."""


WITHOUT_POPUPS = (
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "TcpPortRandomizationWin,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    "msForceBrowserSignIn,msEdgeUpdateLaunchServicesPreferredVersion"
)
"""Two pages of Chromium's own below its address bar, which nobody sees, took half a second for each window.

It heeds the last of such options alone: the names after those two are what Playwright gives."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args) -> dict:
    """The machine's own Chromium without windows, which as root runs without its sandbox."""
    return {**browser_type_launch_args, **launch(servers.find_headless_chromium)}


def launch(find: Callable[[], str]) -> dict[str, Any]:
    """How to start the Chromium that `find` finds; skips the test where there is none."""
    try:
        program = find()
    except servers.Missing as error:
        miss(str(error))
    return {"executable_path": program, "args": ["--no-sandbox", UNTUNED, WITHOUT_POPUPS]}


@pytest.fixture(scope="session")
def browser(browser) -> Browser:
    """Chromium, in which pages, too, have as long as anything else."""
    return be_patient(browser)


@pytest.fixture(scope="module")
def windowed_browser(browser_type, browser_type_launch_args) -> Iterator[Browser]:
    """The same with all that people have, push messages among it."""
    given = {**browser_type_launch_args, **launch(servers.find_chromium)}
    with closing(browser_type.launch(**given)) as browser:
        yield be_patient(browser)


def be_patient(browser: Browser) -> Browser:
    make = browser.new_context

    def new_context(**given) -> BrowserContext:
        context = make(**given)
        context.set_default_timeout(servers.START_WITHIN * 1000)
        return context

    browser.new_context = new_context
    return browser
