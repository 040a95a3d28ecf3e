"""The reader's time for a turn is running out. `scheduling.reminders` writes this notice when it is due."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence
from games import telling
from games.models import Game
from games.play.vacation import Prospect, foresee_deadline
from notifications.contract import Way
from notifications.faults import Dropped
from notifications.models import INBOX, Notice
from notifications.scheduling.reminders import is_told_already, stamp
from notifications.timing import Urgency
from notifications.wording import links
from notifications.wording.games import (
    OfGame,
    describe_game,
    find_opponent,
    find_seats,
    load_game,
    name_turn,
    require_my_turn,
)
from notifications.wording.several import list_games
from notifications.words import games as words

if TYPE_CHECKING:
    from icalendar import Event

SEVERAL = "deadline_near/several"
"""The folder with the templates of an email about several games."""
WARNED = timedelta(hours=3)
"""How long before a deadline a calendar reminds of it."""


class DeadlineNear(OfGame):
    """Never appears in the inbox: the games and their times are already on the site's pages."""

    takes_replies = True
    label = _("My time is running out")
    order = 50
    note = "notifications/deadline_near/_note.html"
    urgency = Urgency.REMINDER
    ways = {INBOX: Way.NEVER}
    passes_with_turn = True
    sentence = Sentence("deadline_near", "Your time is running out against {who}")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        if notice.others:
            return describe_several(notice, now=now)
        return describe_one(self.load(notice, now=now), notice, now=now)

    def require_true(self, notice: Notice, *, now: datetime) -> None:
        self.load(notice, now=now)

    def load(self, notice: Notice, *, now: datetime) -> Game:
        """Returns the game. Raises Dropped, also if the deadline is over or has moved, or if the next reminder is
        already due."""
        game = load_game(notice)
        require_my_turn(game, notice)
        if notice.payload["deadline"] != stamp(game.deadline_at):
            raise Dropped("The deadline has been moved.")
        if game.deadline_at is None or game.deadline_at <= now:
            raise Dropped("The deadline has passed.")
        until = notice.payload["until"]
        if until and datetime.fromisoformat(until) <= now:
            raise Dropped("A later reminder is due as well.")
        if is_told_already(notice, started_at=game.turn_started_at):
            raise Dropped("This way has told of the turn.")
        return game

    def write_event(self, game: Game, *, user: User) -> "Event | None":
        """Writes an event without duration. When the deadline moves, it keeps its name, and its sequence number rises.

        Its stamp is the start of the turn, so that the same state always gives the same text.
        """
        if game.deadline_at is None:
            return None
        from icalendar import Alarm, Event  # 2 MB, which only processes that write calendars load

        who, link = find_opponent(game, user=user), links.absolute(game.get_absolute_url())
        event = Event()
        event.add("uid", name_turn(game))
        event.add("sequence", game.revision)
        event.add("dtstamp", game.turn_started_at.astimezone(UTC).replace(microsecond=0))
        event.add("dtstart", game.deadline_at.astimezone(UTC).replace(microsecond=0))
        event.add("summary", str(words.PLAY_AGAINST(who=who, ruleset=game.ruleset.name, number=game.pk)))
        event.add("description", str(words.TIME_RUNS_OUT(link=link)))
        event.add("url", link)
        event.add("transp", "TRANSPARENT")
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", str(words.ALARM(who=who)))
        alarm.add("trigger", -WARNED)
        event.add_component(alarm)
        return event


kind = DeadlineNear()


def describe_one(game: Game, notice: Notice, *, now: datetime) -> dict[str, Any]:
    prospect = foresee_deadline(game, find_seats(game, notice)[0])
    return {**describe_game(game, notice, now=now), **describe_prospect(prospect)}


def describe_several(notice: Notice, *, now: datetime) -> dict[str, Any]:
    """Describes the games of a reminder and its others whose time is still running out. If one is left, the email is
    about that one."""
    found: list[Game] = []
    for each in (notice, *notice.others):
        each.recipient = notice.recipient
        with suppress(Dropped):
            found.append(kind.load(each, now=now))
    if not found:
        raise Dropped("None of these times is running out any more.")
    if len(found) == 1:
        return describe_one(found[0], notice, now=now)
    listed = list_games(found, notice, now=now)
    for shown in listed["games"]:
        shown |= describe_prospect(foresee_deadline(shown["game"], shown["mine"]))
    return {**listed, "templates": SEVERAL}


def describe_prospect(prospect: Prospect | None) -> dict[str, Any]:
    """Says what happens at the deadline without a turn: a day of vacation is used, or the game is lost."""
    if prospect is None or prospect.why_not:
        return {"lost": True, "why_lost": prospect.why_not if prospect else ""}
    return {
        "lost": False,
        "balance": telling.tell_length(prospect.balance),
        "allowed": telling.tell_length(prospect.allowed),
    }
