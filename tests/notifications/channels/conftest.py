"""A push service, and the browsers that players register there."""

import pytest
from django.utils import timezone

from notifications.models import Device
from tests.notifications.push_service import Browser, PushService


@pytest.fixture
def service(settings):
    with PushService() as service:
        settings.OUTGOING_HOSTS = [service.url, "http://127.0.0.1:1"]
        yield service


@pytest.fixture
def add(service):
    """Registers a browser for a player, at this path of the service."""

    def run(user, path: str = "/1", **fields) -> Browser:
        browser = Browser()
        Device.objects.create(
            user=user,
            endpoint=fields.pop("url", service.url) + path,
            key=browser.keys["p256dh"],
            secret=browser.keys["auth"],
            name=path,
            added_at=timezone.now(),
            **fields,
        )
        return browser

    return run
