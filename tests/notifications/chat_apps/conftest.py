"""The services of all chat apps, at their own addresses."""

import pytest
from django.utils import timezone

from notifications import registry
from notifications.chat_apps import addresses
from tests.core import https_server
from tests.notifications.chat_apps.internet import Internet
from tests.notifications.chat_apps.services import Discord, Matrix, Ntfy, Slack

PUBLIC = "93.184.216.34"


@pytest.fixture
def services():
    return {"discord": Discord(), "slack": Slack(), "ntfy": Ntfy(), "matrix": Matrix()}


@pytest.fixture
def internet(services, monkeypatch, tmp_path):
    """Names are resolved to a public address, at which this machine answers; certificates are checked."""
    with Internet(list(services.values()), folder=tmp_path) as internet:
        https_server.Internet(internet.port, {"*": [PUBLIC]}).install(monkeypatch)
        monkeypatch.setenv("SSL_CERT_FILE", str(internet.certificate))
        yield internet
    assert internet.wrong == []


@pytest.fixture(params=["discord", "slack", "ntfy", "matrix"])
def app(request):
    return registry.CHANNELS.get(request.param)


@pytest.fixture
def service(app, services, internet):
    return services[app.name]


@pytest.fixture
def connect(app, service):
    def run(user, **changes):
        return addresses.connect(user, app, service.typed | changes, now=timezone.now())

    return run


@pytest.fixture
def answer(internet, service):
    """Has the service refuse what it is sent from now on, in its own words, or with another answer."""

    def run(status, *, instead=None):
        for host in service.hosts:
            internet.answers[host] = instead or service.refuse(status)

    return run
