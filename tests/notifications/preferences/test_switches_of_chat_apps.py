"""The switches of chat apps stand on the page once an app is connected; what a page did not show, saving leaves."""

import pytest
from django.urls import reverse
from django.utils import timezone

from notifications import registry
from notifications.chat_apps import addresses
from notifications.models import Switch
from notifications.preferences import switches
from notifications.preferences.switches_form import name_of
from tests.versions import see

PAGE = "notice_switches"
WEBHOOK = f"https://discord.com/api/webhooks/{'1' * 18}/{'a' * 60}"
TURN = ("your_turn", "discord")


@pytest.fixture
def visit(client, alice):
    client.force_login(alice)
    return lambda: client.get(reverse(PAGE)).content.decode()


@pytest.fixture
def connect(alice):
    return lambda: addresses.connect(alice, registry.CHANNELS.get("discord"), {"webhook": WEBHOOK}, now=timezone.now())


def save(client, *, shown: str, **sent) -> int:
    page = see(client, reverse(PAGE))
    return client.post(reverse(PAGE), {"save": "1", "shown": shown, **page, **sent}).status_code


def test_an_app_has_a_column_and_a_card_once_it_is_connected_and_a_link_before(visit, connect):
    page = visit()
    assert f'href="{reverse("notice_discord")}">Discord</a>' in page
    assert "It’s my turn, by Discord" not in page
    assert "<h3>Discord</h3>" not in page
    connect()
    page = visit()
    assert "It’s my turn, by Discord" in page
    assert "<h3>Discord</h3>" in page
    assert f'href="{reverse("notice_discord")}">Discord</a>' not in page


def test_an_app_that_the_site_is_not_set_up_for_is_not_named(visit):
    assert "Telegram" not in visit()


def test_saving_leaves_the_switches_that_the_page_did_not_show(visit, client, alice, connect):
    Switch.objects.create(user=alice, kind=TURN[0], channel=TURN[1], on=False)
    assert save(client, shown="email,push,inbox") == 302
    of_discord = {place for place, on in switches.read_table(alice).items() if place[1] == "discord" and not on}
    off_at_first = ("followed_started", "followed_over")
    assert of_discord == {TURN, *((kind, "discord") for kind in off_at_first)}
    assert not any(on for (_, by), on in switches.read_table(alice).items() if by in ("email", "push", "inbox"))


def test_a_page_from_before_the_app_was_connected_saves_what_it_showed(visit, client, alice, connect):
    page = see(client, reverse(PAGE))
    connect()
    sent = {"save": "1", "shown": "email,push,inbox", **page}
    assert client.post(reverse(PAGE), sent).status_code == 302
    assert switches.read_table(alice)[TURN] is True


def test_the_switches_of_a_connected_app_are_saved(visit, client, alice, connect):
    connect()
    shown = "email,push,inbox,discord"
    wanted = {name_of(place): "on" for place in switches.read_table(alice) if place != TURN}
    assert save(client, shown=shown, **wanted) == 302
    assert switches.read_table(alice)[TURN] is False


@pytest.mark.parametrize("shown", ["", "nothing", ",,,", "," * 199])
def test_a_page_that_names_no_channel_is_taken_as_the_present_one(visit, client, alice, shown):
    assert save(client, shown=shown) == 302
