"""The tasks for computers: they think in a queue of their own, and look for work that was lost."""

from datetime import datetime
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.db.models import Q
from django.utils import timezone

from computers import accepting, comparing, comparison, reviewing, starting, strength, thinking, waking
from computers.models import LEASE, Comparison, Review, Thought
from core.each import do_steps


@shared_task
def think(game_id: int) -> None:
    """Does what a computer has to do in one game now."""
    thinking.think(game_id)


@shared_task
def review() -> None:
    """Analyses the finished games that wait for it; then compares people with the computer, as long as none does."""
    reviewing.review_waiting()
    while comparing.compare_next():
        reviewing.review_waiting()


@shared_task
def compare_some() -> int:
    """Has a few people compared with the computer, for the figure of all players; returns how many."""
    return comparison.ask_for_base()


@shared_task
def measure_levels() -> int:
    """Works out how strong the levels are, by their games against people; returns of how many that is known."""
    return strength.measure_levels(timezone.now())


@shared_task
def make_accounts() -> None:
    """Makes the accounts of computers that are still wanting."""
    starting.make_accounts()


@worker_ready.connect
def on_worker_ready(**_: Any) -> None:
    """Asks for them whenever a worker begins, which it does after the tables are made."""
    waking.wake_maker()


@shared_task
def look_after() -> int:
    """Asks again for work whose task or worker was lost; returns for how many games."""
    now = timezone.now()
    done = do_steps(
        {
            "answer": accepting.answer_waiting,
            "think": wake_thoughts,
            "review": lambda: wake_reviewer(now),
        }
    )
    return done["think"] + done["review"]


def wake_thoughts() -> int:
    if not Thought.objects.exists():
        return 0
    # What staff have stopped is kept for them, since a game can be reopened.
    over = Thought.objects.exclude(game__ended_at=None).filter(by_staff=False)
    over.filter(Q(stopped_at__isnull=False) | Q(claim="", game__offers={})).delete()
    return waking.wake_wanted()


def wake_reviewer(now: datetime) -> int:
    """Wakes the one worker that does all analyses and comparisons, if none is working on them."""
    unfinished = [Review.objects.unfinished().allowed(), Comparison.objects.unfinished().allowed()]
    waiting = sum(rows.count() for rows in unfinished)
    if not waiting or any(rows.filter(LEASE.held(now)).exists() for rows in unfinished):
        return 0
    waking.wake_reviewer()
    return waiting
