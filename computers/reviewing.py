"""Analyses finished games, position by position, after everything that running games need.

It looks at each position once, and then at those around suspect turns again for longer (`engine.search.marking`). Each
position is stored as soon as it is judged, so that after a kill the next worker goes on from there. Which ones it looks
at again is stored with the last one of the first look.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from computers import thinking
from computers.models import LEASE, Evaluation, Review
from computers.thinking import AWAY, Signs, count_quiet, list_mine, read_history, stop
from computers.words.work import FAILED
from engine.contract import Position, Side
from engine.house_draws import ends_by_repetition
from engine.search.analysing import Judgement, judge
from engine.search.chances import measure_chance
from engine.search.marking import DEEPER, find_suspects
from games.models import Game, Turn

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
    quiet, signs = count_quiet(game), Signs(review)
    for ply in range(review.done, review.positions):
        judgement = look_at(ply, game=game, met=met, quiet=quiet, signs=signs)
        if judgement is None or not keep(review, judgement, ply=ply):
            return
    for ply in list_to_come(review):
        judgement = look_at(ply, game=game, met=met, quiet=quiet, signs=signs, times=DEEPER)
        if judgement is None or not keep_again(review, judgement, ply=ply):
            return
    list_mine(review).update(**LEASE.given_back)


def look_at(
    ply: int, *, game: Game, met: Sequence[Position], quiet: Sequence[int] | None, signs: Signs, times: int = 1
) -> Judgement | None:
    """Judges a position, with so many times the usual steps, behind running games; None where the review is not ours
    any more."""
    thinking.make_way()
    if not signs.still_mine():
        return None
    judgement = judge(
        met[ply],
        ruleset=game.ruleset,
        history=met[:ply],
        times=times,
        stop=signs,
        drawn_by_three=ends_by_repetition(game.options),
        quiet=None if quiet is None else quiet[ply],
    )
    return None if signs.lost else judgement


def list_to_come(review: Review) -> list[int]:
    """The positions that it has still to look at again."""
    found = Evaluation.objects.filter(review=review, look=Evaluation.Look.TO_COME)
    return list(found.order_by("ply").values_list("ply", flat=True))


def keep(review: Review, judgement: Judgement, *, ply: int) -> bool:
    """Stores the score of a position, and after the last one what to look at again; returns whether the review still
    exists and is ours."""
    with transaction.atomic():
        mine = list_mine(review).allowed().filter(done=ply)
        if not mine.update(done=ply + 1, seen_at=timezone.now()):
            return False
        line = "; ".join(judgement.line)
        Evaluation.objects.create(review=review, ply=ply, score=judgement.score, line=line)
        if ply + 1 == review.positions:
            plan_second_look(review)
    return True


def plan_second_look(review: Review) -> None:
    """Stores which positions to look at again. In five queries, however long the game."""
    ruleset = review.game.ruleset
    played = Turn.objects.filter(game=review.game_id, taken_back_at=None).order_by("ply")
    turns = [(Side(side), text) for side, text in played.values_list("side", "text")]
    seen = Evaluation.objects.filter(review=review).order_by("ply")
    chances = [measure_chance(score, ruleset=ruleset) for score in seen.values_list("score", flat=True)]
    plies = find_suspects(turns, chances)
    seen.filter(ply__in=plies).update(look=Evaluation.Look.TO_COME)
    Review.objects.filter(pk=review.pk).update(again=len(plies))


def keep_again(review: Review, judgement: Judgement, *, ply: int) -> bool:
    """Puts what the second look found in place of the first; returns whether the review still exists and is ours."""
    with transaction.atomic():
        mine = list_mine(review).allowed()
        if not mine.update(again_done=F("again_done") + 1, seen_at=timezone.now()):
            return False
        seen = Evaluation.objects.filter(review=review, ply=ply)
        seen.update(score=judgement.score, line="; ".join(judgement.line), look=Evaluation.Look.LONG)
    return True
