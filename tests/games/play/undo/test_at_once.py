"""Seen against undone, sent against undone, in threads of their own: exactly one of the two happens, each time."""

import os
import time
from collections import Counter
from functools import partial

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from engine.contract import Side
from games import play
from games.models import Game, Turn
from notifications.delivery import outbox
from notifications.models import Notice
from tests.factories import GameFactory, UserFactory, play_turns
from tests.games.play.undo.conftest import MINUTE
from tests.together import run_together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.late]
ROUNDS = int(os.environ.get("FAULT_ROUNDS_UNDO", "40"))
TURN = "Md1-c1"


@pytest.fixture
def just_played():
    """Begins a game in which Alice has just played."""
    alice, boris = UserFactory(username="Alice"), UserFactory(username="Boris")
    return lambda: play_turns(GameFactory(first=alice, second=boris), TURN)


def undo(game: Game, *, later: float = 0) -> Turn:
    """After so many seconds, so that it meets the other now here, now there."""
    time.sleep(later)
    return play.undo(game.pk, side=Side.FIRST, expected_revision=game.revision)


def judge(game: Game, undone: object, *, was_shown: bool) -> str:
    """What happened; fails unless it was one of the two."""
    game.refresh_from_db()
    if isinstance(undone, Turn):
        assert not was_shown, "the opponent was shown a turn that was undone"
        assert (game.ply, game.turns.get().undone) == (0, True)
        return "undone"
    assert isinstance(undone, Refusal), undone
    assert undone.code == "seen"
    assert was_shown
    assert (game.ply, game.turns.get().undone) == (1, False)
    return "shown"


@pytest.mark.parametrize("address", ["{game}", "/", "{text}"])
def test_the_opponent_reads_as_the_turn_is_undone(just_played, address):
    browser = Client()
    happened: Counter[str] = Counter()
    for round_ in range(ROUNDS // (1 if address == "{game}" else 4)):
        game = just_played()
        if not round_:
            browser.force_login(game.seats.get(side=Side.SECOND).user)
        read = partial(
            browser.get, address.format(game=game.get_absolute_url(), text=reverse("game_text", args=[game.pk]))
        )
        undone, page = run_together([partial(undo, game, later=round_ % 10 / 1000), read])
        assert getattr(page, "status_code", page) == 200
        happened[judge(game, undone, was_shown=TURN in page.content.decode())] += 1
        Game.objects.all().delete()
    assert len(happened) == 2, happened


def test_the_message_leaves_as_the_turn_is_undone(just_played, settings):
    """It is due, since the clock of the worker is ahead."""
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    happened: Counter[str] = Counter()
    for round_ in range(ROUNDS):
        game = just_played()
        mail.outbox.clear()
        deliver = partial(outbox.deliver_due, now=timezone.now() + 2 * MINUTE)
        undone, _ = run_together([partial(undo, game, later=round_ % 40 / 400), deliver])
        told = [message for message in mail.outbox if message.to == ["boris@example.org"]]
        assert len(told) <= 1
        happened[judge(game, undone, was_shown=bool(told))] += 1
        assert Notice.objects.filter(recipient__username="Boris").exists() == bool(told)
        Notice.objects.all().delete()
        Game.objects.all().delete()
    assert len(happened) == 2, happened
