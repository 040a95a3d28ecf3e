"""The fixed cast, and which tests run. Tests name people, to read as stories: Alice and Boris play, Carol looks on."""

import gc
import os
from collections.abc import Iterator
from copy import copy
from datetime import UTC, datetime

import pytest
import time_machine
from django.template import Context, Template
from django.test import Client, TransactionTestCase, client
from django.test.utils import ContextList
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from accounts.models import User
from games.models import Game
from tests import statements
from tests.clearing import clear, forget
from tests.factories import GameFactory, UserFactory
from tests.sharing import ALL, ASKED, REST, USUAL, is_on_postgres, list_wanted, record_of, uses_the_database

pytest_plugins = ["tests.databases", "tests.browsers"]
gc.disable()  # what is collected stays: to look through it for garbage again and again took a tenth

hypothesis_settings.register_profile(
    "site",
    deadline=None,
    derandomize=True,
    max_examples=int(os.environ.get("FAULT_ROUNDS_EXAMPLES", 40)),
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.load_profile("site")


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


def pytest_addoption(parser) -> None:
    parser.addoption("--ask", choices=ASKED, default=ALL, help="which tests, see tests/sharing.py")


def pytest_configure(config) -> None:
    """On SQLite `make test` and `make rest` note what is executed, by which PostgreSQL is asked."""
    if (ask := config.getoption("--ask")) in (USUAL, REST) and not is_on_postgres() and not config.option.collectonly:
        config.pluginmanager.register(statements.Recorder(record_of(ask), notes=uses_the_database))


def pytest_sessionstart() -> None:
    """Tests that commit clear the database by our own way, as `flush` may not touch the log of moderation. A page's
    `context` is that of its first template: to copy that of each little one took a tenth of a page."""
    TransactionTestCase._fixture_teardown = lambda self: clear()
    client.store_rendered_templates = keep_first


def keep_first(store: dict, *, template: Template, context: Context, **_: object) -> None:
    if "context" not in store:
        store.update(templates=[template], context=ContextList([copy(context)]))


def pytest_collection_modifyitems(config, items) -> None:
    """Leaves out what the run on the other database asks, see `tests/sharing.py`.

    Files whose tests mostly wait come first, those that start processes before those of the browser: what is quick
    fills the time that they leave, and none of them is begun last, when the other workers have nothing more to do.
    """
    wanted = list_wanted(items, ask=config.getoption("--ask"))
    config.hook.pytest_deselected(items=list(set(items) - set(wanted)))
    waiting = [{item.path for item in wanted if item.get_closest_marker(name)} for name in ("processes", "browser")]
    items[:] = sorted(wanted, key=lambda item: [item.path not in paths for paths in waiting])


def pytest_collection_finish() -> None:
    """What has been loaded stays to the end: to look through it for garbage again and again took a twentieth."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()
