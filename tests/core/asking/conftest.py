"""A server on this machine that stands for any on the internet, and the client that asks it."""

import pytest

from core.outgoing import Client
from tests.core.asking.asked import HOST, PUBLIC
from tests.core.https_server import Authority, Internet, Server
from tests.servers import START_WITHIN


@pytest.fixture(scope="module")
def authority(tmp_path_factory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(autouse=True)
def trusted(authority, monkeypatch):
    """As of an owner who set SSL_CERT_FILE."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))


@pytest.fixture
def server(authority):
    with Server(authority.certify(HOST, "ntfy.lan")) as server:
        yield server


@pytest.fixture
def internet(server, monkeypatch) -> Internet:
    internet = Internet(server.port, {HOST: [PUBLIC]})
    internet.install(monkeypatch)
    return internet


@pytest.fixture
def client():
    with Client(patience=START_WITHIN) as client:
        yield client
