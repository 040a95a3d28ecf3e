"""Ratings in words: what a game changed, or why it does not count, and what it would change."""

from __future__ import annotations

from typing import Any

from games.models import Game
from games.reading.ratings import Change, Forecast, Why, find_unmoved
from games.reading.seats import read_seats
from games.words import ratings as words


def tell_points(change: int) -> str:
    """A change with its sign: “+124”, “−5”, “±0”."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"


def tell_why_not(game: Game, *, why: str) -> str:
    """Why a rated game does not count: “Not rated: Rowan hadn’t moved yet.”; empty where it does."""
    return tell_why_not_of(why, names=read_seats(game).names, to_move=find_unmoved(game), winner=game.winner)


def tell_why_not_of(why: str, *, names: tuple[str, str], to_move: int, winner: int | None) -> str:
    """The same from the columns of a game."""
    if why not in words.NOT_RATED:
        return ""
    loser = to_move if winner is None else 1 - winner
    about = {Why.SHORT: to_move, Why.DECLINED: 1 - loser}.get(Why(why), loser)
    return str(words.NOT_RATED[why](name=names[about]))


def tell_change(change: Change, *, ruleset: str) -> str:
    """To the player themselves: “Mastery 1515 → 1639 (+124)”."""
    return str(words.CHANGED(ruleset=ruleset, **_arguments_of(change)))


def tell_change_of(change: Change, *, name: str, ruleset: str) -> str:
    """To all: “Anna: Mastery 1515 → 1639 (+124)”."""
    return str(words.CHANGED_OF(name=name, ruleset=ruleset, **_arguments_of(change)))


def tell_forecast(forecast: Forecast) -> str:
    """“If it ended today: win +16, draw +5, loss −5”."""
    return str(words.FORECAST(**_points_of(forecast)))


def tell_forecast_of(forecast: Forecast, *, name: str) -> str:
    """The same of one of the players, to who does not play: “If it ended today, for Anna: win +16, …”."""
    return str(words.FORECAST_OF(name=name, **_points_of(forecast)))


def _arguments_of(change: Change) -> dict[str, Any]:
    return {"before": change.before, "after": change.after, "change": tell_points(change.change)}


def _points_of(forecast: Forecast) -> dict[str, str]:
    return {name: tell_points(value) for name, value in forecast._asdict().items()}
