"""The desk at which a player reads our emails and answers them, as a mail program does."""

from __future__ import annotations

from datetime import timedelta
from itertools import count

from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.models import Game
from notifications.delivery import outbox
from notifications.models import Notice
from replies.incoming import Way
from replies.mails.proof import Verdict
from replies.receiving import Outcome, receive
from tests.answering import bring, keep, write_answer

LOCMEM = "django.core.mail.backends.locmem.EmailBackend"
_numbers = count(10**6)


def post() -> None:
    """Sends what waits, as if the minute before an email of a turn were over."""
    Notice.objects.open().update(due_at=timezone.now() - timedelta(seconds=1))
    outbox.deliver_due()


def find_last(user: User, kind: str = ""):
    """The last email to somebody: its subject has these words."""
    return next(each for each in reversed(mail.outbox) if each.to == [user.email] and kind in each.subject)


def answer(
    user: User,
    *lines: str,
    to: str = "",
    sender: str = "",
    proof: Verdict = Verdict.PROVEN,
    number: int | None = None,
    language: str = "en",
) -> Outcome:
    """Answers their last email, or that with these words in its subject."""
    message = find_last(user, to)
    got = keep(message, user=user.pk, kind="", at=timezone.now())
    number = next(_numbers) if number is None else number
    raw = write_answer(got, *lines, sender=sender or user.email, number=number, language=language)
    return receive(bring(raw, at=timezone.now(), proof=proof, way=Way.MAILBOX))


def read_answer(user: User) -> str:
    """The text of the email that answers, with its lines in one."""
    post()
    return " ".join(find_last(user).body.split())


def turns_of(game: Game) -> list[str]:
    return list(game.turns.filter(taken_back_at=None).values_list("text", flat=True))
