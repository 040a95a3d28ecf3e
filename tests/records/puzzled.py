"""Finished, analysed games in which there is a puzzle, for the tests of puzzles."""

from functools import cache
from random import Random

from django.utils import timezone

from computers.models import Evaluation, Review
from engine import registry
from engine.search.settings import HALVES, WIN
from engine.solving import Budget, find_only, wins
from games import play
from games.models import Game
from records.puzzles import list_others, wins_further_on
from tests.factories import GameFactory, UserFactory, play_turns


@cache
def find_line(slug: str, *, within: int, seed: int = 1) -> tuple[list[str], int]:
    """Turns of a game by chance that ends on the board, and after how many of them one move alone wins so."""
    ruleset, random = registry.get(slug), Random(seed)
    while True:
        position, line, met = ruleset.start(), [], []
        while position.outcome() is None and len(line) < 300 and (legal := position.legal_moves()):
            takes = [move for move in legal if not ruleset.is_quiet(move)]
            line.append(random.choice(takes if takes and random.random() < 0.7 else legal))
            met.append(position)
            position = position.play(line[-1])
        for ply in range(len(line) - 1, max(8, len(line) - 6), -1):
            if within > 1 and wins(met[ply], within=within - 2, budget=Budget(50_000)):
                continue
            if position.outcome() is None or is_found_twice(ruleset, met[ply], within=within):
                continue
            return line[:ply], ply


def is_found_twice(ruleset, position, *, within: int) -> bool:
    """Whether no move wins so, or another one wins further on."""
    right = find_only(position, ruleset=ruleset, within=within, budget=Budget(300_000))
    others = list_others(ruleset, position, right[0]) if right else ()
    return not right or any(wins_further_on(ruleset, position, move) for move in others)


def make_analysed(slug: str = "masters", *, within: int = 1, seed: int = 1) -> tuple[Game, int]:
    """The game, resigned in that position, with an analysis that has seen the win."""
    line, ply = find_line(slug, within=within, seed=seed)
    game = GameFactory(ruleset_slug=slug, first=UserFactory(), second=UserFactory(), turns=line)
    position = game.position
    play_turns(game, position.legal_moves()[0])
    game.refresh_from_db()
    if not game.is_over:
        play.resign(game.pk, side=0)
    game.refresh_from_db()
    analyse(game, {ply: WIN - HALVES * within if position.turn == 0 else HALVES * within - WIN})
    return game, ply


def analyse(game: Game, scores: dict[int, int]) -> None:
    now, positions = timezone.now(), game.ply + 1
    review = Review.objects.create(game=game, asked_at=now, positions=positions, done=positions, again=0)
    rows = [Evaluation(review=review, ply=ply, score=scores.get(ply, 0), line="") for ply in range(positions)]
    Evaluation.objects.bulk_create(rows)
