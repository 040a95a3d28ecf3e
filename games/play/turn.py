"""Plays a turn."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import IntegrityError

from core.prepared_writes import PreparedInsert
from games.engine.contract import IllegalMove, Outcome, Position, Side
from games.models import ClockChange, Game, Seat, Turn, fit_key
from games.play import errors
from games.play.clocks import announce_turn, measure_left, pass_clock, read_booked
from games.play.ending import end_game
from games.play.locking import save_change
from games.play.offers import Deed, after_turn, is_asked_unseen, list_asked, record
from games.play.playing import playing

QUIET_TURNS = 100
"""So many turns in a row without a capture are a draw by the house rule `quiet-50`."""
REPETITIONS = 3
LONGEST_KEY = 64
"""Characters, as the column has it."""


insert = PreparedInsert(Turn)
"""Prepared, for every turn is inserted by it."""


def play_move(
    game_id: int,
    *,
    side: Side,
    expected_revision: int,
    text: str,
    expected_ply: int | None = None,
    key: str | None = None,
    now: datetime | None = None,
) -> Turn:
    """Plays `text` for `side` and returns the turn; a `key` seen before in the game returns the turn it named then.

    It was meant for the state of a revision; where `expected_ply` names the turns played by then, what does not matter
    to it may have changed since. Raises Refusal: over, not_your_turn, stale, illegal, too_late,
    bad_key, suspended.
    """
    key = key or ""
    if len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable()):
        raise errors.bad_key()
    try:
        with playing(game_id, side=side, now=now) as (game, now):
            refuse_out_of_turn(game, side=side, expected_revision=expected_revision, expected_ply=expected_ply)
            return _play(game, text=text, key=key, now=now)
    except errors.Refusal:
        if answer := find_answer(game_id, side=side, key=key):
            return answer
        raise


def find_answer(game_id: int, *, side: Side, key: str) -> Turn | None:
    """The turn that `side` played under this key before; one that was taken back since is no answer."""
    return Turn.objects.filter(game=game_id, side=side, key=key, taken_back_at=None).first() if key else None


def refuse_out_of_turn(game: Game, *, side: Side, expected_revision: int, expected_ply: int | None = None) -> None:
    """Raises Refusal unless it is this side's turn and stands as on the page that it was played from."""
    if game.side_to_move != side:
        raise errors.not_your_turn()
    if game.revision != expected_revision and not (
        game.ply == expected_ply and _stands_as_meant(game, side=Side(side), since=expected_revision)
    ):
        raise errors.stale()


def _stands_as_meant(game: Game, *, side: Side, since: int) -> bool:
    """Whether after as many turns the board is the same, and nothing is asked that a turn would refuse unseen.

    Deadlines may have moved. An offer of more time lapses, one of a draw is declined, as everywhere when one plays on.
    """
    if since > game.revision or is_asked_unseen(game.offers, side=side):
        return False
    return not game.clock_changes.filter(kind=ClockChange.Kind.TAKEN_BACK, revision__gt=since).exists()


def _play(game: Game, *, text: str, key: str, now: datetime) -> Turn:
    position = game.position
    try:
        move = position.canonical(text)
    except IllegalMove as error:
        raise errors.illegal(error) from error
    mover = Side(game.side_to_move)
    position = position.play(move)
    seats = game.sitting
    game.ply += 1
    game.quiet_turns = game.quiet_turns + 1 if game.ruleset.is_quiet(move) else 0
    booked = read_booked(game, seats.values(), since=game.turn_started_at)
    left = measure_left(game, seats[mover], booked[seats[mover].user_id], now=now)
    turn = _insert(game, seats[mover], move=move, position=position, key=key, left=left, now=now)
    game.position_text, game.position_key = turn.position_text, turn.position_key
    game.side_to_move = position.turn
    if game.offers:
        for kind in (declined := list_asked(game.offers, side=mover)):  # playing on is an answer
            record(game, kind, side=mover, deed=Deed.DECLINED, now=now)
        turn.declines = tuple(kind.name for kind in declined)
        game.offers = after_turn(game.offers, mover=mover, ply=game.ply)
    pass_clock(game, seats, booked, mover=mover, now=now)
    if outcome := position.outcome() or _find_draw(game, position=position):
        end_game(game, winner=outcome.winner, termination=outcome.termination, now=now)
    else:
        save_change(game)
        announce_turn(game, seats[game.side_to_move])
    return turn


def _insert(
    game: Game, seat: Seat, *, move: str, position: Position, key: str, left: timedelta | None, now: datetime
) -> Turn:
    turn = Turn(
        game=game,
        ply=game.ply,
        side=seat.side,
        text=move,
        position_text=position.text(),
        position_key=fit_key(position.repetition_key()),
        played_at=now,
        key=key,
        had_until_at=game.deadline_at,
        bank_before=seat.bank,
        time_left=left,
    )
    try:
        insert([turn])
    except IntegrityError as error:  # of the same ply or key: should a lock ever let two in, the constraint does not
        raise errors.stale() from error
    return turn


def _find_draw(game: Game, *, position: Position) -> Outcome | None:
    """The draw that the game's house rules make of its history, its last turn already inserted."""
    rules = game.options.get("draws", ())
    if "repetition" in rules and _count_repetitions(game, position=position) >= REPETITIONS:
        return Outcome(None, "repetition")
    if "quiet-50" in rules and game.quiet_turns >= QUIET_TURNS:
        return Outcome(None, "quiet-50")
    return None


def _count_repetitions(game: Game, *, position: Position) -> int:
    """How often the position has stood on the board, now and at the start included."""
    key = position.repetition_key()
    start = game.ruleset.start(**game.options)
    return game.turns.filter(position_key=fit_key(key), taken_back_at=None).count() + (start.repetition_key() == key)
