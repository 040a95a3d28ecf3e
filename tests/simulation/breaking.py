"""Breaks each invariant of the simulation on purpose, in a run in which all of them hold."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from unittest import mock

import time_machine

from accounts.conduct import restrictions
from accounts.models import User
from accounts.signing_in.codes import EmailedCode
from analysis import notes
from core.said import AS_TOLD
from engine.contract import Side
from games.models import Challenge, ClockChange, Game
from moderation import acting, log
from moderation.models import Report
from records.models import BookEntry
from tests.account.blocks import Block
from tests.account.outages import Lost
from tests.actions import find_action
from tests.logged import hearing_faults
from tests.simulation.breaking_mails import MAIL_BREAKERS
from tests.simulation.breaking_messages import MESSAGE_BREAKERS, first_of
from tests.simulation.breaking_opponents import OPPONENT_BREAKERS
from tests.simulation.breaking_ratings import RATING_BREAKERS
from tests.simulation.invariants import BLOCKED, LET_IN, MISTHOUGHT, UNDONE, WATCHED
from tests.simulation.silence import Claim
from tests.simulation.world import World
from tests.thinking import find_read_by_others, write_secret

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def count_a_turn_twice(world: World) -> None:
    BookEntry.objects.create(key=1, by_computer=False, text="a1-a2", games=2)


def log_a_fault(world: World) -> None:
    with hearing_faults(world.faults, quiet=True):
        try:
            raise ValueError("Nobody meant this.")
        except ValueError:
            logging.getLogger("games.play").exception("A game could not be settled")


def end_a_game_late(world: World) -> None:
    game = first_of(Game.objects.exclude(deadline_at=None))
    assert game.deadline_at is not None
    assert game.side_to_move is not None
    Game.objects.filter(pk=game.pk).update(
        ended_at=game.deadline_at + 3 * HOUR, termination="time", winner=1 - game.side_to_move
    )


def miss_a_result(world: World) -> None:
    """As if the watcher had not heard how a game ended."""
    del world.watcher.results[next(iter(world.watcher.results))]


def shift_a_deadline(world: World) -> None:
    """As if the site had counted a minute too much, and all that it stored said the same."""
    place, one = next((at, each) for at, each in enumerate(world.times.judged) if each.stored)
    assert one.stored is not None
    world.times.judged[place] = replace(one, stored=one.stored + timedelta(minutes=1))


def lose_with_time_left(world: World) -> None:
    """As if a game had been lost at the end, though its time had not run out, or a day was due."""
    running = next(pk for pk in world.times.clocks if pk not in world.times.over)
    last = next(each for each in reversed(world.times.judged) if each.game == running)
    world.times.judged.append(replace(last, what="lost", at=last.expected - DAY))


def see_a_day_less(world: World) -> None:
    """As if the site had taken a day too much."""
    seen = world.times.seen
    seen[-1] = replace(seen[-1], held=seen[-1].held - DAY)


def forget_an_outage(world: World) -> None:
    world.times.outages.clear()


def forget_a_change(world: World) -> None:
    first_of(ClockChange.objects.filter(kind=ClockChange.Kind.OUTAGE)).delete()


def imagine_an_outage_of_mail(world: World) -> None:
    world.times.outages.append(Lost(world.begins, world.begins + 2 * HOUR, of_mail=True))


def overdraw_a_balance(world: World) -> None:
    User.objects.filter(pk=next(iter(world.people))).update(vacation_balance=timedelta(days=-40))


def refuse_a_legal_turn(world: World) -> None:
    world.refusals["illegal"] += 1


def forget_when_a_block_began(world: World) -> None:
    first, second = first_of(Game.objects.order_by("pk")).seats.values_list("user_id", flat=True)
    world.blocks.all.append(Block((first, second), world.begins - DAY))


def claim_from_who_was_here(world: World) -> None:
    person = next(each for each in world.people.values() if each.visits)
    game = first_of(Game.objects.filter(seats__user=person.user))
    world.claims.append(Claim(game.pk, person.visits[-1] + DAY, person.user.pk, Side.SECOND))


def lay_something_before_it_was_done(world: World) -> None:
    """As if somebody who has sent a challenge had been barred before, with no word of it in the log."""
    sent = first_of(Challenge.objects.order_by("pk"))
    staff = User.objects.exclude(pk=sent.challenger_id).first()
    laid = restrictions.impose(sent.challenger, restrictions.Kind.BARRED, reason="Insults", by=staff)
    world.laid.append((laid.pk, world.begins))


def judge_who_had_reported_them(world: World) -> None:
    """As if somebody had reported who then warned them."""
    person, staff, *_ = (each.user for each in world.people.values())
    Report.objects.create(reporter=person, about=staff, matter="words", text="Rude.", made_at=world.begins)
    laid = restrictions.impose(person, restrictions.Kind.WARNED, reason="Insults", by=staff)
    log.write("warn", by=staff, person=person, restriction=laid, what=AS_TOLD(text="Warned."))


def forget_to_tell_of_an_act(world: World) -> None:
    game = first_of(Game.objects.order_by("pk"))
    log.write("pause", by=game.seats.earliest("pk").user, game=game, what=AS_TOLD(text="Paused."))


def forget_to_hide_a_game(world: World) -> None:
    """As if the log alone said it."""
    game = first_of(Game.objects.order_by("-pk"))
    log.write("hide_game", by=game.seats.earliest("pk").user, game=game, what=AS_TOLD(text="Hidden."))


def forget_that_a_computer_played(world: World) -> None:
    """As if two of its turns had been one."""
    turns = world.watcher.turns
    computers = set(User.objects.filter(kind=User.Kind.COMPUTER).values_list("pk", flat=True))
    first = next(turn for turn in turns if turn.user in computers)
    turns.remove(next(turn for turn in turns if (turn.game, turn.ply) == (first.game, first.ply + 1)))


def take_a_game_from_who_kept_it(world: World) -> None:
    next(iter(world.guests.values())).keeper = max(world.people) + 10_000


def keep_a_note_under_another_name(world: World) -> None:
    author, reader = (person.user for person in list(world.people.values())[:2])
    game = first_of(Game.objects.of(reader).order_by("pk"))
    notes.write_about_game(reader, game, write_secret("note", author, game), now=world.ends)
    world.wrong["thinking"] += find_read_by_others(reader, game, now=world.ends)


def leave_what_was_undone(world: World) -> None:
    """As if undoing a decision did nothing."""
    undo = find_action("decide_and_undo")
    with time_machine.travel(world.ends, tick=False), mock.patch.object(acting, "undo"):
        world.act(undo, number=0, side=Side.FIRST, result="draw")


def take_any_code(world: World) -> None:
    """As if whatever is typed were the code."""
    user = User.objects.filter(pk__in=world.people, is_active=True, closing_at=None, authenticator=None).earliest("pk")
    browser = (user.pk, 9)
    with time_machine.travel(world.ends, tick=False), mock.patch.object(EmailedCode, "matches", return_value=True):
        world.log_ins.ask(user, browser, now=world.ends)
        world.log_ins.enter(world.log_ins.codes[-1], browser, now=world.ends, changed=True)


BREAKERS: dict[str, Callable[[World], None]] = {
    "No game outlives its deadline by more than two minutes": end_a_game_late,
    "Every change of a clock stands in the game's log": forget_a_change,
    "Every deadline is what a second reckoning comes to": shift_a_deadline,
    "Nobody loses on time who has a day of vacation to use for it": lose_with_time_left,
    "Everybody has the vacation that a second reckoning comes to": see_a_day_less,
    "Outages are found as they were": forget_an_outage,
    "Outages of email are found as they were": imagine_an_outage_of_mail,
    "Vacation is never below nothing nor above thirty days": overdraw_a_balance,
    "Nobody is refused what was theirs to do": refuse_a_legal_turn,
    "Nothing fails that is logged and survived": log_a_fault,
    BLOCKED: forget_when_a_block_began,
    "A win is claimed from the silent alone, who are told and have a week": claim_from_who_was_here,
    "Nobody does what staff have forbidden them, and the log says what stands": lay_something_before_it_was_done,
    "Nobody decides about somebody they have ties with": judge_who_had_reported_them,
    "Each act of staff on a game is told once to each of its players": forget_to_tell_of_an_act,
    "A game that staff have hidden is on no list of others, and its players have it": forget_to_hide_a_game,
    "Each change of a result is announced once, and nothing else": miss_a_result,
    "A computer answers each turn once": forget_that_a_computer_played,
    "Guests are told nothing, and have their games until they stay away": take_a_game_from_who_kept_it,
    MISTHOUGHT: keep_a_note_under_another_name,
    WATCHED: count_a_turn_twice,
    UNDONE: leave_what_was_undone,
    LET_IN: take_any_code,
    **RATING_BREAKERS,
    **OPPONENT_BREAKERS,
    **MAIL_BREAKERS,
    **MESSAGE_BREAKERS,
}
RARE = {
    "A game that staff have hidden is on no list of others, and its players have it",
    "Nobody decides about somebody they have ties with",
    UNDONE,
    "Each act of staff on a game is told once to each of its players",
    "A win is claimed from the silent alone, who are told and have a week",
    "Nobody does what staff have forbidden them, and the log says what stands",
    BLOCKED,
    "Every game that waits is in a digest of whoever wants that",
    "Nobody loses on time without having been reminded",
    "Nobody loses on time who was not told of it early",
    "Nobody loses on time who has a day of vacation to use for it",
    "Who wants one message until they visit gets one",
}
"""What a few days with a few people may not come to; what breaks it brings it along. Runs of weeks come to it, of which
`make soak` has ten."""
