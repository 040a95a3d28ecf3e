"""The pages about, contact, privacy and terms: every page links to them, and they say what the site really does."""

from datetime import timedelta
from email.utils import parseaddr

import pytest
from django.conf import settings

from mastery_site.database import pruning
from mastery_site.pages import about
from tests.rows import each_row

PAGES = ["/about/", "/contact/", "/privacy/", "/terms/", "/conduct/", "/fair-play/"]


def read(client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@each_row("address", PAGES)
def test_each_is_linked_from_the_foot_of_every_page_and_asks_nothing_of_the_database(client, address):
    foot = read(client, "/terms/").partition("<footer")[2]
    assert f'href="{address}"' in foot
    read(client, address)


def test_games_to_watch_are_a_click_away_from_every_page(client):
    assert 'href="/games/"' in read(client, "/terms/").partition("<footer")[2]


@pytest.mark.parametrize("address", ["/contact/", "/privacy/"])
def test_they_say_where_to_write_to(client, address, settings):
    settings.CONTACT_EMAIL = "hello@games.example.org"
    assert '<a href="mailto:hello@games.example.org">hello@games.example.org</a>' in read(client, address)


def test_by_default_that_is_where_emails_come_from():
    assert parseaddr(settings.DEFAULT_FROM_EMAIL)[1] == settings.CONTACT_EMAIL
    assert "@" in settings.CONTACT_EMAIL


def test_the_games_are_named_with_its_makers_and_rules(client):
    page = read(client, "/about/")
    for slug in ("mastery", "master", "masters"):
        assert f'href="/rules/{slug}/"' in page
    assert "S. John Ross" in page
    assert "Les Jeux Inspiro" in page


def test_the_page_about_privacy_tells_each_time_that_the_site_really_keeps(client, monkeypatch):
    assert about.KEPT["notices"] == pruning.KEEP_NOTICES
    for days, name in enumerate(about.KEPT, 301):
        monkeypatch.setitem(about.KEPT, name, timedelta(days=days))
    page = read(client, "/privacy/")
    for days, name in enumerate(about.KEPT, 301):
        assert f"{days} days" in page, name
