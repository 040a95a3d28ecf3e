"""The leaderboard of each game: who is ranked, how ratings are spread, and what rated games say about moving first."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.models import User
from accounts.profile.faces import Face
from core.numbers import read_number
from core.words import Said
from engine.card import list_introduced
from engine.contract import Ruleset
from games.lines import find_ruleset
from games.rating import ENOUGH, LONG
from games.reading import leaderboard as reading
from games.reading.ratings import Shown, may_see_ratings
from games.telling.rating_drawing import draw_bars
from games.telling.ratings import tell_points
from games.words import leaderboard as words

PAGE = 50
MOST_PAGES = 20
"""Further down nobody looks for the best, and so nobody can copy the list of all players."""
FIRST = 3
"""How many of each game stand on the page of all games."""


class Ranked(NamedTuple):
    """A player as the list shows them."""

    rank: int | None
    username: str
    face: Face
    shown: Shown
    change: int
    told_change: str
    """With its sign."""
    is_own: bool


class Board(NamedTuple):
    """The best players of a game, for the page of all games."""

    ruleset: Ruleset
    rows: list[Ranked]
    unranked: list[Ranked]


def leaderboards(request: HttpRequest) -> HttpResponse:
    """The best of each game, and where the others are. Two queries for each game, besides what is kept."""
    rulesets = list_introduced()
    if not may_see_ratings(request.user):
        return render(request, "games/ratings_hidden.html", {"rulesets": rulesets})
    now, reader = timezone.now(), request.user.pk
    boards = [read_board(ruleset, reader=reader, now=now) for ruleset in rulesets]
    return render(request, "games/leaderboards.html", {"boards": boards, "rulesets": rulesets})


def read_board(ruleset: Ruleset, *, reader: int | None, now: datetime) -> Board:
    """The first of a game; where fewer are ranked, also who comes next."""
    figures = reading.read_figures(ruleset.slug, now=now)
    rows = reading.read_ranked(ruleset.slug, figures=figures, start=0, most=FIRST, now=now)
    others = reading.read_unranked(ruleset.slug, figures=figures, most=FIRST - len(rows), now=now)
    return Board(ruleset, describe(rows, reader=reader), describe(others, reader=reader))


def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranked players of a game; the number of queries is always the same."""
    ruleset = find_ruleset(slug)
    if not may_see_ratings(request.user):
        return render(request, "games/ratings_hidden.html", {"ruleset": ruleset, "rulesets": list_introduced()})
    now, page = timezone.now(), read_page(request.GET.get("page", ""))
    start = PAGE * (page - 1)
    figures = reading.read_figures(ruleset.slug, now=now)
    rows = reading.read_ranked(ruleset.slug, figures=figures, start=start, most=PAGE + 1, now=now)
    unranked = reading.read_unranked(ruleset.slug, figures=figures, now=now) if page == 1 else []
    context = {
        "ruleset": ruleset,
        "asked": {"lately": reading.LATELY.days, "opponents": ENOUGH, "turns": LONG},
        "rulesets": list_introduced(),
        "rows": describe(rows[:PAGE], reader=request.user.pk),
        "unranked": describe(unranked, reader=request.user.pk),
        "page": page,
        "has_more": len(rows) > PAGE and page < MOST_PAGES,
        "own": tell_standing(request.user, ruleset, figures=figures, now=now),
        "wins": figures.wins,
        "is_cut": figures.wins.games >= reading.MOST_COUNTED,
        "bars": draw_bars(figures.spread, step=reading.STEP) if figures.ranked >= reading.FEW else None,
    }
    return render(request, "games/leaderboard.html", context)


def read_page(given: str) -> int:
    """The number of a page, from 1 on; anything else is read as 1."""
    number = read_number(given) or 1
    return number if number <= MOST_PAGES else 1


def describe(rows: Iterable[reading.Row], *, reader: int | None) -> list[Ranked]:
    return [
        Ranked(row.rank, row.username, row.face, row.shown, row.change, tell_points(row.change), row.user_id == reader)
        for row in rows
    ]


def tell_standing(reader: Any, ruleset: Ruleset, *, figures: reading.Figures, now: datetime) -> Said | None:
    """Where the reader stands; None for visitors."""
    if not isinstance(reader, User):
        return None
    found = reading.find_standing(reader, ruleset.slug, figures=figures, now=now)
    if found is None:
        return words.NO_GAME(ruleset=ruleset.name)
    if found.is_ranked:
        rank = found.rank or found.about or 0
        said = words.RANKED if found.rank else words.RANKED_ABOUT
        return said(rank=rank, ranked=max(rank, figures.ranked), rating=found.shown.text)
    if found.shown.is_provisional:
        return words.PROVISIONAL(rating=found.shown.text)
    if found.opponents < ENOUGH:
        return words.FEW_OPPONENTS(rating=found.shown.text, asked=ENOUGH, turns=LONG, met=found.opponents)
    return (words.IDLE if found.is_idle else words.SUSPENDED)(rating=found.shown.text)
