"""The analysis of a finished game: who asks for it, and what it says. For a running game there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from math import ceil

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.limiting.spending import spend
from accounts.models import User
from computers import waking
from computers.models import Evaluation, Review
from computers.words import refusals
from computers.words import review as words
from core.refusal import Refusal
from core.words import Said
from engine.contract import Position, Ruleset, Side
from engine.search.analysing import count_turns_to_win
from engine.search.chances import measure_chance, measure_chances
from engine.search.marking import Judged, Swing
from engine.symmetry import canonical_key
from games.fairness import find_standing, has_led_to_one, is_near_own
from games.models import Game, Turn
from games.reading.seats import read_seats

MOST_POSITIONS = 500
"""Positions of one game that are analysed, from the first on."""
APART = timedelta(hours=1)
"""The time between the places of two analyses that one account asks for. No analysis takes as long: both looks have a
bound, `MOST_POSITIONS` and `marking.MOST_AGAIN`."""


def ask(user: User, *, game_id: int, origin: tuple[str, ...] = (), now: datetime | None = None) -> Review:
    """Has a finished game analysed, once; asked again, it returns the same review.

    The game is locked, so that it cannot go on again meanwhile. Raises Refusal: not_over, no_result, no_turns,
    withheld, too_often.
    """
    refuse_unplayed(Game.objects.get(pk=game_id))
    if not Review.objects.filter(game=game_id).exists():
        with transaction.atomic():  # first, since a refusal tells that a game is being played where this one went
            spend("review", now=now or timezone.now(), sender=user.pk, origin=origin)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        now = now or timezone.now()
        refuse_unfinished(game, reader=user)
        if found := Review.objects.filter(game=game).first():
            return found
        transaction.on_commit(waking.wake_reviewer, robust=True)
        positions = min(game.ply + 1, MOST_POSITIONS)
        place_at = find_place(user, now=now)
        return Review.objects.create(game=game, asked_by=user, asked_at=now, place_at=place_at, positions=positions)


def find_place(user: User, *, now: datetime) -> datetime:
    """The instant that gives the account's next analysis its place in the queue: an hour after the one before it, or
    now.

    So a player who asks for one analysis does not wait for all twenty of somebody else. One query; the user is locked.
    """
    last = Review.objects.filter(asked_by=user).aggregate(at=Max("place_at"))["at"]
    return max(now, last + APART) if last else now


def refuse_unfinished(game: Game, *, reader: User) -> None:
    """Raises Refusal unless the game is over for good and was played, and judges no running game."""
    refuse_unplayed(game)
    if judges_running(game, reader=reader):
        raise Refusal(refusals.WITHHELD())


def refuse_unplayed(game: Game) -> None:
    """Raises Refusal unless the game is over for good and was played."""
    if not game.is_over:
        raise Refusal(refusals.NOT_OVER())
    if not game.has_result:
        raise Refusal(refusals.NO_RESULT())
    if not game.ply:
        raise Refusal(refusals.NO_TURNS())


def judges_running(game: Game, *, reader: User | AnonymousUser) -> bool:
    """Whether a running game stands in a position of this one, or in its image; or one that is played by somebody who
    has to do with this one is near to a position of it: its players, who had it analysed, and who reads.

    In five queries, however long the game.
    """
    players = {seat.user_id for seat in read_seats(game) if not seat.user.is_computer}
    asked = Review.objects.filter(game=game).values_list("asked_by", flat=True)
    players |= {each for each in (*asked, reader.pk) if each is not None}
    return has_led_to_one(game) or is_near_own(game.ruleset, list_positions(game), players=players)


def list_positions(game: Game) -> Iterator[Position]:
    """After each turn of a game. One query, once the first is asked for."""
    texts = Turn.objects.filter(game=game, taken_back_at=None).order_by("ply").values_list("position_text", flat=True)
    yield from map(game.ruleset.read, texts)


def may_be_reviewed(game: Game) -> bool:
    return game.has_result and game.ply > 0


def read_lines(game: Game, *, reader: User | AnonymousUser) -> list[Judged]:
    """What is known of each position of a finished game, from the first on, in six queries at most.

    Empty for a running game, and for one that judges another which is running.
    """
    if not may_be_reviewed(game) or judges_running(game, reader=reader):
        return []
    found = Evaluation.objects.filter(review__game=game).select_related("review").order_by("ply")
    return [judge_row(row, ruleset=game.ruleset) for row in found]


def judge_row(row: Evaluation, *, ruleset: Ruleset) -> Judged:
    """What is told of a stored score. An analysis by an older version, which looked once, is settled by that."""
    settled = row.look == Evaluation.Look.LONG or row.review.looked_once
    chance = measure_chance(row.score, ruleset=ruleset)
    return Judged(row.ply, row.score, chance, split(row.line)[0], settled)


def tell_outcomes(judged: Judged, *, ruleset: Ruleset) -> Said | str:
    """What comes of a position, for the side that `tell_worth` names: 'Of 100 games from here Dark would win about 56,
    draw 9 and lose 35.' Empty where a win by force was found."""
    if count_turns_to_win(judged.score) is not None:
        return ""
    chances = measure_chances(abs(judged.score), ruleset=ruleset)
    wins, losses = round(100 * chances.win), round(100 * chances.loss)
    return words.OF_100_GAMES(
        side=name_better(judged, ruleset=ruleset), wins=wins, draws=100 - wins - losses, losses=losses
    )


