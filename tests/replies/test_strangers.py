"""Nothing is done by accident or by others: what they sent leaves a row, and none of them is answered."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from games.models import Turn
from notifications import reply_tokens
from notifications.models import Notice, Preferences
from notifications.reply_tokens import Addressed
from replies.mails.proof import Verdict
from replies.models import Reply, UnreadMail
from replies.receiving import Outcome, receive
from tests.answering import bring, keep, write_answer
from tests.replies import desk

pytestmark = pytest.mark.django_db


def write(alice, game, *lines, **how):
    got = keep(desk.find_last(alice, "Your turn"), user=alice.pk, kind="", at=timezone.now())
    return write_answer(got, *(lines or [game.position.legal_moves()[0]]), **{"sender": alice.email, **how})


def expect_nothing(raw: bytes, *, reason: str, tells: bool = False, proof: Verdict = Verdict.PROVEN) -> None:
    """A row says why, and nobody but the account's own address is told."""
    told = Notice.objects.count()
    incoming = bring(raw, at=timezone.now(), proof=proof)
    assert receive(incoming) in (Outcome.IGNORED, Outcome.NOT_OURS)
    desk.post()
    assert not Turn.objects.exists()
    assert not Reply.objects.exists()
    assert UnreadMail.objects.latest("pk").reason == reason
    assert Notice.objects.count() - told == tells
    if tells:
        last = Notice.objects.latest("pk")
        assert (last.kind, last.recipient.username, last.channel) == ("reply_unread", "Alice", "email")


def test_a_forged_sender_of_whom_the_provider_says_no(game, alice):
    expect_nothing(write(alice, game), reason="forged", tells=True, proof=Verdict.FAILED)


def test_somebody_else_who_has_the_address(game, alice, boris):
    """As by a forwarded mail: not even the opponent, who is proven."""
    expect_nothing(write(alice, game, sender=boris.email), reason="another", tells=True)
    expect_nothing(write(alice, game, sender="mallory@example.invalid"), reason="another")  # told once a day


def test_a_second_sender_beside_the_right_one(game, alice):
    raw = write(alice, game)
    expect_nothing(raw.replace(b"From: ", b"From: mallory@example.invalid\nFrom: ", 1), reason="another", tells=True)
    again = write(alice, game).replace(b"From: ", b"From: mallory@example.invalid, ", 1)
    expect_nothing(again, reason="another")


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated",
        "Precedence: bulk",
        "List-Id: <players.example.org>",
        "X-Autoreply: yes",
        "Return-Path: <>",
    ],
)
def test_what_a_machine_wrote(game, alice, header):
    expect_nothing(header.encode() + b"\n" + write(alice, game), reason="machine")


def test_a_bounce(game, alice):
    incoming = bring(write(alice, game), at=timezone.now())
    assert receive(type(incoming)(incoming.mail, incoming.arrived_at, incoming.way, (), "")) is Outcome.IGNORED


def test_our_own_mail_that_comes_back(game, alice, boris):
    """Two autoresponders end at once: what we send is never read, whoever sends it back."""
    desk.answer(alice, game.position.legal_moves()[0])
    desk.post()
    ours = desk.find_last(alice).message()
    ours.replace_header("From", alice.email) if "From" in ours else None
    ours.replace_header("To", desk.find_last(alice).reply_to[0])
    rows, mails = Reply.objects.count(), len(mail.outbox)
    assert receive(bring(ours.as_bytes(), at=timezone.now())) is Outcome.IGNORED
    desk.post()
    assert (Reply.objects.count(), len(mail.outbox)) == (rows, mails)


def test_a_token_that_was_made_up_cut_or_spliced(game, alice, boris):
    good = desk.find_last(alice).reply_to[0]
    token = reply_tokens.find_token(good)
    other = reply_tokens.write(Addressed(boris.pk, game.pk, game.revision, game.ply))
    for bad in (token[1:], "a" * len(token), other[:10] + token[10:]):
        expect_nothing(write(alice, game).replace(token.encode(), bad.encode()), reason="nobody")
    resigned = token[:-6] + ("a" if token[-6] != "a" else "b") + token[-5:]
    for tells, bad in ((True, resigned), (False, token[:20] + other[20:])):  # as one of before a change of the key
        expect_nothing(write(alice, game).replace(token.encode(), bad.encode()), reason="token", tells=tells)


def test_the_token_of_another_player(game, alice, boris):
    """It is good, and says that Boris answers."""
    token = reply_tokens.find_token(desk.find_last(alice).reply_to[0])
    other = reply_tokens.write(Addressed(boris.pk, game.pk, game.revision, game.ply))
    raw = write(alice, game).replace(token.encode(), other.encode())
    assert receive(bring(raw, at=timezone.now())) is Outcome.IGNORED
    assert not Turn.objects.exists()
    assert Notice.objects.get(kind="reply_unread").recipient == boris


def test_a_token_within_the_text(game, alice):
    """Only to whom the mail was sent counts; a quote of an older one holds another."""
    raw = write(alice, game)
    to = desk.find_last(alice).reply_to[0].encode()
    expect_nothing(raw.replace(b"To: " + to, b"To: turn@reply.example.org", 1), reason="nobody")


def test_a_token_of_a_closed_account(game, alice):
    raw = write(alice, game)
    User.objects.filter(pk=alice.pk).update(closing_at=timezone.now())
    expect_nothing(raw, reason="nobody")
    User.objects.filter(pk=alice.pk).update(closing_at=None, is_active=False)
    expect_nothing(raw, reason="nobody")


def test_whoever_switched_it_off(game, alice):
    raw = write(alice, game)
    Preferences.objects.create(user=alice, by_reply=False)
    expect_nothing(raw, reason="off", tells=True)
    assert UnreadMail.objects.get().first_line == ""


def test_a_suspended_player_is_told_and_plays_nothing(game, alice, admin):
    now = timezone.now()
    until = now + timedelta(days=3)
    restrictions.impose(
        alice, Restriction.Kind.SUSPENDED, reason="A test", by=admin, until=until, now=now, games=Restriction.Games.LOST
    )
    assert desk.answer(alice, game.position.legal_moves()[0]) is Outcome.DONE
    assert not Turn.objects.exists()
    assert Reply.objects.get().outcome == "suspended"


def test_a_turn_that_was_played_is_not_played_again_by_another_mail(game, alice, boris):
    legal = game.position.legal_moves()[0]
    desk.answer(alice, legal, to="Your turn", number=1)
    desk.answer(alice, legal, to="Your turn", number=2)
    assert desk.turns_of(game) == [legal]


def test_a_site_that_takes_no_answers_says_nothing_of_them(game, alice, settings):
    raw = write(alice, game)
    settings.REPLY_ADDRESS = ""
    assert receive(bring(raw, at=timezone.now())) is Outcome.NOT_OURS
    assert not UnreadMail.objects.exists()
