"""What must be true after a simulation, each with what it was found true of and every case in which it was not."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from accounts import off_time
from accounts.models import User
from games import clock
from games.models import ClockChange, Game, Outage, Turn
from mastery_site.simulation.watching import PROMISE, Begun
from mastery_site.simulation.world import World
from notifications.models import Kind, Mode, Notice, Preferences

HOUR = timedelta(hours=1)
WRONG = ("illegal", "not_your_turn", "bad_key", "not_yours", "own", "self", "bad_days", "no_limit", "past", "too_short")
"""Refusals that people who ask for nothing but what is theirs to do never meet."""
AT_LEAST = 12 * HOUR
"""By so much a deadline moves that fell into an outage, or within two hours after it."""
BATCH = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Finding:
    """An invariant, how many cases it was asked of, and those that broke it."""

    sentence: str
    asked: int
    broken: list[str]


def check(world: World) -> list[Finding]:
    """Every invariant, on what the site has stored and what was written down beside it."""
    return [
        find_overdue(world),
        find_doubled(world),
        find_untold(world),
        find_disturbed(world),
        find_reminded_late(world),
        find_crowded(world),
        find_unexplained(world),
        find_lost_in_outage(world),
        find_bad_balances(world),
        find_wronged(world),
    ]


def find_overdue(world: World) -> Finding:
    broken = list(world.watcher.overdue)
    on_time = Game.objects.filter(termination="time").values_list("pk", "deadline_at", "ended_at")
    for pk, deadline, ended in on_time:
        assert deadline is not None
        assert ended is not None
        if ended > deadline + PROMISE:
            broken.append(f"game {pk} was due at {deadline} and ended at {ended}")
        if ended <= deadline:
            broken.append(f"game {pk} was due at {deadline} and had ended at {ended} already")
    return Finding("No game outlives its deadline by more than two minutes", world.watcher.looks, broken)


def find_doubled(world: World) -> Finding:
    """The database lets no row be doubled; here no row may have been sent twice."""
    arrivals = world.watcher.arrivals
    twice = Counter((arrival.user, arrival.message_id) for arrival in arrivals)
    broken = [f"user {user} got {message} {times} times" for (user, message), times in twice.items() if times > 1]
    return Finding("No notice arrives twice", len(arrivals), broken)


def find_untold(world: World) -> Finding:
    """Everybody who wants a mail for each turn has exactly one row of it, and none is left lying."""
    modes = dict(Preferences.objects.values_list("user_id", "mode"))
    rows = Counter(Notice.objects.filter(kind=Kind.YOUR_TURN, channel="mail").values_list("dedupe_key", flat=True))
    sides = {(game, side): user for game, side, user in Game.objects.values_list("pk", "seats__side", "seats__user")}
    broken, asked = [], 0
    for turn in world.watcher.turns:
        mover = sides[turn.game, turn.side]
        if modes[mover] in (Mode.EACH, Mode.ONCE):
            asked += 1
            if rows[f"turn:{turn.game}:{turn.revision}"] != 1:
                broken.append(f"turn {turn.ply + 1} of game {turn.game} has no notice for user {mover}")
    stuck = Notice.objects.open().filter(due_at__lt=world.ends - HOUR)
    broken += [
        f"notice {notice.pk} ({notice.kind}) was due at {notice.due_at}: {notice.last_error}" for notice in stuck
    ]
    return Finding("Every turn has its notice, and no notice is left lying", asked, broken)


def find_disturbed(world: World) -> Finding:
    """A reminder may come within quiet hours only if the deadline does not wait for their end."""
    arrivals = [arrival for arrival in world.watcher.arrivals if arrival.kind not in (Kind.ACCOUNT, Kind.TEST)]
    broken = []
    for arrival in arrivals:
        ends = find_end_of_quiet(world, arrival.user, arrival.at)
        if ends is not None and not (arrival.deadline is not None and arrival.deadline <= ends):
            broken.append(f"user {arrival.user} got {arrival.kind} at {arrival.at}, quiet until {ends}")
    return Finding("No mail comes within quiet hours", len(arrivals), broken)


def find_end_of_quiet(world: World, user: int, at: datetime) -> datetime | None:
    """When the quiet hours end that `at` falls into, looked for minute by minute; None where it falls into none."""
    person = world.people[user]

    def is_quiet(instant: datetime) -> bool:
        if person.quiet is None:
            return False
        begins, ends = person.quiet
        hour = instant.astimezone(person.user.zone).hour
        return begins <= hour < ends if begins < ends else hour >= begins or hour < ends

    end = at
    while is_quiet(end):
        end += timedelta(minutes=1)
    return end if end > at else None


def find_reminded_late(world: World) -> Finding:
    reminders = [arrival for arrival in world.watcher.arrivals if arrival.kind == Kind.DEADLINE_NEAR]
    broken = [
        f"user {mail.user} was reminded at {mail.at} of {mail.deadline}"
        for mail in reminders
        if mail.deadline is None or mail.at >= mail.deadline
    ]
    return Finding("No reminder comes after its deadline", len(reminders), broken)


def find_crowded(world: World) -> Finding:
    """Turns come in one mail per half hour at most, and as mails of their own only to those who want that."""
    modes = dict(Preferences.objects.values_list("user_id", "mode"))
    mails = defaultdict(list)
    for arrival in world.watcher.arrivals:
        if arrival.kind == Kind.YOUR_TURN:
            mails[arrival.user].append(arrival.at)
    broken = [
        f"user {user} got turn mails in mode {modes[user]}" for user in mails if modes[user] not in ("each", "once")
    ]
    for user, instants in mails.items():
        broken += [
            f"user {user} ({modes[user]}) got turn mails at {one} and {two}"
            for one, two in pairwise(instants)
            if two - one < BATCH
        ]
    return Finding("Turn mails keep half an hour apart", sum(map(len, mails.values())), broken)


def find_unexplained(world: World) -> Finding:
    """From the deadline a turn began with, the log leads step by step to the one it ended under."""
    changes, begun = defaultdict(list), defaultdict(list)
    for change in ClockChange.objects.order_by("pk"):
        changes[change.game_id].append(change)
    for turn in world.watcher.turns:
        begun[turn.game].append(turn)
    broken: list[str] = []
    for pk, turns in begun.items():
        lasts = find_last_deadlines(pk, turns, changes[pk])
        ends = [*(turn.revision for turn in turns[1:]), None]
        for turn, end, last in zip(turns, ends, lasts, strict=True):
            mine = [c for c in changes[pk] if c.revision > turn.revision and (end is None or c.revision < end)]
            broken += follow(turn, mine, last=last)
    return Finding("Every change of a clock stands in the game's log", len(world.watcher.turns), broken)


def find_last_deadlines(pk: int, turns: list[Begun], changes: list[ClockChange]) -> Iterator[datetime | None]:
    """The deadline under which each was played, taken back, or that its game ended or stands with."""
    played: dict[int, deque[datetime | None]] = defaultdict(deque)
    for ply, had_until in Turn.objects.filter(game=pk).order_by("pk").values_list("ply", "had_until_at"):
        played[ply].append(had_until)
    taken_back = {c.revision: c.before_at for c in changes if c.kind == ClockChange.Kind.TAKEN_BACK}
    for turn, following in pairwise(turns):
        yield taken_back[following.revision] if following.ply < turn.ply else played[turn.ply + 1].popleft()
    at_last = played[turns[-1].ply + 1]  # the turn that ended the game, if one did
    yield at_last.popleft() if at_last else Game.objects.get(pk=pk).deadline_at


def follow(begun: Begun, changes: list[ClockChange], *, last: datetime | None) -> Iterator[str]:
    at = begun.deadline
    for change in changes:
        if change.before_at != at:
            yield f"game {begun.game}, turn {begun.ply + 1}: {change.kind} moved {change.before_at}, but it was {at}"
        at = change.after_at
    if at != last:
        yield f"game {begun.game}, turn {begun.ply + 1}: the log ends at {at}, but the deadline was {last}"


def find_lost_in_outage(world: World) -> Finding:
    """Whoever's clock ran through the outage has what they had: the deadline moved by what they lost, or the least.

    What it moved from is read in the log, since the first sweep comes after the first players: before it they may have
    agreed on more time or a pause, or taken off-time, which moves the deadline before the outage does. Then the log has
    both, in this order. That its first step begins where the clock was found is asked by `find_unexplained`.
    """
    sentence = "No time is lost or gained across an outage"
    outages = list(Outage.objects.filter(kind=Outage.Kind.SITE))
    if not outages and world.ends <= world.site_down[0]:
        return Finding(sentence, 0, [])  # stopped before there was one
    if len(outages) != 1:
        return Finding(sentence, 0, [f"{len(outages)} outages were found, not one"])
    (outage,) = outages
    changed = {change.game_id: change for change in ClockChange.objects.filter(outage=outage).select_related("game")}
    broken, asked = [], 0
    for pk, clock_before in world.watcher.before_outage.items():
        began, due = clock_before.began, clock_before.deadline
        after = world.watcher.after_outage.get(pk)
        if due < outage.from_at or after is None or after.began != began:
            continue  # played on in the instant in which the pages answered again
        asked += 1
        change = changed.get(pk)
        if change is None or change.ply != clock_before.ply or change.before_at is None:
            broken.append(f"game {pk} was due at {due}, and its log knows of no outage")
        elif change.after_at != (expected := find_expected(outage, change, change.before_at, began=began)):
            broken.append(f"game {pk} was due at {due}, then at {change.after_at} in place of {expected}")
    return Finding(sentence, asked, broken)


def find_expected(outage: Outage, change: ClockChange, before: datetime, *, began: datetime) -> datetime:
    """The deadline after an outage, of a clock that stood on its weekends alone.

    The outage is counted from when the tasks last ran: a turn played after that and before it was lost less.
    """
    length = outage.until_at - max(began, outage.from_at)
    lost = max(length, AT_LEAST) if before <= outage.until_at + 2 * HOUR else length
    seat = change.game.seats.get(side=change.side)
    if change.game.paused_until or off_time.booked(seat.user, now=before).exists():
        return change.after_at or before  # what else stops the clock has its own tests
    return clock.Calendar(seat.weekend, seat.zone).advance(before, lost)


def find_bad_balances(world: World) -> Finding:
    balances = {user.username: off_time.balance_of(user, now=world.ends) for user in User.objects.all()}
    broken = [f"{name} has {held}" for name, held in balances.items() if not timedelta() <= held <= timedelta(days=30)]
    return Finding("Off-time is never below nothing nor above thirty days", len(balances), broken)


def find_wronged(world: World) -> Finding:
    broken = [f"{world.refusals[code]} times somebody was told: {code}" for code in WRONG if world.refusals[code]]
    return Finding("Nobody is refused what was theirs to do", world.asked, broken)
