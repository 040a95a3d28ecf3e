"""Mails about a game that goes on or is over: your turn, time running out, the result."""

from datetime import datetime
from typing import Any

from django.utils import dateformat, timezone

from games import clock, drawing, words
from games.engine.contract import Side
from games.models import Game, Seat
from games.play.off_time import Prospect, foresee_deadline
from notifications.faults import Dropped
from notifications.models import Channel, Notice
from notifications.scheduling.reminders import stamp
from notifications.wording import links
from notifications.wording.pictures import draw_picture

DRAWN, WON, LOST, VOID = "drawn", "won", "lost", "void"


def your_turn(notice: Notice, *, now: datetime) -> dict[str, Any]:
    return describe_game(load_my_turn(notice), notice, now=now)


def deadline_near(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """Dropped too where the deadline has passed or moved away, or the next reminder has come due meanwhile."""
    game = load_game(notice)
    _require_my_turn(game, notice)
    deadline = stamp(game.deadline_at)
    if notice.payload.get("deadline", deadline) != deadline:  # rows of before this was written down have none
        raise Dropped("The deadline has been moved.")
    if game.deadline_at is None or game.deadline_at <= now:
        raise Dropped("The deadline has passed.")
    until = notice.payload.get("until")
    if until and datetime.fromisoformat(until) <= now:
        raise Dropped("A later reminder is due as well.")
    prospect = foresee_deadline(game, _seats(game, notice)[0])
    return {**describe_game(game, notice, now=now), **describe_prospect(prospect)}


def describe_prospect(prospect: Prospect | None) -> dict[str, Any]:
    """What happens at the deadline without a turn: a day of off-time is used, or the game is lost."""
    if prospect is None or prospect.why_not:
        return {"lost": True, "why_lost": prospect.why_not if prospect else ""}
    return {
        "lost": False,
        "balance": words.tell_length(prospect.balance),
        "allowed": words.tell_length(prospect.allowed),
    }


def game_over(notice: Notice, *, now: datetime) -> dict[str, Any]:
    game = load_game(notice)
    if not game.is_over:
        raise Dropped("The game goes on.")
    context = describe_game(game, notice, now=now)
    return {**context, **describe_result(game, mine=context["mine"], theirs=context["theirs"])}


def load_game(notice: Notice) -> Game:
    try:
        return Game.objects.prefetch_related("seats__user").get(pk=notice.payload["game"])
    except Game.DoesNotExist:
        raise Dropped("The game is gone.") from None


def load_my_turn(notice: Notice) -> Game:
    """Still this player's turn, and the very turn the notice is about. An offer of a draw changes neither."""
    game = load_game(notice)
    turn = (notice.payload["ply"], notice.payload["turn_started_at"])
    if turn != (game.ply, game.turn_started_at.isoformat()):
        raise Dropped("The turn has passed.")
    _require_my_turn(game, notice)
    return game


def _require_my_turn(game: Game, notice: Notice) -> None:
    if game.is_over:
        raise Dropped("The game is over.")
    if _seats(game, notice)[0].side != game.side_to_move:
        raise Dropped("It is not their turn.")


def _seats(game: Game, notice: Notice) -> tuple[Seat, Seat]:
    """The reader's seat and the opponent's."""
    seats = list(game.seats.all())
    mine = next((seat for seat in seats if seat.user_id == notice.recipient_id), None)
    if mine is None:
        raise Dropped("Not a player of this game.")
    return mine, next(seat for seat in seats if seat != mine)


def describe_game(game: Game, notice: Notice, *, now: datetime, pictured: bool = True) -> dict[str, Any]:
    """The game as its reader sees it: who against whom, the last turn, the board, the time left."""
    mine, theirs = _seats(game, notice)
    ruleset, position, side = game.ruleset, game.position, Side(mine.side)
    last = game.turns.filter(taken_back_at=None).order_by("-ply").first()
    return {
        "game": game,
        "ruleset": ruleset,
        "mine": mine,
        "theirs": theirs,
        "opponent": theirs.user.username,
        "my_side": ruleset.sides[mine.side],
        "their_side": ruleset.sides[theirs.side],
        "my_turn": not game.is_over and game.side_to_move == mine.side,
        "opening": words.opening_of(game),
        "last_turn": last,
        "last_turn_mine": last is not None and last.side == mine.side,
        "link": links.absolute(game.get_absolute_url()),
        "left": clock.remaining(game.deadline_at, now=now),
        "deadline": show_instant(game.deadline_at) if game.deadline_at else "",
        "picture": draw_picture(ruleset, position, side=side, last_turn=last.text if last else None)
        if pictured and notice.channel == Channel.MAIL
        else None,
        "text_board": drawing.draw_text_board(ruleset, position),
    }


def describe_result(game: Game, *, mine: Seat, theirs: Seat) -> dict[str, Any]:
    """The result in words from the reader's side of the board."""
    if game.winner is None:
        return {"result": VOID if game.is_void else DRAWN, "result_sentence": words.result_of(game)}
    won = game.winner == mine.side
    loser = f"{theirs.user.username} ({theirs.side_name})" if won else f"You ({mine.side_name})"
    what = words.ENDINGS.get(game.termination) or game.ruleset.terminations.get(game.termination, game.termination)
    return {"result": WON if won else LOST, "result_sentence": f"{loser} {what}."}


def show_instant(instant: datetime) -> str:
    """In the reader's zone, to the minute, rounded down: 'Tuesday 24 November 2026, 18:05 (Europe/Berlin)'."""
    local = timezone.localtime(instant)
    zone = timezone.get_current_timezone_name().replace("_", " ")
    return f"{dateformat.format(local, 'l j F Y, H:i')} ({zone})"
