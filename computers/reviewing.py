"""Analyses finished games, position by position, after everything that running games need.

Each position is stored as soon as it is judged, so that after a kill the next worker goes on from there.
"""

from __future__ import annotations

import logging

from django.db import transaction
from django.utils import timezone

from computers import thinking
from computers.models import LEASE, Evaluation, Review
from computers.thinking import AWAY, Signs, list_mine, read_history, stop
from computers.words.work import FAILED
from engine.contract import ends_by_repetition
from engine.search.analysing import Judgement, judge
from games.models import Game

logger = logging.getLogger(__name__)


def review_waiting() -> None:
    """Works through what waits, one account after another, until nothing does."""
    while review := lease_next():
        try:
            go_on(review)
        except AWAY:
            logger.exception("The database failed in the analysis of game %s; the sweep will find it", review.game_id)
        except Exception as error:
            logger.exception("The analysis of game %s failed", review.game_id)
            stop(review, why=str(FAILED(error=type(error).__name__)))


def lease_next() -> Review | None:
    """Leases the first one in order that no worker has."""
    now = timezone.now()
    waiting = Review.objects.unfinished().free(now)
    for pk in waiting.in_order().values_list("pk", flat=True)[:10]:
        if token := LEASE.take(waiting.filter(pk=pk), now=now):
            return Review.objects.filter(pk=pk, claim=token).first()
    return None


def go_on(review: Review) -> None:
    """Judges the positions that are left, one after another; ends early where the review was stopped or deleted."""
    game = Game.objects.get(pk=review.game_id)
    met = [*read_history(game), game.position]
    signs, drawn = Signs(review), ends_by_repetition(game.options)
    for ply in range(review.done, review.positions):
        thinking.think_first()
        if not signs.still_mine():
            return
        judgement = judge(met[ply], ruleset=game.ruleset, history=met[:ply], stop=signs, drawn_by_three=drawn)
        if signs.lost or not keep(review, judgement, ply=ply):
            return
    list_mine(review).update(**LEASE.given_back)


def keep(review: Review, judgement: Judgement, *, ply: int) -> bool:
    """Stores the score of a position; returns whether the review still exists and is ours."""
    with transaction.atomic():
        mine = list_mine(review).allowed().filter(done=ply)
        if not mine.update(done=ply + 1, seen_at=timezone.now()):
            return False
        line = "; ".join(judgement.line)
        Evaluation.objects.create(review=review, ply=ply, score=judgement.score, line=line)
    return True
