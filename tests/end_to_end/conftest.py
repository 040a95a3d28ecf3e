"""Whole sites to play on: the embedded one, and one on PostgreSQL, Redis and an SMTP server."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests import servers
from tests.end_to_end.running import RunningSite
from tests.notifications.smtp_sink import Sink


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    with Sink() as sink:
        yield sink


@contextmanager
def new_database(server_url: str) -> Iterator[str]:
    """An empty database of this PostgreSQL; yields its address."""
    name = f"end_to_end_{secrets.token_hex(4)}"
    with psycopg.connect(server_url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield urlsplit(server_url)._replace(path=f"/{name}").geturl()
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def site(request, tmp_path_factory, sink) -> Iterator[RunningSite]:
    """A running site whose mails go to `sink`."""
    folder: Path = tmp_path_factory.mktemp("site") / "data"
    if request.param == "sqlite":
        like = request.getfixturevalue("migrated")
        with RunningSite(folder, like=like, DEMO="0", EMAIL_URL=sink.url) as site:
            yield site
        return
    port = servers.free_port()
    redis_url = request.getfixturevalue("redis_url")
    with new_database(request.getfixturevalue("postgres_url")) as database_url:
        public = {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "EMAIL_URL": sink.url,
            "SECRET_KEY": secrets.token_urlsafe(60),
            "SITE_URL": f"http://localhost:{port}",
            "ALLOWED_HOSTS": "localhost",
        }
        with RunningSite(folder, PORT=str(port), **public) as site:
            yield site
