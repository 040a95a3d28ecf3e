"""An answer to the email of a turn plays it, once."""

import re
from email.message import EmailMessage

import pytest
from django.utils import timezone

from games.models import Turn
from notifications.channels.email.composing import compose
from notifications.models import Notice
from notifications.reply_tokens import Addressed, BadToken, code_of, find_token, make_address, read, write
from replies.incoming import Incoming, Way
from replies.mails.proof import Verdict
from replies.models import Reply
from replies.receiving import Outcome, receive
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


def answer(mail, *, line: str, sender: str, number: int = 1) -> Incoming:
    """The answer that a mail program writes to an email of ours."""
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Subject"] = sender, mail.reply_to[0], f"Re: {mail.subject}"
    reply["Message-ID"] = f"<{number}@example.org>"
    reply.set_content(f"{line}\n\nOn Friday we wrote:\n> a1-a8\n")
    return Incoming(reply, timezone.now(), Way.PAGE, proof=Verdict.PROVEN)


def mail_of_turn(game):
    notice = Notice.objects.create(
        recipient=game.seats.get(side=game.side_to_move).user,
        kind="your_turn",
        dedupe_key="x",
        payload={"game": game.pk, "ply": game.ply, "turn_started_at": game.turn_started_at.isoformat()},
        created_at=timezone.now(),
        due_at=timezone.now(),
    )
    return compose(notice, now=timezone.now())


def test_a_reply_plays_once(django_capture_on_commit_callbacks):
    game = GameFactory()
    mover = game.seats.get(side=game.side_to_move).user
    legal = game.position.legal_moves()[0]
    mail = mail_of_turn(game)
    incoming = answer(mail, line=legal, sender=mover.email)
    assert receive(incoming) is Outcome.DONE
    assert receive(incoming) is Outcome.DONE
    assert [turn.text for turn in Turn.objects.filter(game=game)] == [legal]
    assert Reply.objects.get().outcome == "played"
    told = compose(Notice.objects.get(kind="reply_answered"), now=timezone.now())
    assert f"You have played {legal}." in told.body
    assert told.to == [mover.email]


def test_tokens_say_what_they_were_given():
    for addressed in (
        Addressed(1, 2, 3, 4),
        Addressed(2**28 - 1, 2**28 - 1, 9999, 9999),
        Addressed(5, listed_id=code_of(5, [[1, 2, 3]])),
    ):
        token = write(addressed)
        assert re.fullmatch(r"[a-z2-7]+", token)
        assert read(token) == addressed
        assert find_token(make_address(addressed)) == token
        with pytest.raises(BadToken):
            read(("b" if token[0] == "a" else "a") + token[1:])
