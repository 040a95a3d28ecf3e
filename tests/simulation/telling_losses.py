"""What must be true of the messages before a game is lost on time."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Game
from tests.account.clocks import find_latest_word
from tests.simulation.finding import Finding
from tests.simulation.people import Person, Setting
from tests.simulation.told import Told
from tests.simulation.world import World

REMINDED = timedelta(hours=37)
"""So long before a deadline the reminder of a day before it comes at the earliest: quiet hours bring it forward."""
TELLING = ("your_turn", "deadline_near", "digest", "game_found", "reply_answered")
BEAT = timedelta(seconds=30)
"""So often messages go out."""


def find_change(person: Person, at: datetime) -> datetime:
    """When anything that a person had set at an instant was changed; at that very instant, before or after."""
    changed = [when for when, _ in person.settings if when >= at]
    return min(changed, default=datetime.max.replace(tzinfo=at.tzinfo))


def is_undisturbed(world: World, start: datetime, end: datetime) -> bool:
    return all(end <= begins or start >= ends for begins, ends in (world.site_down, world.mail_down))


def find_reminded_late(told: Told) -> Finding:
    reminders = [arrival for arrival in told.arrivals if arrival.kind == "deadline_near"]
    broken = [
        f"user {each.user} was reminded by {each.channel} at {each.at} of {each.deadline}"
        for each in reminders
        if each.deadline is None or each.at >= each.deadline
    ]
    return Finding("No reminder comes after its deadline", len(reminders), broken)


def find_unreminded(told: Told) -> Finding:
    """Nobody loses on time without a reminder by every channel that worked, in the day and a half before."""
    lost = dict(Game.objects.filter(termination="time").values_list("pk", "deadline_at"))
    last = {turn.game: turn for turn, _ in told.spans}
    broken, asked = [], 0
    for pk, deadline in lost.items():
        assert deadline is not None
        turn, since = last[pk], deadline - REMINDED
        person = told.world.people[turn.user]
        setting = person.setting_at(since)
        steady = turn.at <= since and find_change(person, since) >= deadline
        if setting.mode == "off" or not steady or not is_undisturbed(told.world, since, deadline):
            continue
        for channel, works in (("email", setting.email), ("push", setting.push)):
            asked += works
            if works and not told.find(turn, channel, ("deadline_near",), since=since, until=deadline):
                broken.append(f"user {turn.user} lost game {pk} at {deadline} without a reminder by {channel}")
    return Finding("Nobody loses on time without having been reminded", asked, broken)


def find_lost_untold(told: Told) -> Finding:
    """A player who loses on time was told of that clock since it was last started, by some channel, as early as is
    promised.

    Asked of whom something reached all the while, with the site and the mail at work.
    """
    lost = dict(Game.objects.filter(termination="time").exclude(deadline_at=None).values_list("pk", "deadline_at"))
    last = {turn.game: turn for turn, _ in told.spans}
    broken, asked = [], 0
    for pk, deadline in lost.items():
        assert deadline is not None
        turn = last[pk]
        person = told.world.people[turn.user]
        starts = (at for at in told.world.times.starts[pk] if at < deadline)
        since = max([turn.at, *starts])
        settings = list_settings(person, since, deadline)
        ways = [way for way in ("email", "push") if all(getattr(each, way) for each in settings)]
        if not ways or any(each.mode == "off" for each in settings) or not is_undisturbed(told.world, since, deadline):
            continue
        asked += 1
        latest = find_latest_word(since, deadline)
        if not any(told.find(turn, way, TELLING, since=since, until=latest + BEAT) for way in ways):
            broken.append(f"user {turn.user} lost game {pk} at {deadline}, untold from {since} to {latest}")
    return Finding("Nobody loses on time who was not told of it early", asked, broken)


def list_settings(person: Person, since: datetime, until: datetime) -> list[Setting]:
    """What somebody had set between two instants."""
    return [person.setting_at(since), *(setting for at, setting in person.settings if since < at < until)]
