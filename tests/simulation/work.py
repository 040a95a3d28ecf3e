"""Whether a periodic task has anything to do, asked by prepared queries: far less than its own search costs.

What is asked here is never more than what the task asks, so that none is left out which would have done something. A
task that is not in WORK always runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import Export, Rescue, Restriction, User
from competition.models import LadderMember, StandingChallenge
from computers.models import Comparison, Review, Thought
from core.prepared import PreparedQuery
from games.models import Challenge, Game, Outage, RematchWish, Seat
from games.play.outage_settlement import TO_THE_LAST
from notifications.models import Notice, Reminder
from records.models import Animation, BookChange, Puzzle

Suspended = Q(kind=Restriction.Kind.SUSPENDED)
Rows = QuerySet[Any, Any]


def first(found: Rows) -> Rows:
    return found.order_by().values_list("pk")[:1]


@PreparedQuery
def find_come(now: datetime) -> Rows:
    return first(Game.objects.active().filter(deadline_at__lte=now))


@PreparedQuery
def find_due(now: datetime) -> Rows:
    return first(Notice.objects.open().filter(due_at__lte=now))


@PreparedQuery
def find_reminder_due(now: datetime) -> Rows:
    return first(Reminder.objects.filter(due_at__lte=now))


@PreparedQuery
def find_untold(now: datetime) -> Rows:
    return first(Outage.objects.filter(reminded_up_to__lt=TO_THE_LAST))


@PreparedQuery
def find_wish(now: datetime) -> Rows:
    return first(RematchWish.objects.all())


@PreparedQuery
def find_unsettled(now: datetime) -> Rows:
    return first(Restriction.objects.filter(Suspended, games_settled_at=None, closed_at=None))


@PreparedQuery
def find_lifted(now: datetime) -> Rows:
    return first(Restriction.objects.filter(Suspended, games_restored_at=None, close=Restriction.Close.LIFTED))


@PreparedQuery
def find_ended(now: datetime) -> Rows:
    return first(Restriction.objects.ended(now))


@PreparedQuery
def find_export(now: datetime) -> Rows:
    return first(Export.objects.filter(ready_at=None))


@PreparedQuery
def find_rescue(now: datetime) -> Rows:
    return first(Rescue.objects.waiting())


@PreparedQuery
def find_closing(now: datetime) -> Rows:
    return first(User.objects.filter(closing_at__lte=now, is_active=True))


@PreparedQuery
def find_left(now: datetime) -> Rows:
    return first(Seat.objects.filter(game__ended_at=None, user__closed_at__isnull=False))


@PreparedQuery
def find_unanswered(now: datetime) -> Rows:
    return first(Challenge.objects.due(now))


@PreparedQuery
def find_asked_computer(now: datetime) -> Rows:
    return first(Challenge.objects.filter(status=Challenge.Status.PENDING, opponent__kind=User.Kind.COMPUTER))


@PreparedQuery
def find_thought(now: datetime) -> Rows:
    return first(Thought.objects.all())


@PreparedQuery
def find_review(now: datetime) -> Rows:
    return first(Review.objects.all())


@PreparedQuery
def find_comparison(now: datetime) -> Rows:
    return first(Comparison.objects.unfinished())


@PreparedQuery
def find_standing(now: datetime) -> Rows:
    """To be paired, paused or resumed."""
    waits = (StandingChallenge.Paused.UNSEEN, StandingChallenge.Paused.ABSENT)  # for a visit
    due = Q(look_at__lte=now) | Q(check_at__lte=now) | Q(paused__in=waits)
    return first(StandingChallenge.objects.standing().filter(due))


@PreparedQuery
def find_on_ladder(now: datetime) -> Rows:
    return first(LadderMember.objects.exclude(rank=None))


@PreparedQuery
def find_animation(now: datetime) -> Rows:
    return first(Animation.objects.filter(made_at=None, fault=""))


@PreparedQuery
def find_book_change(now: datetime) -> Rows:
    return first(BookChange.objects.all())


@PreparedQuery
def find_analysed(now: datetime) -> Rows:
    return first(Review.objects.filter(done__gt=0))


@PreparedQuery
def find_puzzle(now: datetime) -> Rows:
    return first(Puzzle.objects.all())


WORK: dict[str, Sequence[Callable[[datetime], list[Any]]]] = {
    "accounts.tasks.build_exports": (find_export,),
    "accounts.tasks.carry_out_rescues": (find_rescue,),
    "accounts.tasks.close_accounts": (find_closing,),
    "accounts.tasks.end_restrictions": (find_ended,),
    "competition.tasks.pair": (find_standing,),
    "competition.tasks.sweep_ladders": (find_on_ladder,),
    "computers.tasks.look_after": (find_asked_computer, find_thought, find_review, find_comparison),
    "games.tasks.announce_moved_deadlines": (find_untold,),
    "games.tasks.end_games_of_closed": (find_left,),
    "games.tasks.expire_challenges": (find_unanswered,),
    "games.tasks.offer_wished_rematches": (find_wish,),
    "games.tasks.settle_suspensions": (find_unsettled, find_lifted),
    "records.tasks.draw_animations": (find_animation,),
    "records.tasks.update_book": (find_book_change,),
    "records.tasks.find_puzzles": (find_analysed,),
    "records.tasks.choose_puzzle": (find_puzzle,),
    "notifications.tasks.deliver_due": (find_due, find_reminder_due),
}
