"""What must be true after a simulation: for each invariant, the number of cases and every case that breaks it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import chain, pairwise

from accounts.models import User
from accounts.time_off import vacation
from games.models import ClockChange, Game, Turn
from tests import hidden_games
from tests.account.times import TimeAccount
from tests.restricted import find_defied
from tests.simulation.beat import IDLE
from tests.simulation.computers import check_computers
from tests.simulation.fairness import check_fairness
from tests.simulation.finding import Finding
from tests.simulation.mails import check_mails
from tests.simulation.opponents import check_opponents
from tests.simulation.ratings import check_ratings
from tests.simulation.silence import check_claims
from tests.simulation.sink import Sink
from tests.simulation.telling import check_telling
from tests.simulation.watching import PROMISE, StartedTurn
from tests.simulation.world import World
from tests.watched import find_wrong_book, find_wrong_files, find_wrong_follows

HOUR = timedelta(hours=1)
BLOCKED = "No game and no challenge begins between two of whom one blocks the other, and no words go between them"
UNDONE = "After an act of staff and its undoing all reads as before"
MISTHOUGHT = "What players think is theirs alone until they show it after the game, and what they undo is undone"
WATCHED = "The book and the files of games are what the games come to, records lose nothing, and no block is followed"
LET_IN = "A code from an email lets in whoever asked for it, once, soon, and in the same browser"
HIDDEN = "A game that staff have hidden is on no list of others, and its players have it"
WRONG = ("illegal", "not_your_turn", "bad_key", "not_yours", "own", "self", "bad_days", "no_limit", "past", "too_short")
"""Refusals that people never meet as long as they ask only for what they may do."""


def check(world: World) -> list[Finding]:
    """Checks every invariant against what the site has stored and what the simulation wrote down beside it."""
    return [
        find_overdue(world),
        find_unexplained(world),
        find_misreckoned(world.times),
        find_lost_too_early(world.times),
        find_wrong_balances(world.times),
        find_wrong_outages(world),
        find_wrong_outages_of_mail(world),
        find_bad_balances(world),
        find_wronged(world),
        *check_done(world),
        find_met_despite_block(world),
        check_claims(world),
        find_done_despite_staff(world),
        *check_fairness(world),
        find_mistold_results(world),
        *check_computers(world),
        find_hidden_shown(),
        *check_ratings(world),
        *check_opponents(world),
        *check_mails(world),
        *check_telling(world),
    ]


def find_met_despite_block(world: World) -> Finding:
    return Finding(BLOCKED, len(world.blocks.all), list(world.blocks.find_defied(now=world.ends)))


def check_done(world: World) -> list[Finding]:
    """What was seen while people did what they do, by the rooms of it."""
    done, wrong, records = world.done, dict(world.wrong), [*find_wrong_book(), *find_wrong_follows()]
    records += [*find_wrong_files(world.ends), *wrong.pop("watching", [])]
    undone = [*wrong.pop("staff", []), *wrong.pop("suspended", [])]
    let_in = [*wrong.pop("log_ins", []), *world.log_ins.faults]
    return [
        Finding(UNDONE, done["decide_and_undo"] + done["suspend_and_undo"], undone),
        Finding(MISTHOUGHT, done["thinking"], wrong.pop("thinking", [])),
        Finding(WATCHED, done["take_record"], records),
        Finding(LET_IN, sum(world.log_ins.done.values()), let_in),
        Finding(
            "Nothing fails that is logged and survived", world.watcher.looks, [*world.faults, *chain(*wrong.values())]
        ),
    ]


def find_done_despite_staff(world: World) -> Finding:
    kept = {guest.game: guest.kept_at for guest in world.guests.values() if guest.kept_at}
    broken = list(find_defied(world.laid, kept=kept, now=world.ends))
    return Finding("Nobody does what staff have forbidden them, and the log says what stands", len(world.laid), broken)


def find_mistold_results(world: World) -> Finding:
    broken = list(world.watcher.find_mistold())
    return Finding("Each change of a result is announced once, and nothing else", len(world.watcher.ended), broken)


def find_hidden_shown() -> Finding:
    return Finding(HIDDEN, len(hidden_games.list_hidden()), list(hidden_games.find_exposed()))


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


def find_unexplained(world: World) -> Finding:
    """From the deadline a turn began with, the log leads step by step to the one it ended under. Those of guests who
    are gone had none."""
    changes, started = defaultdict(list), defaultdict(list)
    for change in ClockChange.objects.order_by("pk"):
        changes[change.game_id].append(change)
    there = set(Game.objects.values_list("pk", flat=True))
    for turn in world.watcher.turns:
        if turn.game in there:
            started[turn.game].append(turn)
    broken: list[str] = []
    for pk, turns in started.items():
        lasts = find_last_deadlines(pk, turns, changes[pk])
        ends = [*(turn.revision for turn in turns[1:]), None]
        for turn, end, last in zip(turns, ends, lasts, strict=True):
            mine = [c for c in changes[pk] if c.revision > turn.revision and (end is None or c.revision < end)]
            broken += follow(turn, mine, last=last)
    return Finding("Every change of a clock stands in the game's log", len(world.watcher.turns), broken)


def find_last_deadlines(pk: int, turns: list[StartedTurn], changes: list[ClockChange]) -> Iterator[datetime | None]:
    """The deadline under which each was played, taken back, or that its game ended or stands with. What staff reopen
    starts a turn once more; or for the first time, where the game had ended with the turn before."""
    played: dict[int, deque[datetime | None]] = defaultdict(deque)
    for ply, had_until in Turn.objects.filter(game=pk, undone=False).order_by("pk").values_list("ply", "had_until_at"):
        played[ply].append(had_until)
    anew = {c.revision: c for c in changes if c.kind in (ClockChange.Kind.TAKEN_BACK, ClockChange.Kind.REOPENED)}
    for turn, following in pairwise(turns):
        change = anew.get(following.revision)
        if change and (change.kind == ClockChange.Kind.TAKEN_BACK or change.ply == turn.ply):
            yield change.before_at
            continue
        yield played[turn.ply + 1].popleft()
        for ply in range(turn.ply + 2, following.ply + 1):  # what conditional lines answered at once
            played[ply].popleft()
    at_last = played[turns[-1].ply + 1]  # the turn that ended the game, if one did
    yield at_last.popleft() if at_last else Game.objects.get(pk=pk).deadline_at


def follow(turn: StartedTurn, changes: list[ClockChange], *, last: datetime | None) -> Iterator[str]:
    at = turn.deadline
    for change in changes:
        if change.before_at != at:
            yield f"game {turn.game}, turn {turn.ply + 1}: {change.kind} moved {change.before_at}, but it was {at}"
        at = change.after_at
    if at != last:
        yield f"game {turn.game}, turn {turn.ply + 1}: the log ends at {at}, but the deadline was {last}"


def find_misreckoned(times: TimeAccount) -> Finding:
    """After everything that happened to a clock its deadline is the one that the account of people's deeds comes to.

    So no time is lost or gained: by turns and banks, weekends and pauses, vacation, more time, outages, takebacks.
    """
    return Finding(
        "Every deadline is what a second reckoning comes to", len(times.judged), list(times.find_misjudged())
    )


def find_lost_too_early(times: TimeAccount) -> Finding:
    """Whose game still allows vacation, and who wants it used and has it, has a day more before they lose."""
    lost, broken = sum(each.what == "lost" for each in times.judged), list(times.find_lost_too_early())
    return Finding("Nobody loses on time who has a day of vacation to use for it", lost, broken)


def find_wrong_balances(times: TimeAccount) -> Finding:
    """So no day is taken twice, or without being due, or given."""
    broken = list(times.find_wrong_balances())
    return Finding("Everybody has the vacation that a second reckoning comes to", len(times.seen), broken)


def find_wrong_outages(world: World) -> Finding:
    """The site finds the outage that there was, to the sweep before and after it, and no other."""
    begins, ends = world.site_down
    found = [(lost.from_at, lost.until_at) for lost in world.times.outages if not lost.of_mail]
    if world.ends <= ends:
        return Finding("Outages are found as they were", 0, [])  # stopped before it was over
    right = len(found) == 1 and begins - 2 * IDLE <= found[0][0] <= begins and ends <= found[0][1] <= ends + IDLE
    broken = [] if right else [f"the pages were away from {begins} to {ends}, and found was {found}"]
    return Finding("Outages are found as they were", 1, broken)


def find_wrong_outages_of_mail(world: World) -> Finding:
    """One is found from the first email on that the server did not take, if that went on for an hour; and no other."""
    sentence, away_at = "Outages of email are found as they were", Sink.away_at
    if world.ends <= world.mail_down[1] + HOUR:
        return Finding(sentence, 0, [])  # stopped before it was settled
    expected = away_at[:1] if away_at and away_at[-1] - away_at[0] >= HOUR else []
    found = [lost.from_at for lost in world.times.outages if lost.of_mail]
    broken = [] if found == expected else [f"found were those from {found}, and there were those from {expected}"]
    return Finding(sentence, 1, broken)


def find_bad_balances(world: World) -> Finding:
    balances = {user.username: vacation.balance_of(user, now=world.ends) for user in User.objects.all()}
    broken = [f"{name} has {held}" for name, held in balances.items() if not timedelta() <= held <= timedelta(days=30)]
    return Finding("Vacation is never below nothing nor above thirty days", len(balances), broken)


def find_wronged(world: World) -> Finding:
    broken = [f"{world.refusals[code]} times somebody was told: {code}" for code in WRONG if world.refusals[code]]
    return Finding("Nobody is refused what was theirs to do", world.asked, broken)
