"""The database of the tests, which the first process of a run migrates and all copy; and servers for other processes.

A plugin, which `tests/conftest.py` loads.
"""

import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings
from psycopg import sql

from tests import servers
from tests.clearing import clear
from tests.machine import miss, start
from tests.sharing import is_on_postgres


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


def migrate(**environ: str) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, env={"PATH": os.environ["PATH"], **environ}, check=True, timeout=servers.START_WITHIN * 2)


@pytest.fixture(scope="session")
def migrated(shared_folder) -> Path:
    """A SQLite database with every table and nobody in it, to be copied: to make it is half the work of a start."""
    return servers.make_once(shared_folder, "migrated", lambda folder: migrate(DATA_DIR=str(folder))) / "db.sqlite3"


@pytest.fixture(scope="session")
def template(shared_folder) -> str:
    """The same on PostgreSQL, by its name. One that a killed run has left behind is made anew."""
    server, name = os.environ["TEST_DATABASE_URL"], name_template()

    def make(folder: Path) -> None:
        drop(name)
        execute("CREATE DATABASE {}", name)
        url = urlsplit(server)._replace(path=f"/{name}").geturl()
        migrate(DJANGO_SETTINGS_MODULE="tests.settings_postgres", TEST_DATABASE_URL=url)

    servers.make_once(shared_folder, "template", make)
    return name


def name_template() -> str:
    return f"test_{urlsplit(os.environ['TEST_DATABASE_URL']).path.strip('/')}_template"


def drop(name: str) -> None:
    execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def execute(statement: str, name: str) -> None:
    with closing(psycopg.connect(os.environ["TEST_DATABASE_URL"], autocommit=True)) as server:
        server.execute(sql.SQL(statement).format(sql.Identifier(name)))


def pytest_unconfigure(config: pytest.Config) -> None:
    """A server that was given keeps nothing of ours."""
    if is_on_postgres() and not settings.NO_SERVER and not hasattr(config, "workerinput"):
        drop(name_template())


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On SQLite the tests find a database there, and its folder is thrown away at the end."""
    return not is_on_postgres()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, request) -> None:
    """Each process begins with a copy, since to migrate takes each five seconds."""
    test = settings.DATABASES["default"]["TEST"]
    test["MIGRATE"] = False
    if is_on_postgres():
        test["TEMPLATE"] = request.getfixturevalue("template")
    else:
        shutil.copy(request.getfixturevalue("migrated"), test["NAME"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Every test begins without the messages that a migration adds for staff, as after one that commits."""
    with django_db_blocker.unblock():
        clear()


@pytest.fixture(autouse=True, scope="session")
def _database_server():
    """Says why when the database of the settings is not to be had."""
    if settings.NO_SERVER:
        miss(settings.NO_SERVER)
