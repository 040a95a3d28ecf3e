"""A draw by agreement: offered by one side at any time, accepted or declined by the other.

One offer stands at most. It lapses when the other side plays on, and once declined or withdrawn none is made before the
next turn.
"""

from __future__ import annotations

from datetime import datetime

from games import events
from games.engine.contract import Side
from games.models import Game
from games.play import errors
from games.play.ending import change, end_game
from games.play.locking import save_change
from games.play.offers import count_offer


def offer_draw(game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None) -> None:
    """Offers a draw; while one's own offer stands, nothing more happens.

    Raises Refusal: over, too_late, stale, already_offered (by the other side), declined_before, too_often.
    """

    def offer(game: Game, now: datetime) -> None:
        if game.draw_offered_by == side:
            return
        _refuse_stale(game, expected_revision)
        if game.draw_offered_by is not None:
            raise errors.already_offered()
        if game.draw_declined_ply == game.ply:
            raise errors.declined_before()
        count_offer(game, side=side, now=now)
        game.draw_offered_by = side
        save_change(game)
        events.draw_offered.send(sender=Game, game_id=game.pk, revision=game.revision, side=Side(side))

    change(game_id, offer, side=side, now=now)


def accept_draw(game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None) -> None:
    """Ends the game as a draw, as the other side offered. Raises Refusal: over, too_late, stale, no_offer."""

    def accept(game: Game, now: datetime) -> None:
        _refuse_without_offer(game, Side(side).other, expected_revision)
        end_game(game, winner=None, termination="agreement", now=now)

    change(game_id, accept, side=side, now=now)


def decline_draw(
    game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Declines the other side's offer. Raises Refusal: over, too_late, stale, no_offer."""

    def decline(game: Game, now: datetime) -> None:
        _refuse_without_offer(game, Side(side).other, expected_revision)
        _close(game)
        events.draw_declined.send(sender=Game, game_id=game.pk, revision=game.revision, side=Side(side))

    change(game_id, decline, side=side, now=now)


def withdraw_draw(
    game_id: int, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Takes one's own offer back, as if it had been declined. Raises Refusal: over, too_late, stale, no_offer."""

    def withdraw(game: Game, now: datetime) -> None:
        _refuse_without_offer(game, side, expected_revision)
        _close(game)

    change(game_id, withdraw, side=side, now=now)


def _close(game: Game) -> None:
    game.draw_offered_by = None
    game.draw_declined_ply = game.ply
    save_change(game)


def _refuse_without_offer(game: Game, offerer: Side, expected_revision: int | None) -> None:
    if game.draw_offered_by != offerer:
        raise errors.no_offer()
    _refuse_stale(game, expected_revision)


def _refuse_stale(game: Game, expected_revision: int | None) -> None:
    if expected_revision is not None and game.revision != expected_revision:
        raise errors.stale()
