"""Starts the game of two standing challenges that pairing has found to fit, if they still do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.conduct import blocks
from accounts.models import User
from competition import events
from competition.models import StandingChallenge, StandingGame
from competition.standing.candidates import find_listed, read_candidates
from competition.standing.matching import Candidate, Pair, choose_side, find_control, fits
from competition.standing.room import refresh
from competition.standing.starting import note_started
from engine.contract import Side
from games import challenges, clock
from games.models import Challenge, Game, Seat
from games.play.rated_pairs import refuse_many
from games.reading.fitting import Figures, find_unfit, read_figures
from games.reading.on_time import count_on_time


class Unfit(Exception):
    """These two do not fit any more. Each may fit another."""


class Unavailable(Exception):
    """These standing challenges cannot meet any other just now."""

    def __init__(self, numbers: set[int]) -> None:
        super().__init__(*sorted(numbers))
        self.numbers = numbers


@transaction.atomic
def meet(pair: Pair, *, now: datetime | None = None) -> Game:
    """Locks both players, checks everything again, and starts the game. Raises Unfit, Unavailable, or Refusal if a
    block or the number of their rated games keeps them apart."""
    owners = (pair.longer.owner, pair.other.owner)
    people = {user.pk: user for user in challenges.lock_people(*owners)}
    offered = {each.pk: each for each in challenges.lock_standing(*owners)}
    now = now or timezone.now()
    refresh(owners, now=now)
    longer, other = _read_anew(pair, people, now=now)
    if (control := find_control(longer, other)) is None or not fits(longer, other, now=now):
        raise Unfit
    standing = StandingChallenge.objects.in_bulk([longer.number, other.number])
    mine, its = (offered[standing[each.number].challenge_id] for each in (longer, other))
    user, opponent = mine.challenger, its.challenger = people[longer.owner], people[other.owner]
    _refuse_apart(mine, its, now=now)
    game = challenges.start_accepted(
        mine,
        user=opponent,
        control=clock.from_json(json.loads(control)),
        side=choose_side(longer, other, last=_find_last_side(user, opponent, slug=mine.ruleset_slug)),
        vacation_days=min(mine.vacation_days, its.vacation_days),
        weekends=mine.weekends and its.weekends,
        told=owners,
        now=now,
    )
    note_started(game, standing[longer.number], opponent, other_standing=standing[other.number], now=now)
    events.game_found.send(sender=StandingGame, game_id=game.pk, user_ids=[user.pk, opponent.pk])
    return game


def _read_anew(pair: Pair, people: Mapping[int, User], *, now: datetime) -> list[Candidate]:
    """Returns both in their present state, the longer waiting one first."""
    numbers = {pair.longer.number, pair.other.number}
    found = read_candidates(find_listed(now).filter(pk__in=numbers), now=now)
    staying = [each for each in found if people[each.owner].closing_at is None]
    if missing := numbers - {each.number for each in staying}:
        raise Unavailable(missing)
    return sorted(staying, key=lambda each: each.turn)


def _refuse_apart(mine: Challenge, its: Challenge, *, now: datetime) -> None:
    """Raises Unfit or Refusal if something between the two players, or their exact figures, keeps them apart."""
    user, opponent = mine.challenger, its.challenger
    if StandingGame.objects.running().between(user.pk, opponent.pk).exists():
        raise Unfit
    blocks.refuse_severed(user, opponent, what=blocks.PLAY)
    if mine.has_limits or its.has_limits:
        figures = _count_figures(mine, its)
        for challenge, reader in ((mine, opponent), (its, user)):
            if refusal := find_unfit(challenge, figures, user_id=reader.pk, now=now):
                raise refusal
    if mine.rated:
        refuse_many(user, opponent, slug=mine.ruleset_slug, now=now)


def _count_figures(mine: Challenge, its: Challenge) -> Figures:
    """Returns the exact figures of both players."""
    found = read_figures([mine, its], reader=None)
    if mine.on_time_least is None and its.on_time_least is None:
        return found
    return found._replace(on_time=count_on_time([mine.challenger_id, its.challenger_id]))


def _find_last_side(user: User, opponent: User, *, slug: str) -> Side | None:
    """Returns the side that a player had in the last game of the two that standing challenges started, in this
    ruleset."""
    games = StandingGame.objects.between(user.pk, opponent.pk).filter(game__ruleset_slug=slug)
    seats = Seat.objects.filter(game__in=games.values("game"), user=user).order_by("-game")
    side = seats.values_list("side", flat=True).first()
    return None if side is None else Side(side)
