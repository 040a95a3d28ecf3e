"""Every event of a simulation, a line each: two runs of one seed are the same exactly if their journals are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from accounts.models import User
from games.models import ClockChange, Game, Turn
from notifications.models import Notice
from tests.simulation.world import World

Event = tuple[datetime, str]


def write_journal(world: World) -> list[str]:
    """Turns, changed clocks, ends, notices and mails in the order of their times; games and players by their places.

    Ids are no part of it: a database gives others to a second world.
    """
    games = {pk: place for place, pk in enumerate(Game.objects.order_by("pk").values_list("pk", flat=True))}
    names = dict(User.objects.values_list("pk", "username"))
    events = [*tell_of_games(games), *tell_of_notices(names, games), *tell_of_mails(world, names)]
    return [f"{at:%Y-%m-%d %H:%M:%S} {words}" for at, words in sorted(events, key=lambda event: event[0])]


def tell_of_games(games: dict[int, int]) -> Iterator[Event]:
    for pk, began in Game.objects.order_by("pk").values_list("pk", "started_at"):
        yield began, f"game {games[pk]} begins"
    for turn in Turn.objects.order_by("pk"):
        yield turn.played_at, f"game {games[turn.game_id]}: turn {turn.ply} {turn.text}, due {turn.had_until_at}"
    for change in ClockChange.objects.order_by("changed_at", "game", "revision"):
        words = f"{change.kind} from {change.before_at} to {change.after_at}"
        yield change.changed_at, f"game {games[change.game_id]}: {words}"
    for game in Game.objects.ended().order_by("pk"):
        assert game.ended_at is not None
        yield game.ended_at, f"game {games[game.pk]} ends: {game.termination}, won by {game.winner}"


def tell_of_notices(names: dict[int, str], games: dict[int, int]) -> Iterator[Event]:
    """Those that were closed: many are written together, in an order that is nobody's concern."""
    lines = []
    for notice in Notice.objects.exclude(closed_at=None):
        assert notice.closed_at is not None
        game = games.get(notice.payload.get("game", 0), "-")
        about = f"{names.get(notice.recipient_id or 0)}, {notice.kind} of game {game}, {notice.channel}"
        lines.append((notice.closed_at, f"notice to {about}: {notice.state} {notice.last_error}"))
    yield from sorted(lines)


def tell_of_mails(world: World, names: dict[int, str]) -> Iterator[Event]:
    for mail in world.watcher.arrivals:
        yield mail.at, f"{mail.channel} to {names[mail.user]}: {mail.kind}, deadline {mail.deadline}"
