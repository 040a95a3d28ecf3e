"""Takes one's own turn back within the minute, before the opponent has seen it, as if it had never been played.

The message about a turn waits for `settings.TURN_NOTICE_WAIT`; so long its player may think again. What the turn
changed and no other row tells is kept in `Game.before_turn`, which the turn writes with the game. Whatever else changes
the game raises its revision, and then the turn stands. A turn is undone once: whoever could try one after another would
learn which of them the opponent's lines answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from core.refusal import Refusal
from engine.contract import Side
from games import clock, events
from games.clock import Span
from games.events import StartedTurn
from games.models import ClockChange, Game, OfferRecord, Seat, Turn
from games.play import arming, clocks
from games.play.act import Act
from games.play.locking import save_change
from games.play.playing import playing
from games.words import refusals

MICROSECOND = timedelta(microseconds=1)
Kept = dict[str, Any]
"""What a turn changed, as JSON. After an undo only `undone`, the number of the turn, and the revision that it made."""


# --- What a turn keeps -------------------------------------------------------------------------------------------
def note_state(game: Game, seat: Seat, booked: Iterable[Span]) -> Kept | None:
    """What has to be known of a locked game before a turn of this seat to undo it; None where turns are not undone.

    `booked` is the vacation that its player has set.
    """
    if not settings.TURN_NOTICE_WAIT:
        return None
    kept: Kept = {"started": game.turn_started_at.isoformat(), "quiet": game.quiet_turns, "offers": game.offers}
    if game.vacation_days:
        kept |= {"used": seat.vacation_used // MICROSECOND, "booked": _write_spans(booked)}
    if is_undone_before(game, ply=game.ply + 1):
        kept["again"] = True
    return kept


def keep_state(game: Game, kept: Kept | None, *, stopped: Collection[int]) -> None:
    """Keeps it in the locked game, which is saved next; `stopped` are the lines that the turn stopped."""
    game.seen_at = None
    more = {"stopped": sorted(stopped)} if stopped else {}
    game.before_turn = kept and {**kept, **more, "revision": game.revision + 1}


def is_undone_before(game: Game, *, ply: int) -> bool:
    """Whether a turn of this number has just been undone."""
    return (game.before_turn or {}).get("undone") == ply


# --- Whether it may be undone ------------------------------------------------------------------------------------
def is_undoable(game: Game, *, now: datetime) -> bool:
    """Whether nothing but the time, or its being seen, keeps the last turn from being undone. Asks no query."""
    kept = game.before_turn or {}
    stands = kept.get("revision") == game.revision and "again" not in kept
    return stands and not game.is_over and now < game.turn_started_at + settings.TURN_NOTICE_WAIT


def find_left_to_undo(game: Game, *, side: Side | int | None, now: datetime) -> timedelta | None:
    """How long `side` may still undo its turn as the row of the game says; None where it may not."""
    if side is None or side == game.side_to_move or game.seen_at is not None or not is_undoable(game, now=now):
        return None
    return game.turn_started_at + settings.TURN_NOTICE_WAIT - now


def undo(game_id: int, *, side: Side, expected_revision: int, now: datetime | None = None) -> Turn:
    """Takes the last turn back, which `side` has just played by hand, as if it had never been; returns it. Sent again,
    it changes nothing.

    Raises Refusal: over, too_late, suspended, answered, nothing_to_take_back, seen, too_late_to_undo, undone_before,
    out_of_time, stale.
    """
    with playing(game_id, side=side, now=now) as act:
        if turn := _find_undone(act.game, side=Side(side), made=expected_revision):
            return turn
        turn = _find_turn(act.game, side=Side(side))
        kept = _read_kept(act.game, turn, expected_revision=expected_revision, now=act.now)
        _undo(act, turn, kept)
        return turn


def _find_undone(game: Game, *, side: Side, made: int) -> Turn | None:
    """The turn that made this revision, if this side has just undone it."""
    kept: Kept = game.before_turn or {}
    if game.side_to_move != side or (kept.get("made"), game.revision) != (made, made + 1):
        return None
    return game.turns.filter(undone=True, ply=kept["undone"]).latest("pk")


def _find_turn(game: Game, *, side: Side) -> Turn:
    """The last turn, if this side played it by hand. Raises Refusal: answered, nothing_to_take_back."""
    last = game.turns.filter(taken_back_at=None, ply=game.ply).first()
    if last is None or (game.ply == 1 and last.side != side):
        raise Refusal(refusals.NOTHING_TO_TAKE_BACK())
    if last.side != side or last.armed:
        raise Refusal(refusals.ANSWERED())
    return last


def _read_kept(game: Game, turn: Turn, *, expected_revision: int, now: datetime) -> Kept:
    """What the turn kept. Raises Refusal: seen, too_late_to_undo, undone_before, out_of_time, stale."""
    kept: Kept = game.before_turn or {}
    if game.seen_at is not None:
        raise Refusal(refusals.SEEN())
    if now >= turn.played_at + settings.TURN_NOTICE_WAIT:
        raise Refusal(refusals.TOO_LATE_TO_UNDO(within=settings.TURN_NOTICE_WAIT))
    if "again" in kept:
        raise Refusal(refusals.UNDONE_BEFORE())
    if game.revision != expected_revision or kept.get("revision") != game.revision:
        raise Refusal(refusals.STALE())
    if turn.had_until_at is not None and turn.had_until_at <= now:
        raise Refusal(refusals.OUT_OF_TIME())
    return kept


# --- Undoing it --------------------------------------------------------------------------------------------------
def _undo(act: Act, turn: Turn, kept: Kept) -> None:
    game, seat = act.game, act.seats[turn.side]
    undone = StartedTurn(game.pk, game.ply, act.mover.user_id, game.turn_started_at, game.deadline_at)
    _undo_around(game, turn, kept, now=act.now)
    game.turns.filter(pk=turn.pk).update(taken_back_at=act.now, undone=True)
    _restore_board(game, turn)
    game.quiet_turns, game.offers = kept["quiet"], kept["offers"]
    game.turn_started_at, game.deadline_at = datetime.fromisoformat(kept["started"]), turn.had_until_at
    seat.bank = turn.bank_before
    if "used" in kept:
        seat.vacation_used = kept["used"] * MICROSECOND
    clocks.save_clocks([seat])
    game.seen_at, game.before_turn = None, {"undone": turn.ply, "made": game.revision}
    save_change(game)
    events.turn_undone.send(
        sender=Turn,
        undone=undone,
        revision=game.revision,
        turn_id=turn.pk,
        mover_id=seat.user_id,
        told_at=kept["revision"],
        arranged=game.arranged,
    )
    _follow_vacation(act, seat, kept)


def _undo_around(game: Game, turn: Turn, kept: Kept, *, now: datetime) -> None:
    """Undoes what the turn did to offers and lines. Lines that its player armed after it rest on it, and end."""
    answers = OfferRecord.objects.filter(game=game, ply=turn.ply, side=turn.side, done_at=turn.played_at)
    answers.filter(step=OfferRecord.Step.DECLINED).delete()
    arming.end_resting(game, first=turn, now=now)
    if stopped := kept.get("stopped"):
        arming.let_act_again(game, stopped)


def _restore_board(game: Game, turn: Turn) -> None:
    """Puts the position before the turn on the board. Not saved yet."""
    before = game.turns.filter(taken_back_at=None, ply=turn.ply - 1).first()
    game.ply, game.side_to_move = turn.ply - 1, turn.side
    game.position_text = before.position_text if before else game.ruleset.start(**game.options).text()
    game.position_key = before.position_key if before else ""
    game.canonical_key = before.canonical_key if before else ""


def _follow_vacation(act: Act, seat: Seat, kept: Kept) -> None:
    """Lets the clock follow vacation that its player has set or ended since the turn, which found nothing to move
    then."""
    game, now = act.game, act.now
    if "booked" not in kept or game.deadline_at is None:
        return
    booked = clocks.read_booked(game, [seat], since=game.turn_started_at)[seat.user_id]
    if _write_spans(booked) == kept["booked"]:
        return
    before, after = (
        clocks.build_calendar(game, seat, spans, since=game.turn_started_at)
        for spans in (_read_spans(kept["booked"]), booked)
    )
    if clock.rebase(game.deadline_at, now=now, before=before, after=after) != game.deadline_at:
        clocks.recompute(game, before=before, after=after, kind=ClockChange.Kind.VACATION, now=now)


def _write_spans(spans: Iterable[Span]) -> list[list[str]]:
    return [[begins.isoformat(), ends.isoformat()] for begins, ends in spans]


def _read_spans(written: Sequence[Sequence[str]]) -> list[Span]:
    return [(datetime.fromisoformat(begins), datetime.fromisoformat(ends)) for begins, ends in written]
