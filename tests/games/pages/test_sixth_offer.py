"""Adding a kind of offer is one file: dropped in, it is offered, told, accepted, declined, and nothing else changes."""

from pathlib import Path

import pytest
from django.core import mail
from django.urls import reverse

from engine.contract import Side
from games import play
from games.models import Game
from games.play.offers import registry
from notifications.channels.inbox import lines
from notifications.delivery import outbox
from notifications.models import Notice
from tests.dropping import drop_in
from tests.factories import play_turns
from tests.games.pages.test_offers_page import card

FOLDER = Path(__file__).parent / "sixth_offer"


@pytest.fixture(autouse=True)
def coin():
    """The kind, once its file lies where the site looks."""
    with drop_in(registry.OFFERS, FOLDER) as offers:
        yield offers.get("coin")


@pytest.fixture(autouse=True)
def _mails_in_memory(settings):
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def look(client, game):
    """The part for offers of the game's page, as somebody sees it."""

    def look(user) -> str:
        client.force_login(user)
        return card(client.get(game.get_absolute_url()).content.decode())

    return look


@pytest.fixture
def send(client, game):
    def send(user, name, *parts, **fields):
        client.force_login(user)
        revision = Game.objects.get(pk=game.pk).revision
        return client.post(reverse(name, args=[game.pk, *parts]), {"revision": revision, **fields})

    return send


def deliver() -> list[mail.EmailMessage]:
    """Mails about coins that leave now."""
    mail.outbox.clear()
    outbox.deliver_due()
    return [message for message in mail.outbox if "coin" in message.subject]


def test_it_is_offered_and_accepted(look, send, game, alice, boris):
    assert "It always comes up heads." in look(alice)
    assert 'name="call"' in look(alice)
    assert send(alice, "make_offer", kind="coin", call="heads").status_code == 302
    assert "You have offered to toss a coin, and called heads." in look(alice)
    assert "Your opponent offers to toss a coin, and calls heads." in look(boris)
    assert send(boris, "answer_offer", "coin", answer="accept").status_code == 302
    game.refresh_from_db()
    assert (game.winner, game.termination) == (Side.FIRST, "coin")


def test_a_refused_coin_is_explained_and_keeps_what_was_typed(send, game, alice):
    answer = send(alice, "make_offer", kind="coin", call="edge")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Heads or tails?" in page.split('role="alert"')[1].split("</div>")[0]
    assert 'value="edge"' in page


def test_it_is_declined_and_both_are_told(look, send, game, alice, boris):
    send(alice, "make_offer", kind="coin", call="tails")
    (asked,) = deliver()
    assert (asked.to, asked.subject) == ([boris.email], f"Alice offers to toss a coin (Mastery #{game.pk})")
    assert "They call tails.\n" in asked.body
    send(boris, "answer_offer", "coin", answer="decline")
    assert "Your opponent declined your offer of a coin. It can be offered again" in look(alice)
    (declined,) = deliver()
    assert (declined.to, declined.subject) == ([alice.email], f"Boris declined the coin (Mastery #{game.pk})")
    sentences = [lines.describe([notice], user=alice)[0].sentence for notice in list_bell(alice)]
    assert "Boris declined the coin" in sentences


def list_bell(user) -> list[Notice]:
    return list(Notice.objects.filter(channel="inbox", recipient=user))


def test_it_is_withdrawn_and_lapses_as_others_do(look, send, game, alice, boris):
    send(alice, "make_offer", kind="coin", call="tails")
    play_turns(game, "Md1-c1")
    assert send(alice, "answer_offer", "coin", answer="withdraw").status_code == 302
    play_turns(game, "Mc8-b8")
    send(alice, "make_offer", kind="coin", call="tails")
    play_turns(game, "Mc1-d1", "Mb8-c8")
    assert send(boris, "answer_offer", "coin", answer="accept").status_code == 409


def test_a_kind_of_offer_made_after_the_end_shows_its_fields_there(coin, look, send, game, alice, boris, monkeypatch):
    monkeypatch.setattr(type(coin), "after_end", True)
    assert 'name="call"' not in look(alice)
    play.resign(game.pk, side=Side.SECOND)
    assert "It always comes up heads." in look(alice)
    assert 'name="call"' in look(alice)
    refused = send(alice, "make_offer", kind="coin", call="edge")
    assert refused.status_code == 422
    assert 'value="edge"' in card(refused.content.decode())
    assert send(alice, "make_offer", kind="coin", call="tails").status_code == 302
    assert "Your opponent offers to toss a coin, and calls tails." in look(boris)
