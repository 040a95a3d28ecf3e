"""Whole games between two people who never open a page: they read our emails and answer them.

Emails come to them through a mail server, and they write with Python's `email` and `smtplib`. Boris writes above what
he quotes, in German.
"""

import smtplib
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from random import Random

import pytest
import time_machine
from django.utils import timezone

from engine import registry
from games.models import Game, Turn
from notifications.delivery import outbox
from notifications.models import Notice
from replies.models import Reply
from replies.receiving import Outcome, receive
from tests.answering import QUOTED, bring
from tests.factories import GameFactory
from tests.notifications.smtp_sink import Sink
from tests.replies.desk import turns_of

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.late]
MOST_TURNS = 60


class Player:
    """A person with a mail program."""

    def __init__(self, user, *, language: str, ours: Sink, theirs: Sink) -> None:
        self.user, self.language, self.ours, self.theirs = user, language, ours, theirs
        self.read = 0

    def find_new(self) -> list[EmailMessage]:
        mails = self.ours.sent_to(self.user.email)
        new, self.read = mails[self.read :], len(mails)
        return new

    def answer(self, mail: EmailMessage, line: str) -> Outcome:
        written = EmailMessage()
        written["From"] = f"{self.user.username} <{self.user.email}>"
        written["To"] = mail["Reply-To"]
        written["Subject"] = f"{'AW' if self.language == 'de' else 'Re'}: {mail['Subject']}"
        written["In-Reply-To"] = mail["Message-ID"]
        written["Message-ID"] = f"<{Reply.objects.count()}.{self.user.pk}@mail.example>"
        quoted = mail.get_body(("plain",)).get_content().splitlines()
        quote = "\n".join([QUOTED[self.language], "", *(f"> {each}" for each in quoted)])
        written.set_content(f"{line}\n\nViele Grüße\n\n{quote}\n", cte="quoted-printable")
        with smtplib.SMTP("127.0.0.1", self.theirs.port) as server:
            server.send_message(written, to_addrs=[mail["Reply-To"]])
        return receive(bring(self.theirs.mails[-1].as_bytes(), at=timezone.now()))


def send_emails(clock: time_machine.Traveller) -> None:
    """Players take their time: half an hour passes, after which an email about a turn may follow another."""
    clock.shift(timedelta(minutes=31))
    outbox.deliver_due()


@pytest.fixture
def played_by_mail(settings, alice, boris):
    settings.REPLY_ADDRESS = "turn@reply.example.org"
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    begins = datetime(2026, 11, 27, 8, tzinfo=UTC)
    with Sink() as ours, Sink() as theirs, time_machine.travel(begins) as clock:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", ours.port
        both = [
            Player(user, language=language, ours=ours, theirs=theirs)
            for user, language in ((alice, "en"), (boris, "de"))
        ]
        yield both, clock


def is_about_turn(mail: EmailMessage) -> bool:
    return mail["Subject"].strip().startswith("Your turn")


@pytest.mark.parametrize("slug", [each.slug for each in registry.all_rulesets()])
def test_a_game_from_the_first_turn_to_its_end(slug, played_by_mail):
    both, clock = played_by_mail
    lots, players = Random(slug), {player.user.pk: player for player in both}
    users = [player.user for player in players.values()]
    game = GameFactory(ruleset_slug=slug, first=users[0], second=users[1])
    played: list[str] = []
    while not game.is_over and len(played) < MOST_TURNS:
        send_emails(clock)
        mover = players[game.seats.get(side=game.side_to_move).user_id]
        (mail,) = [each for each in mover.find_new() if is_about_turn(each)]
        legal = sorted(game.position.legal_moves())
        played.append(lots.choice(legal))
        assert mover.answer(mail, played[-1]) is Outcome.DONE
        game.refresh_from_db()
    assert turns_of(game) == played
    resign_by_mail(game, players, clock)
    send_emails(clock)
    assert all(any(f"#{game.pk}" in each["Subject"] for each in player.find_new()) for player in players.values())
    replies = Reply.objects.filter(outcome="played")
    assert replies.count() == len(played) == Turn.objects.count()
    answers = Notice.objects.filter(kind="reply_answered")
    assert answers.count() == Reply.objects.count() == answers.filter(state=Notice.State.SENT).count()


def resign_by_mail(game: Game, players: dict[int, Player], clock: time_machine.Traveller) -> None:
    """Ends a game that random turns have not ended, in two mails."""
    if game.is_over:
        return
    for line in ("resign", "resign yes"):
        send_emails(clock)
        loser = players[game.seats.get(side=game.side_to_move).user_id]
        assert loser.answer(loser.find_new()[-1], line) is Outcome.DONE
    game.refresh_from_db()
    assert game.termination == "resignation"
