"""Players who leave for good in the middle of a game without a time limit, and others who claim the win of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from django.utils import timezone

from core.refusal import Refusal
from engine.contract import Side
from games import clock, play
from games.models import Game
from notifications.models import Notice
from tests.simulation.finding import Finding
from tests.simulation.people import Person

if TYPE_CHECKING:
    from tests.simulation.world import World

DAY = timedelta(days=1)
LONG_ENOUGH = 45 * DAY
"""A run that is shorter comes to no claim, and nobody leaves."""
SILENT, ANSWERS = 30 * DAY, 7 * DAY
"""As the rules of time tell players."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The win of a game that was claimed, and from whom."""

    game: int
    at: datetime
    silent: int
    claimant: Side


def begin(world: World) -> None:
    """The last player is to move in a game without a limit with each of the first two, and leaves without a turn.

    Some weeks later the first two ask for the win each day.
    """
    if world.ends - world.begins < LONG_ENOUGH or world.size < 3:
        return
    people = list(world.people.values())
    leaver = people[-1]
    leaver.leaves_at = world.begins + 3 * DAY
    for other in people[:2]:
        game = play.start_game(
            ruleset_slug="mastery", options={}, control=clock.Unlimited(), first=leaver.user, second=other.user
        )
        world.plan(leaver.leaves_at + 20 * DAY, partial(claim_daily, world, game.pk, leaver))


def claim_daily(world: World, game_id: int, leaver: Person) -> None:
    """Asks for the win until it is given; too early, the site refuses."""
    try:
        play.claim_win(game_id, side=Side.SECOND)
        world.claims.append(Claim(game_id, timezone.now(), leaver.user.pk, Side.SECOND))
    except Refusal as refusal:
        world.refusals[refusal.code] += 1
        if refusal.code == "not_silent":
            world.plan(timezone.now() + DAY, partial(claim_daily, world, game_id, leaver))


def check_claims(world: World) -> Finding:
    broken = [f"game {claim.game}: {fault}" for claim in world.claims for fault in find_faults(world, claim)]
    return Finding("A win is claimed from the silent alone, who are told and have a week", len(world.claims), broken)


def find_faults(world: World, claim: Claim) -> Iterator[str]:
    last = max(world.people[claim.silent].visits, default=world.begins)
    if last > claim.at - SILENT:
        yield f"claimed at {claim.at}, though player {claim.silent} was here at {last}"
    told = Notice.objects.filter(kind="win_claimed", payload__game=claim.game).values_list("recipient", flat=True)
    if set(told) != {claim.silent}:
        yield f"told were {sorted(set(told))}, and silent was {claim.silent}"
    game = Game.objects.get(pk=claim.game)
    ended = None if game.is_decided_by_staff else game.ended_at
    if ended is not None and (ended < claim.at + ANSWERS or game.winner != claim.claimant):
        yield f"claimed at {claim.at}, ended at {game.ended_at}, won by {game.winner}"
    if game.ended_at is None and world.ends > claim.at + 2 * ANSWERS:
        yield f"claimed at {claim.at}, and goes on"
