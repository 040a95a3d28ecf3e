"""One click stops a kind of mail, without logging in (RFC 8058)."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from notifications import registry
from notifications.preferences import switches
from notifications.routing import channel_health
from notifications.wording import links
from tests.factories import GameFactory


@pytest.fixture
def message(game, deliver):
    return deliver()[0]


@pytest.fixture
def path(message) -> str:
    return message.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("http://localhost:8000")


@pytest.fixture
def program() -> Client:
    """A mail program: no cookies, no token, and the site would ask for one."""
    return Client(enforce_csrf_checks=True)


def off(user) -> set[str]:
    return {kind for (kind, channel), on in switches.read_table(user).items() if channel == "email" and not on}


OFF_AT_FIRST = {"followed_started", "followed_over"}


def test_a_mail_carries_both_headers(message):
    headers = message.message()
    assert headers["List-Unsubscribe"].strip().startswith("<http://localhost:8000/unsubscribe/")
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message.extra_headers["List-Unsubscribe"].strip("<>") in message.body


def test_the_programs_post_stops_this_kind_alone(program, path, alice):
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert off(alice) == {"your_turn", *OFF_AT_FIRST}


def test_opening_the_link_changes_nothing_and_offers_a_button(program, path, alice):
    page = program.get(path).content.decode()
    assert "No more emails of this kind" in page
    assert off(alice) == OFF_AT_FIRST


def test_the_page_can_stop_all_of_them(program, path, alice):
    assert "any more emails about games" in program.post(path, {"all": "1"}).content.decode()
    assert off(alice) == set(registry.list_switchable())


def test_a_kind_that_was_stopped_is_not_sent_even_if_it_already_waits(program, game, deliver, alice):
    program.post(links.unsubscribe_url(alice.pk, kind="your_turn").removeprefix("http://localhost:8000"))
    assert deliver() == []


def test_a_kind_that_was_stopped_does_not_replace_push_either(alice, boris, deliver):
    switches.turn_off(alice, kinds=["your_turn"])
    channel_health.break_channel(alice.pk, channel="push", reason="gone", now=timezone.now())
    GameFactory(first=alice, second=boris)
    assert deliver(now=timezone.now() + timedelta(hours=1)) == []


@pytest.mark.parametrize("token", ["abc", "a:b:c", "%20", "WzEsInlvdXJfdHVybiJd:1xUe57:forged"])
def test_a_link_that_was_cut_or_made_up_says_so(program, db, token):
    response = program.post(f"/unsubscribe/{token}/")
    assert response.status_code == 404
    assert "incomplete" in response.content.decode()


def test_a_signature_for_another_purpose_does_not_fit(program, path, alice):
    token = links.never_url(alice.email).split("/never/")[1]
    assert program.post(f"/unsubscribe/{token}").status_code == 404


def test_mails_of_the_account_cannot_be_stopped(db, deliver, alice):
    mail.send_mail("Your password", "was changed", None, [alice.email])
    (message,) = deliver()
    assert "List-Unsubscribe" not in message.message()
