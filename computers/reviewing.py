"""Looks at finished games, position by position, behind all that running games want.

Each position is kept as soon as it is judged, so that whoever goes on after a kill begins where it stood.
"""

from __future__ import annotations

import logging
import secrets

from django.db import transaction
from django.utils import timezone

from computers import thinking
from computers.models import Evaluation, Review, Thought
from computers.thinking import Signs, list_mine, read_history, stop
from games.engine.search.analysing import Judgement, judge
from games.models import Game

logger = logging.getLogger(__name__)


def review_waiting() -> None:
    """Goes through what waits, the oldest first, until nothing does."""
    while review := claim_oldest():
        try:
            go_on(review)
        except Exception as error:
            logger.exception("The analysis of game %s failed", review.game_id)
            stop(review, why=f"It failed: {type(error).__name__}")


def claim_oldest() -> Review | None:
    """One that nobody is at, which is ours from now on."""
    now, claim = timezone.now(), secrets.token_hex(8)
    waiting = Review.objects.unfinished().free(now)
    for pk in waiting.order_by("asked_at", "pk").values_list("pk", flat=True)[:10]:
        if waiting.filter(pk=pk).update(claim=claim, seen_at=now):
            return Review.objects.filter(pk=pk, claim=claim).first()
    return None


def go_on(review: Review) -> None:
    """Judges the positions that are left, one after another; ends early where it was stopped or is gone."""
    game = Game.objects.get(pk=review.game_id)
    met = [*read_history(game), game.position]
    signs = Signs(review)
    for ply in range(review.done, review.positions):
        think_first()
        if not signs.still_mine():
            return
        judgement = judge(met[ply], ruleset=game.ruleset, history=met[:ply], stop=signs)
        if signs.lost or not keep(review, judgement, ply=ply):
            return
    list_mine(review).update(claim="")


def think_first() -> None:
    """Does what running games want of computers: their players wait."""
    for game_id in Thought.objects.wanted(timezone.now()).order_by("asked_at").values_list("game", flat=True)[:10]:
        thinking.think(game_id)


def keep(review: Review, judgement: Judgement, *, ply: int) -> bool:
    """Writes down what a position is worth; whether the review is still there and ours."""
    with transaction.atomic():
        mine = list_mine(review).filter(stopped_at=None, done=ply)
        if not mine.update(done=ply + 1, seen_at=timezone.now()):
            return False
        line = "; ".join(judgement.line)
        Evaluation.objects.create(review=review, ply=ply, score=judgement.score, line=line)
    return True
