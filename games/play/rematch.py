"""Starts the game that follows a finished one: the same players and terms, with sides swapped; after a game of a pair
a pair again."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.conduct import blocks, restrictions
from accounts.conduct.blocks import refuse_severed
from core.refusal import Refusal
from engine.contract import Side
from games.models import Game, Rematch
from games.play.act import Act
from games.play.pairs import start_pair
from games.play.rated_pairs import may_be_rated
from games.play.start import start_game
from games.words import refusals


def refuse_rematch(act: Act, *, side: Side) -> None:
    """Refuses where `side` may not offer or accept a rematch of a finished game, which `following` has locked.

    What keeps two players from challenging each other keeps them from this. Raises Refusal: rematch_started, guest,
    barred, blocked, gone, former_level.
    """
    if Rematch.objects.filter(game__in=list_paired(act.game)).exists():
        raise Refusal(refusals.REMATCH_STARTED())
    user, other = act.seats[side].user, act.seats[side.other].user
    if user.is_guest:
        raise Refusal(refusals.GUEST(), status=403)
    restrictions.refuse(user, restrictions.Activity.CHALLENGE, now=act.now)
    refuse_severed(user, other, what=blocks.PLAY)
    if not other.is_active or other.closing_at is not None:
        raise Refusal(refusals.OPPONENT_GONE())
    if other.is_retired:
        raise Refusal(refusals.FORMER_LEVEL())


def start_rematch(act: Act, *, side: Side) -> Game:
    """Starts the new game, which `side` has agreed to, after a game of a pair both; where dice seat the players, they
    are thrown again.

    Raises Refusal: what `refuse_rematch` does, and challenger_restricted.
    """
    refuse_rematch(act, side=side)
    restrictions.refuse_of_other(act.seats[side.other].user, restrictions.Activity.CHALLENGE, now=act.now)
    game, first, second = act.game, act.seats[Side.FIRST], act.seats[Side.SECOND]
    terms = {
        "ruleset_slug": game.ruleset_slug,
        "options": game.options,
        "control": game.clock_control,
        "weekends": bool(first.weekend or second.weekend),
        "vacation_days": game.vacation_days,
        "private": game.is_agreed_private,
        "rated": stays_rated(act),
        "now": act.now,
    }
    if is_paired(game):
        started: Sequence[Game] = start_pair(second.user, first.user, **terms)
    else:
        started = [start_game(first=second.user, second=first.user, **terms)]
    for each, following in zip(list_paired(game), started, strict=True):
        Rematch.objects.create(game_id=each, following=following)
    return started[0]


def is_paired(game: Game) -> bool:
    """Whether it started as one of a pair; its rematch is a pair again."""
    return game.paired_with_id is not None


def list_paired(game: Game) -> list[int]:
    """The game and the other one of its pair, if it is one. Neither has a rematch without the other."""
    return [game.pk] if game.paired_with_id is None else [game.pk, game.paired_with_id]


def stays_rated(act: Act) -> bool:
    """Whether the rematch of a finished game would be rated: as the game was, but for the limits of rated games."""
    game, first, second = act.game, act.seats[Side.FIRST].user, act.seats[Side.SECOND].user
    games = len(list_paired(game))
    return game.rated and may_be_rated(first, second, slug=game.ruleset_slug, now=act.now, games=games)


def find_rematch(game_id: int) -> int | None:
    """The number of the game that followed a finished one, if there is one."""
    return Rematch.objects.filter(game=game_id).values_list("following", flat=True).first()
