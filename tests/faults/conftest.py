"""Public sites for the tests of faults: each with a database, a Redis and a mail server of its own."""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg
import pytest

from tests import servers
from tests.faults.public import PublicSite
from tests.machine import start
from tests.notifications.smtp_sink import Sink


@contextmanager
def make_database(server_url: str, *, like: str = "") -> Iterator[str]:
    """An empty database, or a copy of another; yields its address."""
    name = f"faults_{secrets.token_hex(4)}"
    with psycopg.connect(server_url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}" + (f" TEMPLATE {like}" if like else ""))
    yield urlsplit(server_url)._replace(path=f"/{name}").geturl()
    with psycopg.connect(server_url, autocommit=True) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Prepared(NamedTuple):
    """What is the same for every site, to be copied: a database with every table, as one of the server of this session
    and as SQL for any other; and the static files."""

    database: str
    tables: Path
    static: Path


def prepare(site: PublicSite, command: str) -> None:
    """Runs `migrate` or `collectstatic` for the site."""
    arguments = [sys.executable, "manage.py", command, "--noinput", "--verbosity", "0"]
    subprocess.run(arguments, env=site.environ, check=True, timeout=180)


def run_postgres_program(name: str, url: str, file: Path) -> None:
    """`pg_dump` writes a database to a file, `psql` makes one of it again."""
    strict = ["--no-psqlrc", "--quiet", "--output", os.devnull, "--set", "ON_ERROR_STOP=1"] if name == "psql" else []
    command = [servers.find_postgres(name), *strict, "--file", file, "--dbname", url]
    subprocess.run(command, check=True, timeout=180)


@pytest.fixture(scope="session")
def prepared(postgres_url, shared_folder) -> Iterator[Prepared]:
    """Made by the first process of a run that asks: to migrate takes thirty times as long as to copy."""

    def make(folder: Path) -> None:
        with make_database(postgres_url) as url:
            site = PublicSite(
                folder, database_url=url, redis_url="redis://127.0.0.1:1/0", email_url="smtp://127.0.0.1:1/"
            )
            prepare(site, "migrate")
            prepare(site, "collectstatic")
            run_postgres_program("pg_dump", url, folder / "tables.sql")

    made = servers.make_once(shared_folder, "prepared", make)
    with make_database(postgres_url) as url:
        run_postgres_program("psql", url, made / "tables.sql")
        yield Prepared(urlsplit(url).path.strip("/"), made / "tables.sql", made / "static")


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    with Sink() as sink:
        yield sink


@pytest.fixture(scope="module")
def redis_of_site() -> Iterator[str]:
    with start(servers.run_redis()) as url:
        yield url


@pytest.fixture(scope="module")
def public(postgres_url, prepared, redis_of_site, sink, tmp_path_factory) -> Iterator[PublicSite]:
    """A public site of which nothing runs yet but its servers."""
    folder = tmp_path_factory.mktemp("public") / "data"
    folder.mkdir()
    (folder / "static").symlink_to(prepared.static)
    with (
        make_database(postgres_url, like=prepared.database) as url,
        PublicSite(folder, database_url=url, redis_url=redis_of_site, email_url=sink.url) as site,
    ):
        yield site


def repeat(name: str, default: int) -> int:
    """How often a test repeats itself: FAULT_ROUNDS_<NAME> where set, for a long look at what is rare.

    Three times as many rounds as a fault takes to show once, on average, miss it once in twenty runs; each test says
    what its own number is for.
    """
    return int(os.environ.get(f"FAULT_ROUNDS_{name}", default))


@pytest.fixture
def confirmed():
    """Lets a client's session pass for one whose password was asked for a moment ago."""

    def confirm(client) -> None:
        session = client.session
        session["account_authentication_methods"] = [{"method": "password", "at": time.time()}]
        session["account_authentication_methods_user"] = session["_auth_user_id"]  # without it allauth takes no notice
        session.save()

    return confirm
