"""An administrator of a site without a mail server answers an email from its mailbox, as its reader would."""

import pytest
from django.core.mail import EmailMessage
from django.urls import reverse

from games.models import Turn
from notifications.channels.email.files import FileBackend, list_names
from notifications.models import Preferences
from replies.models import Reply
from tests.factories import GameFactory
from tests.replies.ways.answering import address_of, find_mover


@pytest.fixture
def game(db, settings, tmp_path):
    """A game about whose turn there is an email."""
    settings.MAIL_DIR, settings.MAIL_TO_FILES = tmp_path / "mail", True
    game = GameFactory()
    send(find_mover(game).email, reply_to=[address_of(game)], headers={"Message-ID": "<notice-1@localhost>"})
    return game


def send(address: str, **more) -> None:
    mail = EmailMessage("Your turn", "Your turn.\nReply with your turn.", "site@localhost", [address], **more)
    FileBackend().send_messages([mail])


def path() -> str:
    return reverse("mailbox_reply", args=[list_names()[0]])


def test_an_answer_goes_the_way_of_a_real_one(client, admin, game):
    client.force_login(admin)
    assert path() in client.get(reverse("mailbox")).content.decode()
    assert path() in client.get(reverse("mailbox_mail", args=list_names())).content.decode()
    page = client.get(path())
    assert (page.status_code, "Your turn" in page.content.decode()) == (200, True)
    text = game.position.legal_moves()[0]
    answer = client.post(path(), {"text": text}, follow=True)
    assert "Sent." in answer.content.decode()
    assert [turn.text for turn in Turn.objects.filter(game=game)] == [text]
    reply = Reply.objects.get()
    assert (reply.way, reply.verdict, reply.first_line, reply.user) == ("page", "proven", text, find_mover(game))


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 5001])
def test_what_is_empty_or_too_long_is_shown_again(client, admin, game, text):
    client.force_login(admin)
    assert client.post(path(), {"text": text}).status_code == 200
    assert not Reply.objects.exists()


def test_what_is_not_read_is_told(client, admin, game):
    client.force_login(admin)
    Preferences.objects.create(user=find_mover(game), by_reply=False)
    answer = client.post(path(), {"text": "a1-a8"}, follow=True)
    assert "wasn’t read" in answer.content.decode()


def test_whoever_has_to_wait_is_told(client, admin, game, monkeypatch):
    client.force_login(admin)
    monkeypatch.setattr("replies.receiving.has_to_wait", lambda reply: True)
    answer = client.post(path(), {"text": game.position.legal_moves()[0]}, follow=True)
    assert "The rest wait, and are played within the hour." in answer.content.decode()


def test_nobody_else_answers_for_others(client, alice, admin, game, settings):
    assert client.get(path()).status_code == 302
    client.force_login(alice)
    assert client.get(path()).status_code == client.post(path(), {"text": "x"}).status_code == 403
    client.force_login(admin)
    assert client.get(reverse("mailbox_reply", args=["../secret"[3:]])).status_code == 404
    settings.MAIL_TO_FILES = False
    assert client.get(path()).status_code == client.post(path(), {"text": "x"}).status_code == 404
    assert not Reply.objects.exists()


@pytest.mark.parametrize("to", [[], ["ada@example.org"], ["turn+aaaa@reply.localhost"]])
def test_an_email_that_takes_no_answers_has_none(client, admin, game, to):
    send("alice@example.org", reply_to=to)
    client.force_login(admin)
    assert client.get(path()).status_code == 404
    assert path() not in client.get(reverse("mailbox")).content.decode()
