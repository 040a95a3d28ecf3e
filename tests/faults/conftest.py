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
from tests.conftest import start
from tests.faults.public import PublicSite
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
    """What is the same for every site, to be copied: a database with every table, and the static files."""

    database: str
    static: Path


def prepare(site: PublicSite, command: str) -> None:
    """Runs `migrate` or `collectstatic` for the site."""
    arguments = [sys.executable, "manage.py", command, "--noinput", "--verbosity", "0"]
    subprocess.run(arguments, env=site.environ, check=True, timeout=180)


@pytest.fixture(scope="session")
def prepared(postgres_url, shared_folder, tmp_path_factory) -> Iterator[Prepared]:
    with make_database(postgres_url) as url:
        servers_of_it = {"database_url": url, "redis_url": "redis://127.0.0.1:1/0", "email_url": "smtp://127.0.0.1:1/"}
        prepare(PublicSite(tmp_path_factory.mktemp("prepared") / "data", **servers_of_it), "migrate")
        collected = servers.make_once(
            shared_folder, "collected", lambda folder: prepare(PublicSite(folder, **servers_of_it), "collectstatic")
        )
        yield Prepared(urlsplit(url).path.strip("/"), collected / "static")


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
    """How often a test repeats itself: FAULT_ROUNDS_<NAME> where set, for a long look at what is rare."""
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
