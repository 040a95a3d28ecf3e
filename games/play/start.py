"""Starts a game: sets up the pieces, seats the players, starts the clock."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from random import Random, SystemRandom
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine import registry
from engine.contract import Ruleset, Side, settle_options
from games import clock
from games.models import Challenge, Game, PlayedRuleset, Seat
from games.play.clocks import announce_turn, read_booked, start_clock
from games.play.silence import days_of_silence
from games.rating import prepare

CHANCE = SystemRandom()


@transaction.atomic
def start_game(
    *,
    ruleset_slug: str,
    options: Mapping[str, Any],
    control: clock.Control,
    first: User,
    second: User,
    weekends: bool = False,
    vacation_days: int = 0,
    private: bool = False,
    rated: bool = False,
    challenge: Challenge | None = None,
    arranged: str = "",
    seated: bool = False,
    told: Collection[int] = (),
    now: datetime | None = None,
    rng: Random = CHANCE,
) -> Game:
    """Starts a game between two players and its first turn. Raises UnknownRuleset, BadOption.

    Whether it may be `rated` is for the caller to check. With `weekends` each player's clock stops on their own days
    off. Where chance opens a game it also seats the players; with `seated` the site has seated them, and nothing is
    thrown. The game names its `challenge`, and what it is `arranged` by. `told` are told of it by another notice.
    """
    now = now or timezone.now()
    weekends, vacation_days = fix_days_off(control, weekends=weekends, vacation_days=vacation_days)
    ruleset = registry.get(ruleset_slug)
    options = fix_options(ruleset, options)
    opening, players = ("", (first, second)) if seated else _throw(ruleset, first, second, rng=rng)
    game = _set_up(ruleset, options, opening=opening, control=control, now=now)
    game.vacation_days, game.private, game.rated = vacation_days, private, rated
    game.challenge, game.arranged = challenge, arranged
    seats = _seat(game, players, bank=clock.bank_at_start(control), weekends=weekends)
    mover = seats[game.side_to_move]
    start_clock(game, mover, read_booked(game, [mover], since=now)[mover.user_id], now=now)
    game.save(force_insert=True)
    Seat.objects.bulk_create(seats)
    _note_start(game, players, now=now)
    announce_turn(game, mover, is_told=mover.user_id in told)
    return game


def _note_start(game: Game, players: tuple[User, User], *, now: datetime) -> None:
    """Notes what is kept of the players beside the game."""
    if game.rated:
        prepare([user.pk for user in players], slug=game.ruleset_slug)
    if not game.private:
        note_played(game.ruleset_slug, users=players, now=now)


def _throw(ruleset: Ruleset, first: User, second: User, *, rng: Random) -> tuple[str, tuple[User, User]]:
    """What chance opens a game with (`ruleset.opening`), empty where it does not, and who plays which side.

    The opening tells FIRST's throw, the higher one, before SECOND's. The players are seated at random, which amounts to
    the same.
    """
    opening = ruleset.opening(rng)
    is_swapped = opening is not None and rng.random() < 0.5
    return opening or "", (second, first) if is_swapped else (first, second)


def _set_up(
    ruleset: Ruleset, options: Mapping[str, Any], *, opening: str, control: clock.Control, now: datetime
) -> Game:
    """The game before its first turn, without players."""
    position = ruleset.start(**options)
    return Game(
        ruleset_slug=ruleset.slug,
        ruleset_revision=ruleset.revision,
        options=options,
        opening=opening,
        control=clock.to_json(control),
        silence_days=days_of_silence(control),
        side_to_move=position.turn,
        position_text=position.text(),
        revision=1,
        started_at=now,
    )


def _seat(game: Game, players: tuple[User, User], *, bank: timedelta | None, weekends: bool) -> list[Seat]:
    """The seats of a game, FIRST's first, with the days off and the zone that the players have now."""
    return [
        Seat(game=game, side=side, user=user, bank=bank, weekend=user.weekend if weekends else "", zone=user.zone.key)
        for side, user in zip(Side, players, strict=True)
    ]


def note_played(slug: str, *, users: Iterable[User], now: datetime) -> None:
    """Notes that these players play this game, for those who search for opponents by game."""
    day = now.astimezone(UTC).date()
    rows = [PlayedRuleset(user_id=pk, ruleset_slug=slug, last_on=day) for pk in sorted(user.pk for user in users)]
    PlayedRuleset.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["user", "ruleset_slug"], update_fields=["last_on"]
    )


def fix_options(ruleset: Ruleset, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with defaults filled in, as JSON stores them, so that what was agreed on stays. Raises BadOption."""
    settled = settle_options(ruleset.options, options)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in settled.items()}


def fix_days_off(control: clock.Control, *, weekends: bool, vacation_days: int) -> tuple[bool, int]:
    """The days off that a game stores: none without a time limit, since no clock runs that could be stopped."""
    return (False, 0) if isinstance(control, clock.Unlimited) else (weekends, vacation_days)
