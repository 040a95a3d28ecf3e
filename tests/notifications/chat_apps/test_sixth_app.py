"""A chat app is one folder of `channels/`: dropped in, it has a page, switches, a test, and is written to."""

import runpy
from pathlib import Path
from types import ModuleType

import pytest
from django.urls import clear_url_caches

from mastery_site import urls as site_urls
from notifications import registry
from notifications.chat_apps import urls
from notifications.delivery import outbox
from notifications.models import ChatAddress
from tests.dropping import drop_in
from tests.factories import GameFactory
from tests.notifications.chat_apps.internet import Answer


class Pagers:
    hosts = ("pager.example.org",)

    def __init__(self):
        self.shown = []

    def take(self, asked):
        self.shown.append((asked.path, asked.body.decode()))
        return Answer(200)


@pytest.fixture
def services():
    return {"pager": Pagers()}


@pytest.fixture
def pager(settings):
    with drop_in(registry.CHANNELS, Path(__file__).parent / "dropped_in") as channels:
        settings.ROOT_URLCONF = made = ModuleType("urls_with_pager")
        made.urlpatterns = [*runpy.run_path(urls.__file__)["urlpatterns"], *site_urls.urlpatterns]
        clear_url_caches()
        yield channels.get("pager")
    clear_url_caches()


def test_a_sixth_app_is_one_folder(pager, services, internet, client, alice, boris):
    client.force_login(alice)
    page = "/settings/notifications/pager/"
    assert "Buy a pager." in client.get(page).content.decode()
    assert client.post(page, {"number": "none"}).status_code == 422
    assert (
        "Pager is connected: the pager that ends in 42"
        in client.post(page, {"number": "4142"}, follow=True).content.decode()
    )
    assert "4142" not in ChatAddress.objects.get().sealed
    assert "by Pager" in client.get("/settings/notifications/").content.decode()
    client.post("/settings/notifications/test/", {"channel": "pager"})
    GameFactory(first=alice, second=boris)
    outbox.deliver_due()
    assert {where for where, _ in services["pager"].shown} == {"/4142"}
    assert any("Your turn against Boris" in said for _, said in services["pager"].shown)
    client.post(f"{page}disconnect/")
    assert not ChatAddress.objects.exists()


def test_nothing_of_it_is_left_behind():
    assert registry.CHANNELS.find("pager") is None
