"""Breaks what must hold of standing challenges and ladders in a simulation on purpose, in a run in which it does."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import F

from competition.models import LadderMember, StandingGame
from games.models import Challenge
from tests.account.opponent_checks import judge_start
from tests.simulation.opponents import FOUND, LADDER, STANDING
from tests.simulation.world import World


def list_what_has_no_room(world: World) -> None:
    """Or hides what has: one of them reads otherwise than it is."""
    one = Challenge.objects.standing().earliest("pk")
    Challenge.objects.filter(pk=one.pk).update(withheld=not one.withheld)


def find_a_game_for_enemies(world: World) -> None:
    """As if two had met of whom one blocks the other."""
    game = StandingGame.objects.earliest("pk")
    world.misfound += judge_start(game, are_severed=lambda one, other: True, now=world.ends)


def climb_alone(world: World) -> None:
    """As if the last of a ladder stood above the first."""
    first, last = LadderMember.objects.on("mastery").first(), LadderMember.objects.on("mastery").last()
    assert first is not None
    assert last is not None
    LadderMember.objects.filter(pk=last.pk).update(rank=first.rank - F("rank"))


OPPONENT_BREAKERS: dict[str, Callable[[World], None]] = {
    STANDING: list_what_has_no_room,
    FOUND: find_a_game_for_enemies,
    LADDER: climb_alone,
}
