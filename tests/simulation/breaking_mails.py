"""Breaks what must hold of answers by email in a simulation on purpose, in a run in which it does."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

from django.db.models import F

from games.models import Game, Turn
from notifications.models import Notice
from replies.models import Reply
from tests.answering import Got
from tests.simulation.mails import ANSWERED, BADLY_ANSWERED, PLAYED, Mails
from tests.simulation.world import World


def answer_nobody(world: World) -> None:
    Notice.objects.filter(kind="reply_answered").earliest("pk").delete()


def play_something_else(world: World) -> None:
    played = Reply.objects.filter(outcome="played").earliest("pk")
    Turn.objects.filter(key=played.key).update(text="something else")


def obey_a_stranger(world: World) -> None:
    """As if a stranger's mail had been obeyed: it is seen while it comes, and nothing of it stays."""
    game = Game.objects.active().latest("pk")
    got = Got(0, "a@simulation.invalid", "", "a@simulation.invalid", "", "", world.ends)
    with mock.patch("tests.simulation.mails.receive", side_effect=lambda _: raise_revision(game.pk)):
        Mails(world).write_badly(got, game, "a1-a2")


def raise_revision(game_id: int) -> None:
    Game.objects.filter(pk=game_id).update(revision=F("revision") + 1)


MAIL_BREAKERS: dict[str, Callable[[World], None]] = {
    ANSWERED: answer_nobody,
    PLAYED: play_something_else,
    BADLY_ANSWERED: obey_a_stranger,
}
