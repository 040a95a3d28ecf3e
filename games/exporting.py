"""What games have of a person, in the copy of their own data and when they close their account.

Games and chat also belong to their opponents, and stay. What the other player wrote in a chat is in the copy, since it
was written to them; where the two have blocked each other it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from accounts.conduct.blocks import find_tie
from games import challenges, play, rating, telling
from games.models import (
    Challenge,
    Game,
    LessonDone,
    Message,
    OnTimeRecord,
    PlayerRating,
    RatedGame,
    RatingEntry,
    Seat,
    Turn,
)
from games.play.seeing import read_all_seen
from games.reading.seats import read_seats
from games.terms import Limits

BATCH = 100
"""Games whose turns and chat are in memory at once."""


def on_account_exporting(*, user_id: int, **_: Any) -> dict[str, Any]:
    lessons = LessonDone.objects.filter(user=user_id).order_by("pk")
    return {
        "games": tell_games(user_id),
        "challenges": tell_challenges(user_id),
        "ratings": tell_ratings(user_id),
        "rated_games": tell_rated_games(user_id),
        "lessons": lessons.values("ruleset", "task"),
        "always_offers_a_rematch_to": play.list_wished(user_id),
        "conditional_lines": tell_lines(user_id),
    }


def on_account_closing(*, user_id: int, now: datetime, **_: Any) -> None:
    challenges.leave(user_id, now=now)


def on_account_closed(*, user_id: int, **_: Any) -> None:
    challenges.forget(user_id)
    rating.forget(user_id)
    LessonDone.objects.filter(user=user_id).delete()
    OnTimeRecord.objects.filter(user=user_id).delete()
    play.forget_wishes(user_id)
    play.forget_lines(user_id)


def tell_games(user_id: int) -> Iterator[dict[str, Any]]:
    """Each game with its turns and chat, the oldest first; a fixed number of queries for each batch."""
    numbers = Seat.objects.filter(user=user_id).order_by("game").values_list("game", flat=True).iterator()
    while batch := tuple(islice(numbers, BATCH)):
        found = Game.objects.filter(pk__in=batch).prefetch_related("seats__user").order_by("pk")
        games = read_all_seen(found.all, reader_id=user_id)
        turns, said = _group(Turn, batch), _group(Message, batch)
        for game in games:
            yield tell_game(game, user_id=user_id, turns=turns.get(game.pk, []), said=said.get(game.pk, []))


def tell_game(game: Game, *, user_id: int, turns: list[Turn], said: list[Message]) -> dict[str, Any]:
    seats = read_seats(game, reader_id=user_id)
    mine, other, names = seats.mine, seats.other, {seat.user_id: seat.user.username for seat in seats}
    assert mine is not None
    assert other is not None
    hidden = bool(said) and find_tie(user_id, other.user_id).hides
    return {
        "number": game.pk,
        "game": game.ruleset_slug,
        "options": game.options,
        "time": telling.control_of(game),
        "private": game.private,
        "hidden_by_staff_at": game.hidden_at,
        "rated": game.rated,
        "comes_from": game.get_arranged_display(),
        "other_game_of_the_pair": game.paired_with_id,
        "side": mine.side_name,
        "opponent": other.user.username,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "result": telling.result_of(game),
        "opening": game.opening,
        "in_my_queue": {"pinned": mine.pinned, "put_off_at": mine.put_off_at, "snoozed_until": mine.snoozed_until},
        "turns": [
            {"ply": turn.ply, "turn": turn.text, "at": turn.played_at, "taken_back_at": turn.taken_back_at}
            for turn in turns
            if not turn.undone and (turn.taken_back_at or turn.ply <= game.ply)
        ],
        "chat": [
            {"by": names[line.user_id], "text": line.text, "at": line.sent_at}
            for line in said
            if line.user_id == user_id or not (hidden or line.removed_at)
        ],
    }


def tell_challenges(user_id: int) -> Iterator[dict[str, Any]]:
    """Those made and those received, without the addresses of invitations, which are other people's."""
    for column, role in (("challenger", "made"), ("opponent", "received")):
        rows = Challenge.objects.filter(**{column: user_id}).select_related("challenger", "opponent").order_by("pk")
        for each in rows.iterator(chunk_size=1000):
            yield {
                "role": role,
                "from": each.challenger.username,
                "to": each.get_audience_display() if each.address or not each.opponent else each.opponent.username,
                "game": each.ruleset_slug,
                "options": each.options,
                "rated": each.rated,
                "two_games_at_once": each.pair,
                "standing": each.stands,
                "times": [telling.describe_control(control) for control in each.controls],
                "only_for": {name: getattr(each, name) for name in Limits._fields},
                "note": each.note if role == "made" else each.shown_note,
                "status": each.get_status_display(),
                "reason": each.reason if role == "received" else each.shown_reason,
                "made_at": each.created_at,
                "closed_at": each.closed_at,
            }


def tell_ratings(user_id: int) -> QuerySet[PlayerRating, dict[str, Any]]:
    """The ratings as of the last game, one a ruleset."""
    times = ("at", "established_until", "lost_on_time_at")
    rows = PlayerRating.objects.filter(user=user_id).order_by("ruleset_slug")
    return rows.values("ruleset_slug", "rating", "deviation", "volatility", "games", "opponents", *times)


def tell_rated_games(user_id: int) -> Iterator[dict[str, Any]]:
    """What each rated game that has ended did to a rating, and from what that is computed."""
    entries = RatingEntry.objects.filter(user=user_id).order_by("ruleset_slug", "ended_at", "game")
    left_out = set(RatedGame.objects.filter(declined_by=user_id).values_list("game_id", flat=True))
    hidden = ("id", "user_id")
    for entry in entries.values().iterator(chunk_size=1000):
        kept = {name: value for name, value in entry.items() if name not in hidden}
        yield {**kept, "left_out_by_me": entry["game_id"] in left_out}


def tell_lines(user_id: int) -> Iterator[dict[str, Any]]:
    """The conditional lines of this player alone, of each running game."""
    for line in play.list_lines_of(user_id).order_by("game", "pk").iterator(chunk_size=1000):
        yield {
            "game": line.game_id,
            "after_turn": line.from_ply,
            "turns": line.turns,
            "then": line.get_ending_display(),
            "stops_when_the_opponent_writes_or_offers": line.stops,
            "armed_at": line.armed_at,
            "stopped": line.get_stopped_display() if line.stopped else "",
        }


def _group(model: Any, games: tuple[int, ...]) -> dict[int, list[Any]]:
    """The rows of these games, by the game."""
    found: dict[int, list[Any]] = {}
    for row in model.objects.filter(game__in=games).order_by("game", "pk"):
        found.setdefault(row.game_id, []).append(row)
    return found