def name_better(judged: Judged, *, ruleset: Ruleset) -> str:
    """The side that is better, or the first one where neither is."""
    return ruleset.sides[Side.FIRST if judged.score >= 0 else Side.SECOND]


def read_better(
    game: Game, positions: Mapping[int, Position], *, judged: Sequence[Judged]
) -> dict[int, tuple[str, ...]]:
    """The best turn in each of these positions of a finished game, by their plies, and what would follow it.

    A line ends where a running game stands, before the turn that would be good there. `judged` is what `read_lines`
    tells of the game; there is no line of what it leaves out. In two queries.
    """
    plies = {each.ply for each in judged if each.best} & positions.keys()
    found = Evaluation.objects.filter(review__game=game, ply__in=plies)
    lines = {ply: split(line) for ply, line in found.values_list("ply", "line")}
    keys = {ply: list_keys(game.ruleset, positions[ply], line) for ply, line in lines.items()}
    standing = find_standing(game.ruleset, (key for each in keys.values() for key in each))
    ends = {ply: next((end for end, key in enumerate(each, 1) if key in standing), None) for ply, each in keys.items()}
    return {ply: line[: ends[ply]] for ply, line in lines.items()}


def list_keys(ruleset: Ruleset, position: Position, line: Sequence[str]) -> list[str]:
    """Of the position after each turn of the line."""
    return [canonical_key(ruleset, position := position.play(text)) for text in line]


def split(line: str) -> tuple[str, ...]:
    """The turns of a line as it is stored; of none, one empty text."""
    return tuple(line.split("; "))


def tell_cost(swing: Swing, *, ruleset: Ruleset) -> Said:
    """How far the mover's chances fell: 'Dark’s chances fell from 62 % to 31 %.'"""
    before, after = round(100 * swing.before), round(100 * swing.after)
    return words.CHANCES_FELL(side=ruleset.sides[swing.side], before=before, after=after)


def tell_worth(judged: Judged, *, ruleset: Ruleset) -> Said:
    """The score of a position in words: 'Dark wins in 3 turns', 'Dark 62 %'."""
    side = name_better(judged, ruleset=ruleset)
    turns = count_turns_to_win(judged.score)
    if turns is None:
        return words.CHANCE(side=side, percent=round(100 * max(judged.chance, 1 - judged.chance)))
    own = ceil(turns / 2)
    return words.WINS_IN(side=side, turns=own) if own else words.HAS_WON(side=side)
