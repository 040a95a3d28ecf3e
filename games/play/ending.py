"""Ends a game, whatever the reason, and lets it go on again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from engine.contract import Side
from games import events
from games.events import Result
from games.models import Game
from games.play.act import Act
from games.play.clocks import find_left
from games.play.locking import save_change


def end_game(act: Act, *, winner: Side | None, termination: str, ended_at: datetime | None = None) -> None:
    """Ends a locked game and announces it; `winner` is None for a draw. Undoing what reopened it gives it back its
    earlier end, `ended_at`.

    What is left of the running turn is kept as a duration, which nothing can change any more. Lines that are still
    armed are deleted: if staff reopen the game it goes on without them.
    """
    game, now = act.game, act.now
    with changing_result(act):
        if game.ended_at is None:  # else staff decide about it anew
            game.left_at_end = find_left(game, now=now, seat=act.seats.get(game.side_to_move))
            game.ended_at = ended_at or now
        game.winner = winner
        game.termination = termination
        game.offers = {}
        save_change(game)
        game.conditional_lines.all().delete()


@contextmanager
def undoing_end(act: Act) -> Iterator[None]:
    """Lets a locked game go on, which the caller saves within, and announces it if the game was over."""
    game = act.game
    with changing_result(act):
        game.ended_at, game.winner, game.termination, game.left_at_end = None, None, "", None
        yield


@contextmanager
def changing_result(act: Act) -> Iterator[None]:
    """Announces how the result of a locked game has changed by what is done and saved within, if it has.

    Everything that gives a game a result, changes it or takes it away goes through here, and nothing else announces it.
    """
    game = act.game
    before = read_result(game)
    yield
    if (after := read_result(game)) != before:
        events.result_changed.send(
            sender=Game,
            game_id=game.pk,
            before=before,
            after=after,
            revision=game.revision,
            rated=game.rated,
            arranged=game.arranged,
            ended=(game.ruleset_slug, game.ply),
            answers=act.answers,
            planned_by=act.planned_by,
            by_staff=act.by_staff,
        )


def read_result(game: Game) -> Result | None:
    """None while the game goes on."""
    if game.ended_at is None:
        return None
    return Result(None if game.winner is None else Side(game.winner), game.termination, game.ended_at)
