"""What feeds say of the games that wait for a user: as RSS 2.0, and as a calendar of deadlines (RFC 5545)."""

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Rss201rev2Feed
from icalendar import Alarm, Calendar, Event

from accounts.models import User
from games.models import Game
from notifications.wording import links

logger = logging.getLogger(__name__)

Written = TypeVar("Written")

WARNED = timedelta(hours=3)
"""So long before a deadline a calendar may remind."""
RENEWED = timedelta(hours=1)
"""So often a calendar is asked to look again."""


class TurnFeed(Rss201rev2Feed):
    """Dated by what is in it: one that says the same has the same text."""

    def latest_post_date(self) -> datetime:
        return max((item["pubdate"] for item in self.items), default=datetime(2026, 1, 1, tzinfo=UTC))


def list_waiting(user: User) -> list[Game]:
    """The games that wait for the user, the first to run out first, players with them: two queries."""
    return list(Game.objects.waiting_for(user).prefetch_related("seats__user"))


def find_opponent(game: Game, *, user: User) -> str:
    return next(seat.user.username for seat in game.seats.all() if seat.user_id != user.pk)


def write_turns(user: User, games: Iterable[Game]) -> str:
    """A game is a new item at each of its turns."""
    feed = TurnFeed(
        title=f"{settings.SITE_NAME}: {user.username}'s turns",
        link=links.absolute(reverse("home")),
        description="The games that wait for a turn of yours.",
        language="en-gb",
    )
    for item in write_each(games, lambda game: describe_turn(game, user=user)):
        feed.add_item(**item)
    return feed.writeString("utf-8")


def describe_turn(game: Game, *, user: User) -> dict[str, Any]:
    who = find_opponent(game, user=user)
    until = f"until {game.deadline_at.astimezone(user.zone):%a %d %b %Y, %H:%M %Z}" if game.deadline_at else ""
    return {
        "title": f"Your turn against {who} ({game.ruleset.name} #{game.pk})",
        "link": links.absolute(game.get_absolute_url()),
        "description": f"Turn {game.ply + 1}, {until or 'without a time limit'}.",
        "pubdate": game.turn_started_at,
        "unique_id": name_turn(game),
        "unique_id_is_permalink": False,
    }


def write_each(games: Iterable[Game], write: Callable[[Game], Written]) -> Iterator[Written]:
    """What `write` makes of each game; one of which it can make nothing is reported, and the others are shown."""
    for game in games:
        try:
            yield write(game)
        except Exception:
            logger.exception("Game %s cannot be shown in a feed", game.pk)


def name_turn(game: Game) -> str:
    """Of this turn and no other, also where one was taken back."""
    began = int(game.turn_started_at.timestamp())
    return f"game-{game.pk}-turn-{game.ply + 1}-{began}@{links.host()}"


def write_deadlines(user: User, games: Iterable[Game]) -> bytes:
    """An event for each game with a deadline; moved, it keeps its name, and its number rises."""
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", f"{settings.SITE_NAME}: {user.username}")
    calendar.add("refresh-interval", RENEWED, parameters={"value": "DURATION"})
    timed = (game for game in games if game.deadline_at)
    for event in write_each(timed, lambda game: write_event(game, user=user)):
        calendar.add_component(event)
    return calendar.to_ical()


def write_event(game: Game, *, user: User) -> Event:
    """An instant, which takes no time of the day. It is stamped when the turn began: the same state, the same text."""
    who, link = find_opponent(game, user=user), links.absolute(game.get_absolute_url())
    assert game.deadline_at is not None
    deadline = game.deadline_at
    event = Event()
    event.add("uid", name_turn(game))
    event.add("sequence", game.revision)
    event.add("dtstamp", game.turn_started_at.astimezone(UTC).replace(microsecond=0))
    event.add("dtstart", deadline.astimezone(UTC).replace(microsecond=0))
    event.add("summary", f"Play your turn against {who} ({game.ruleset.name} #{game.pk})")
    event.add("description", f"Your time runs out now.\n{link}")
    event.add("url", link)
    event.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", f"Your turn against {who}")
    alarm.add("trigger", -WARNED)
    event.add_component(alarm)
    return event
