"""Two workers read a real mailbox and are killed at random amid many answers: each is played and answered once."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.db import connection

from games.models import Game, Turn
from notifications.delivery import outbox
from notifications.models import Notice
from replies import receiving
from replies.models import Reply
from replies.tasks import read_replies
from replies.ways import mailbox as reading
from tests.factories import GameFactory
from tests.notifications.smtp_sink import Sink
from tests.replies.ways.answering import write_answer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.late]
ANSWERS = int(os.environ.get("FAULT_ROUNDS_ANSWERS", 300))
SOON = timedelta(seconds=1)


def run_in_child(act: Callable[[], object]) -> int:
    """Calls it in a process of its own, again and again, with a connection of its own; returns its number."""
    connection.close()
    getattr(connection, "close_pool", lambda: None)()
    if number := os.fork():
        return number
    try:
        while True:
            act()
            time.sleep(0.05)
    finally:
        os._exit(1)


def end(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


@pytest.fixture
def _soon_free(monkeypatch):
    """What a dead worker had is free after a second, for the sake of the test's time."""
    monkeypatch.setattr(receiving, "LEASE", replace(receiving.LEASE, lasts=SOON))
    monkeypatch.setattr(reading, "READING", replace(reading.READING, lasts=SOON))
    monkeypatch.setattr(reading, "SIGN_EVERY", 0.3)


@pytest.mark.usefixtures("_soon_free")
def test_each_answer_is_played_once_and_answered_once(mailbox, settings):
    games = [GameFactory() for _ in range(ANSWERS)]
    mailbox.deliver(*(write_answer(game).as_bytes() for game in games))
    Notice.objects.all().delete()
    rng, kills, until = Random(1), 0, time.monotonic() + 240
    children = [run_in_child(read_replies) for _ in range(2)]
    try:
        while mailbox.list_subjects() and time.monotonic() < until:
            time.sleep(rng.uniform(0.1, 1.2))
            if kills < 20:
                end(children.pop(rng.randrange(2)))
                children.append(run_in_child(read_replies))
                kills += 1
    finally:
        for child in children:
            end(child)
    assert (mailbox.list_subjects(), kills > 2) == ([], True)
    assert Counter(Turn.objects.values_list("game", flat=True)) == dict.fromkeys((game.pk for game in games), 1)
    assert set(Game.objects.values_list("ply", flat=True)) == {1}
    assert Counter(Reply.objects.values_list("outcome", flat=True)) == {"played": ANSWERS}
    check_answers(games, settings=settings)


def check_answers(games: list[Game], *, settings) -> None:
    """Each player has one email, by a real mail server."""
    Notice.objects.exclude(kind="reply_answered").delete()
    with Sink() as sink:
        settings.NOTICE_EMAIL_BACKEND, settings.MAIL_TO_FILES = "notifications.channels.email.smtp.StagedBackend", False
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
        while outbox.deliver_due():
            pass
        told = Counter(str(mail["To"]) for mail in sink.mails)
    movers = [game.seats.exclude(side=game.side_to_move).get().user for game in Game.objects.all()]
    assert told == dict.fromkeys((mover.email for mover in movers), 1)
    assert len(told) == len(games)
