"""Whole sites to play on: the embedded one, and one on PostgreSQL, Redis and an SMTP server."""

import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import servers
from tests.end_to_end.running import RunningSite
from tests.faults.conftest import make_database, prepared
from tests.notifications.smtp_sink import Sink

__all__ = ["prepared"]
STACKS = ("sqlite", "postgres")


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    with Sink() as sink:
        yield sink


@pytest.fixture(scope="module", params=STACKS)
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
    like = request.getfixturevalue("prepared")
    shutil.copytree(like.static, folder / "static")
    with make_database(request.getfixturevalue("postgres_url"), like=like.database) as database_url:
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
