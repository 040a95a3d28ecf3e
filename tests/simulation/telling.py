"""What must be true of the messages of a simulation: judged by what arrived, and by what people had set by then."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise

from notifications.models import Notice
from tests.account.clocks import find_latest_word
from tests.simulation.finding import Finding
from tests.simulation.people import Person
from tests.simulation.telling_losses import (
    find_change,
    find_lost_untold,
    find_reminded_late,
    find_unreminded,
    is_undisturbed,
)
from tests.simulation.told import Told
from tests.simulation.watching import Arrival
from tests.simulation.world import World, within

HOUR = timedelta(hours=1)
BATCH = timedelta(minutes=30)
GRAIN = timedelta(minutes=5)
IN_TIME = timedelta(minutes=45)
"""Within so much time in which nothing stands against it, a turn is told: the wait, the gap of two mails, slack."""
LONGEST_DIGEST = timedelta(hours=28)
"""After a reader has moved, a digest may come some hours later than a day after the last."""
BLUR = timedelta(minutes=5)
"""A visit is noted so seldom: one noted so shortly before a message may have gone on after it."""
ASKED_FOR = (
    "reply_answered",
    "reply_unread",
    "account",
    "test",
    "invitation",
    "restricted",
    "restriction_over",
    "appeal_answered",
    "staff_decided",
    "staff_message",
)
URGENT = ("deadline_near", "vacation_used", "challenge_expiring")


def check_telling(world: World) -> list[Finding]:
    told = Told(world)
    return [
        find_doubled(told),
        find_untold(told),
        find_unlisted(told),
        find_missing_at_bell(told),
        find_stuck(told),
        find_disturbed(told),
        find_unwanted(told),
        find_reminded_late(told),
        find_unreminded(told),
        find_lost_untold(told),
        find_crowded(told),
        find_told_again(told),
    ]


def find_doubled(told: Told) -> Finding:
    """By a channel, no message comes twice, none of one turn, and none of one threshold before one deadline."""
    names: Counter[tuple[str, int, str, object]] = Counter()
    names.update(("notice", each.user, each.channel, each.notice) for each in told.arrivals)
    names.update(
        ("threshold", each.user, each.channel, (*sorted(each.games), f"{each.deadline}", each.threshold))
        for each in told.arrivals
        if each.kind == "deadline_near" and each.threshold
    )
    for turn, ends in told.spans:
        for channel in ("email", "push"):
            times = told.find(turn, channel, ("your_turn",), since=turn.at, until=ends)
            names["turn", turn.user, channel, (turn.game, turn.ply, f"{turn.at}")] += times
    broken = [
        f"user {user} got {what} {name} {times} times by {way}"
        for (what, user, way, name), times in names.items()
        if times > 1
    ]
    return Finding("No message arrives twice", len(told.arrivals), broken)


TELL = ("your_turn", "game_found", "reply_answered")
"""An answer tells of the turn that an armed line has played at once; no email of that turn follows it."""


def find_untold(told: Told) -> Finding:
    """Who wants a message for each turn has one, by every channel that works, once nothing stands against it."""
    broken, asked = [], 0
    for turn, ends in told.spans:
        person = told.world.people[turn.user]
        steady = min(ends, find_change(person, turn.at))
        setting = person.setting_at(turn.at)
        if setting.mode != "each" or not has_good_time(told.world, person, turn.at, steady):
            continue
        for channel, works in (("email", setting.email), ("push", setting.push)):
            asked += works
            if works and not told.find(turn, channel, TELL, since=turn.at, until=ends):
                broken.append(
                    f"user {turn.user} was never told by {channel} of turn {turn.ply + 1} of game {turn.game}"
                )
    return Finding("Every turn is told to whoever wants that", asked, broken)


def has_good_time(world: World, person: Person, start: datetime, end: datetime) -> bool:
    """Whether between two instants there is time enough, at a stretch, in which nothing stands against a message."""
    good, at = timedelta(), start
    setting = person.setting_at(start)
    while at < end and good < IN_TIME:
        at += GRAIN
        bad = setting.is_quiet(at) or within(world.site_down, at) or within(world.mail_down, at)
        good = timedelta() if bad else good + GRAIN
    return at <= end and good >= IN_TIME


def find_unlisted(told: Told) -> Finding:
    """Who wants digests finds each game in one that has waited for a day and longer."""
    broken, asked = [], 0
    world = told.world
    for turn, ends in told.spans:
        person = world.people[turn.user]
        setting = person.setting_at(turn.at)
        until = turn.at + LONGEST_DIGEST
        steady = until <= min(ends, find_change(person, turn.at)) and is_undisturbed(world, turn.at, until)
        if setting.mode in ("daily", "twice") and setting.email and steady:
            asked += 1
            if not told.find(turn, "email", ("digest",), since=turn.at, until=until):
                broken.append(f"user {turn.user} found game {turn.game} in no digest from {turn.at} to {until}")
    return Finding("Every game that waits is in a digest of whoever wants that", asked, broken)


def find_missing_at_bell(told: Told) -> Finding:
    rows = Notice.objects.filter(channel="inbox", state=Notice.State.SENT)
    shown = Counter(rows.filter(kind="your_turn").values_list("recipient_id", "dedupe_key"))
    found = rows.filter(kind="game_found").values_list("recipient_id", "payload__game")
    shown.update((user, f"turn:{game}:1") for user, game in found)  # tells of the first turn as well
    turns = [turn for turn, _ in told.spans]
    broken = [
        f"turn {turn.ply + 1} of game {turn.game} stands {times} times at the bell of user {turn.user}"
        for turn in turns
        if (times := shown[turn.user, f"turn:{turn.game}:{turn.revision}"]) != 1
    ]
    return Finding("Every turn stands at the bell once", len(turns), broken)


def find_stuck(told: Told) -> Finding:
    stuck = Notice.objects.open().filter(due_at__lt=told.world.ends - HOUR)
    broken = [f"notice {each.pk} ({each.kind}) was due at {each.due_at}: {each.last_error}" for each in stuck]
    return Finding("No notice is left lying", Notice.objects.count(), broken)


def find_disturbed(told: Told) -> Finding:
    """A message about a clock may come within quiet hours only if it would come too late after them."""
    arrivals = [arrival for arrival in told.arrivals if arrival.kind not in ASKED_FOR]
    broken = []
    for arrival in arrivals:
        ends = find_end_of_quiet(told.world.people[arrival.user], arrival.at)
        if ends is not None and not comes_too_late(told, arrival, ends):
            broken.append(
                f"user {arrival.user} got {arrival.kind} by {arrival.channel} at {arrival.at}, quiet until {ends}"
            )
    return Finding("No message comes within quiet hours", len(arrivals), broken)


def comes_too_late(told: Told, arrival: Arrival, at: datetime) -> bool:
    """Whether a reminder that came by then would come too late if it came at `at`, as the first that was told of its
    clock or before a deadline that comes sooner."""
    if arrival.deadline is None:
        return False
    (game,) = arrival.games
    since = max(turn.at for turn, _ in told.spans if turn.game == game and turn.at <= arrival.at)
    starts = (at for at in told.world.times.starts[game] if at <= arrival.at)
    latest = find_latest_word(max([since, *starts]), arrival.deadline)
    return at >= arrival.deadline or at > latest - timedelta(minutes=1)


def find_end_of_quiet(person: Person, at: datetime) -> datetime | None:
    """When the quiet hours end that `at` falls into, looked for minute by minute; None where it falls into none."""
    setting, end = person.setting_at(at), at
    while setting.is_quiet(end):
        end += timedelta(minutes=1)
    return end if end > at else None


def find_unwanted(told: Told) -> Finding:
    """Each mode lets through what it says, and nothing else."""
    broken = []
    for arrival in told.arrivals:
        mode = told.world.people[arrival.user].setting_at(arrival.at).mode
        refused = {
            "off": True,
            "urgent": arrival.kind not in URGENT,
            "daily": arrival.kind == "your_turn",
            "twice": arrival.kind == "your_turn",
        }.get(mode, arrival.kind == "digest")
        if refused and arrival.kind not in ASKED_FOR:
            broken.append(f"user {arrival.user} ({mode}) got {arrival.kind} by {arrival.channel} at {arrival.at}")
    return Finding("No message comes that its reader's mode refuses", len(told.arrivals), broken)


def find_crowded(told: Told) -> Finding:
    """Turns come in one mail per half hour at most."""
    broken, asked = [], 0
    for (user, channel, kind), arrivals in told.of_reader.items():
        if kind == "your_turn" and channel == "email":
            asked += len(arrivals)
            broken += [
                f"user {user} got turn mails at {one.at} and {two.at}"
                for one, two in pairwise(arrivals)
                if two.at - one.at < BATCH
            ]
    return Finding("Turn mails keep half an hour apart", asked, broken)


def find_told_again(told: Told) -> Finding:
    """Who wants one message until they visit gets one by a channel, until they do."""
    broken, asked = [], 0
    for (user, channel, kind), arrivals in told.of_reader.items():
        if kind != "your_turn":
            continue
        person = told.world.people[user]
        for one, two in pairwise(arrivals):
            if person.setting_at(two.at).mode != "once":
                continue
            asked += 1
            since = person.visits[bisect_right(person.visits, one.at - BLUR) : bisect_right(person.visits, two.at)]
            if not since and one.at < two.at:
                broken.append(f"user {user} was told by {channel} at {one.at} and {two.at}, without a visit between")
    return Finding("Who wants one message until they visit gets one", asked, broken)
