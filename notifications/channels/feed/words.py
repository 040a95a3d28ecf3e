"""What feeds say about the games that wait for a user: as RSS 2.0, and as a calendar of deadlines (RFC 5545)."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from django.conf import settings
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.feedgenerator import Rss201rev2Feed

from accounts.models import User
from games.models import Game
from notifications import registry
from notifications.contract import Known
from notifications.wording import chains, links
from notifications.wording.followed import describe_followed
from notifications.words import followed as of_followed
from notifications.words import games as sentences
from records import following

if TYPE_CHECKING:
    from icalendar import Event

logger = logging.getLogger(__name__)

Written = TypeVar("Written")

RENEWED = timedelta(hours=1)
"""How often a calendar program is told to look again."""


class TurnFeed(Rss201rev2Feed):
    """A feed whose date is that of its newest item, so that the same content always gives the same text."""

    def latest_post_date(self) -> datetime:
        return max((item["pubdate"] for item in self.items), default=datetime(2026, 1, 1, tzinfo=UTC))


def write_turns(user: User, games: Sequence[Game]) -> str:
    """Writes the feed. Each turn of a game is an item of its own."""
    known = Known({game.pk: game for game in games}, turns=chains.load_last(games))
    feed = TurnFeed(
        title=str(sentences.FEED_TITLE(site=settings.SITE_NAME, name=user.username)),
        link=links.absolute(reverse("home")),
        description=str(sentences.FEED_DESCRIPTION()),
        language="en-gb",
    )
    for items in write_each(games, lambda game: list_items(game, user=user, known=known)):
        for item in items:
            feed.add_item(**item)
    return feed.writeString("utf-8")


def list_items(game: Game, *, user: User, known: Known) -> list[dict[str, Any]]:
    """Returns what each kind of notice says about the game."""
    items = (kind.write_feed_item(game, user=user, known=known) for kind in registry.KINDS.all())
    return [item for item in items if item]


FOLLOWED_LISTED = 50
"""The most items in the feed of what a reader follows: the games that started or ended last."""


def write_followed(user: User) -> str:
    """Writes the feed of games that the user follows directly or through a player. A game has an item when it starts,
    and another when it ends. Two queries read the games and their players."""
    feed = TurnFeed(
        title=str(of_followed.FEED_TITLE(site=settings.SITE_NAME, name=user.username)),
        link=links.absolute(reverse("followed")),
        description=str(of_followed.FEED_DESCRIPTION()),
        language="en-gb",
    )
    games = following.choose_followed(Game.objects.all(), user).prefetch_related("seats__user")
    lately = Coalesce("ended_at", "started_at")
    for items in write_each(games.order_by(lately.desc(), "-pk")[:FOLLOWED_LISTED], list_followed_items):
        for item in items:
            feed.add_item(**item)
    return feed.writeString("utf-8")


def list_followed_items(game: Game) -> list[dict[str, Any]]:
    told = describe_followed(game)
    names = {"first": told["first"], "second": told["second"]}
    started = {
        "title": str(of_followed.STARTED(**names)),
        "link": told["link"],
        "description": told["ruleset"],
        "unique_id": f"game-{game.pk}-started@{links.host()}",
        "pubdate": game.started_at,
    }
    if game.ended_at is None:
        return [started]
    over = {
        "title": str(of_followed.OVER(**names)),
        "link": told["link"],
        "description": told["result"],
        "unique_id": f"game-{game.pk}-over-{int(game.ended_at.timestamp())}@{links.host()}",
        "pubdate": game.ended_at,
    }
    return [over, started]


def write_each(games: Iterable[Game], write: Callable[[Game], Written]) -> Iterator[Written]:
    """Yields what `write` makes of each game. A game that fails is logged and left out, so that the others are still
    shown."""
    for game in games:
        try:
            yield write(game)
        except Exception:
            logger.exception("Game %s cannot be shown in a feed", game.pk)


def write_deadlines(user: User, games: Iterable[Game]) -> bytes:
    """Writes an event for each game with a deadline."""
    from icalendar import Calendar  # 2 MB, which only processes that write calendars load

    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", f"{settings.SITE_NAME}: {user.username}")
    calendar.add("refresh-interval", RENEWED, parameters={"value": "DURATION"})
    for events in write_each(games, lambda game: list_events(game, user=user)):
        for event in events:
            calendar.add_component(event)
    return calendar.to_ical()


def list_events(game: Game, *, user: User) -> "list[Event]":
    events = (kind.write_event(game, user=user) for kind in registry.KINDS.all())
    return [event for event in events if event]
