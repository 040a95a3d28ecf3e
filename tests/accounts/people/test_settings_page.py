"""The settings page: what others read about me, and in which zone I read times."""

import pytest

from accounts.models import User
from tests.versions import see

SETTINGS = "/settings/"


@pytest.fixture
def save(client, alice):
    client.force_login(alice)
    usual = {"about": "", "time_zone": "browser", "weekend": "67"}
    return lambda **fields: client.post(SETTINGS, {**see(client, SETTINGS), **usual, **fields})


def test_it_is_for_players(client, db):
    assert client.get(SETTINGS).url.startswith("/account/login/?next=")


def test_saved_settings_are_shown(save, client, alice):
    assert save(about="I like <b>slow</b> games.", time_zone="Asia/Tokyo").url == SETTINGS
    alice.refresh_from_db()
    assert (alice.about, alice.time_zone, alice.time_zone_chosen) == ("I like <b>slow</b> games.", "Asia/Tokyo", True)
    page = client.get(SETTINGS).content.decode()
    assert "I like &lt;b&gt;slow&lt;/b&gt; games." in page
    assert '<option value="Asia/Tokyo" selected>' in page


def test_following_the_browser_again_keeps_the_zone_until_it_tells_another(save, alice):
    save(time_zone="Asia/Tokyo")
    save(time_zone="browser")
    alice.refresh_from_db()
    assert (alice.time_zone, alice.time_zone_chosen) == ("Asia/Tokyo", False)


@pytest.mark.parametrize(("chosen", "kept"), [("56", "56"), ("17", "17"), ("3", "3"), ("none", "")])
def test_my_weekend_is_any_two_days_or_fewer(save, client, alice, chosen, kept):
    save(weekend=chosen)
    alice.refresh_from_db()
    assert alice.weekend == kept
    page = client.get(SETTINGS).content.decode()
    assert f'<option value="{kept or "none"}" selected>' in page
    assert "that applies to games that start from now on" in page


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"weekend": ""}, "Please fill this in"),
        ({"weekend": "567"}, "Please choose one of the options."),
        ({"weekend": "76"}, "Please choose one of the options."),
        ({"time_zone": "Atlantis/Capital"}, "isn’t a time zone we know"),
        ({"time_zone": ""}, "Please fill this in"),
        ({"about": "x" * 2001}, "Use up to 2000 characters"),
        ({"about": "x\x00"}, "This has a character that can’t be kept"),
    ],
)
def test_a_mistake_is_explained_and_nothing_typed_is_lost(save, alice, wrong, sentence):
    response = save(**({"about": "A long text about me."} | wrong))
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert "A long text about me." in page or "about" in wrong
    assert User.objects.get(pk=alice.pk).about == ""
