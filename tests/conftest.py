"""The fixed cast, and the servers. Tests name people, to read as stories: Alice and Boris play, Carol looks on."""

import gc
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from copy import copy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest
import time_machine
from django.conf import settings
from django.template import Context, Template
from django.test import Client, TransactionTestCase, client
from django.test.utils import ContextList
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import Browser, BrowserContext, expect

from accounts.models import User
from games.models import Game
from tests import servers
from tests.clearing import clear, forget
from tests.factories import GameFactory, UserFactory
from tests.sharing import ALL, ASKED, is_on_postgres, list_wanted

T = TypeVar("T")

# A slow machine finds what a quick one finds: no test here has a time limit.
expect.set_options(timeout=servers.START_WITHIN * 1000)
hypothesis_settings.register_profile(
    "site",
    deadline=None,
    derandomize=True,
    max_examples=int(os.environ.get("FAULT_ROUNDS_EXAMPLES", 40)),
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.load_profile("site")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Every test begins without the messages that a migration adds for staff, as after one that commits."""
    with django_db_blocker.unblock():
        clear()


@pytest.fixture(autouse=True, scope="session")
def _clearing():
    """Tests that commit clear the database by our own way, as `flush` may not touch the log of moderation."""
    usual = TransactionTestCase._fixture_teardown
    TransactionTestCase._fixture_teardown = lambda self: clear()
    yield
    TransactionTestCase._fixture_teardown = usual


@pytest.fixture(autouse=True, scope="session")
def _contexts():
    """A page's `context` is that of its first template: to copy that of each little one took a tenth of a page."""

    def keep_first(store: dict, *, template: Template, context: Context, **_: object) -> None:
        if "context" not in store:
            store.update(templates=[template], context=ContextList([copy(context)]))

    usual, client.store_rendered_templates = client.store_rendered_templates, keep_first
    yield
    client.store_rendered_templates = usual


@pytest.fixture
def alice(db) -> User:
    """A player in Berlin."""
    return UserFactory(username="Alice", time_zone="Europe/Berlin")


@pytest.fixture
def boris(db) -> User:
    """Alice's opponent, in New York."""
    return UserFactory(username="Boris", time_zone="America/New_York")


@pytest.fixture
def carol(db) -> User:
    """A player who is in no game of theirs."""
    return UserFactory(username="Carol")


@pytest.fixture
def admin(db) -> User:
    """An administrator."""
    return UserFactory(username="Ada", is_staff=True, is_superuser=True)


@pytest.fixture
def as_alice(client, alice) -> Client:
    """Alice's browser."""
    client.force_login(alice)
    return client


@pytest.fixture
def game(alice, boris) -> Game:
    """Alice's game with Boris, of which no turn is played."""
    return GameFactory(first=alice, second=boris)


@pytest.fixture(autouse=True)
def _empty_cache():
    """No test meets the rate limits another has used up, or what another announced."""
    yield
    forget()


@pytest.fixture
def at_noon() -> Iterator[None]:
    """It is noon as the test begins: “at 14:10” and “tomorrow at 12:00” are told as such."""
    with time_machine.travel(datetime(2026, 6, 15, 12, tzinfo=UTC)):
        yield


def miss(reason: str) -> None:
    """Skips the test because the machine lacks something; where CI is set, fails it."""
    if os.environ.get("CI"):
        pytest.fail(f"{reason}, and with CI set nothing may be skipped", pytrace=False)
    pytest.skip(reason)


@contextmanager
def start(server: AbstractContextManager[T]) -> Iterator[T]:
    """What such a server yields; skips the test where the machine lacks it."""
    with ExitStack() as stack:
        try:
            told = stack.enter_context(server)
        except servers.Missing as error:
            miss(str(error))
        yield told


@pytest.fixture(scope="session")
def redis_url():
    """TEST_REDIS_URL, or a server of this session's own."""
    if given := os.environ.get("TEST_REDIS_URL"):
        yield given
        return
    with start(servers.run_redis()) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_url():
    """An empty PostgreSQL for processes of the site: TEST_DATABASE_URL, or a server of this session's own."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given
        return
    with start(servers.run_postgres()) as url:
        yield url


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory) -> Path:
    """One for all processes of this run."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def migrated(shared_folder) -> Path:
    """A SQLite database with every table and nobody in it, to be copied: to make it is half the work of a start."""

    def migrate(folder: Path) -> None:
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        environ = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder)}
        subprocess.run(command, env=environ, check=True, timeout=servers.START_WITHIN * 2)

    return servers.make_once(shared_folder, "migrated", migrate) / "db.sqlite3"


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On SQLite the tests find a database there, and its folder is thrown away at the end."""
    return not is_on_postgres()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, request) -> None:
    """On SQLite each process begins with a copy, since to migrate takes each five seconds."""
    if not is_on_postgres():
        test = settings.DATABASES["default"]["TEST"]
        test["MIGRATE"] = False
        shutil.copy(request.getfixturevalue("migrated"), test["NAME"])


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


def pytest_addoption(parser) -> None:
    parser.addoption("--ask", choices=ASKED, default=ALL, help="which tests, see tests/sharing.py")


def pytest_collection_modifyitems(config, items) -> None:
    """Leaves out what the run on the other database asks, see `tests/sharing.py`.

    Files whose tests mostly wait come first, those that start processes before those of the browser: what is quick
    fills the time that they leave, and none of them is begun last, when the other workers have nothing more to do.
    """
    wanted = list(list_wanted(items, ask=config.getoption("--ask")))
    config.hook.pytest_deselected(items=list(set(items) - set(wanted)))
    waiting = [{item.path for item in wanted if item.get_closest_marker(name)} for name in ("processes", "browser")]
    items[:] = sorted(wanted, key=lambda item: [item.path not in paths for paths in waiting])


def pytest_collection_finish() -> None:
    """What has been loaded stays to the end: to look through it for garbage again and again took a twentieth."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(autouse=True, scope="session")
def _database_server():
    """Says why when the database of the settings is not to be had."""
    if settings.NO_SERVER:
        miss(settings.NO_SERVER)
