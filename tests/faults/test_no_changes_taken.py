"""A database or a Redis that answers but refuses to write: a page says that it will pass, `/healthz` reports it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis
from django.db import connection
from django.test import Client
from django.urls import reverse

from mastery_site.environment import backends
from tests import servers
from tests.factories import GameFactory
from tests.machine import start

NOWHERE = "127.0.0.1 1"


@contextmanager
def reopened() -> Iterator[None]:
    """The connections of this process, made anew now and at the end."""
    close_all()
    try:
        yield
    finally:
        close_all()


def close_all() -> None:
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()


@contextmanager
def read_only_database() -> Iterator[None]:
    """The database of the tests, from which all may be read: on PostgreSQL set so, on SQLite a file opened so."""
    named = connection.settings_dict["NAME"]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'ALTER DATABASE "{named}" SET default_transaction_read_only = on')
        with reopened():
            yield
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = off")
            cursor.execute(f'ALTER DATABASE "{named}" RESET default_transaction_read_only')
        close_all()
    else:
        try:
            connection.settings_dict["NAME"] = f"file:{named}?mode=ro"
            with reopened():
                yield
        finally:
            connection.settings_dict["NAME"] = named


@pytest.fixture
def client(client):
    client.raise_request_exception = False
    return client


@pytest.mark.django_db(transaction=True)
def test_a_read_only_database_is_reported_as_read_only(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    client.force_login(alice)
    with read_only_database():
        played = client.post(f"/games/{game.pk}/play/", {"text": "Md1-c1", "revision": "1"})
        found = Client().get("/healthz")
    assert played.status_code == 503
    assert "The database of this site takes no changes at present." in played.content.decode()
    assert played["Retry-After"]
    assert game.turns.count() == 0
    assert found.status_code == 503
    assert found.json()["database"]["ok"] is False


@pytest.mark.django_db(transaction=True)
def test_pages_that_only_read_are_shown_from_a_read_only_database(client):
    with read_only_database():
        assert client.get("/rules/").status_code == 200
        assert client.get("/livez").status_code == 200


@pytest.fixture(scope="module")
def redis_server() -> Iterator[redis.Redis]:
    with start(servers.run_redis()) as url, redis.Redis.from_url(url) as server:
        server.url = url
        yield server


@pytest.fixture(params=["full", "a replica", "without its replicas"])
def refusing(request, redis_server) -> Iterator[redis.Redis]:
    """A Redis that refuses to write, for each of the reasons that it knows."""
    match request.param:
        case "full":
            redis_server.config_set("maxmemory", 1)
        case "a replica":
            redis_server.replicaof(*NOWHERE.split())
        case "without its replicas":
            redis_server.config_set("min-replicas-to-write", 1)
    yield redis_server
    redis_server.replicaof("NO", "ONE")
    redis_server.config_set("maxmemory", 0)
    redis_server.config_set("min-replicas-to-write", 0)


@pytest.mark.redis
def test_a_redis_that_refuses_to_write_is_reported_as_a_passing_failure(client, alice, boris, refusing, settings):
    settings.CACHES = {"default": backends.cache(refusing.url, data_dir=settings.DATA_DIR)}
    login = client.post(reverse("account_login"), {"login": "Alice", "password": "wrong"})
    assert login.status_code == 503
    assert "takes no changes at present" in login.content.decode()
    assert login["Retry-After"]
    found = client.get("/healthz")
    assert found.status_code == 503
    assert found.json()["cache"]["ok"] is False
    game = GameFactory(first=alice, second=boris)
    client.force_login(alice)
    assert client.post(f"/games/{game.pk}/play/", {"text": "Md1-c1", "revision": "1"}).status_code == 302
    assert game.turns.count() == 1
