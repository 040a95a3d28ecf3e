"""Records on the pages of games."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from django.template import Context
from django.urls import reverse
from django.utils import timezone

from engine.contract import Position, Ruleset
from games.panels import fill_with, fills, include
from records import following, puzzles

fill_with("game_turns", "records/_game_turns.html")
fill_with("game_head", "records/_oembed.html")
fill_with("game_steps", "records/_replay_button.html")
fill_with("game_replay", "records/_replay.html")
fill_with("practice_line", "records/_practice_link.html")
fill_with("rules_index", "records/_puzzles_link.html")
fill_with("profile_games", "records/_profile_games.html")


@fills("practice_line")
def show_book(context: Context) -> str:
    """The book of the position that a practice board shows."""
    return include("records/_book_here.html", context, it=write_book_address(context["ruleset"], context["position"]))


@fills("analysis_side")
def show_book_of_analysis(context: Context) -> str:
    return show_book(context)


@fills("ruleset_rules")
def lead_to_book(context: Context) -> str:
    return include("records/_book_link.html", context)


def write_book_address(ruleset: Ruleset, position: Position) -> str:
    return f"{reverse('book', args=[ruleset.slug])}?{urlencode({'position': position.text()})}"


@fills("home_below")
def show_puzzle_of_day(context: Context) -> str:
    puzzle = puzzles.find_of_day(timezone.now().date())
    return include("records/_puzzle_of_day.html", context, it=puzzle) if puzzle else ""


@fills("profile")
def show_follow_person(context: Context) -> str:
    """For everybody else who is logged in."""
    user, person = context["request"].user, context["person"]
    if not user.is_authenticated or user.pk == person.pk or not person.is_person:
        return ""
    follows = following.is_followed(user, person_id=person.pk)
    return include("records/_follow_person.html", context, follows=follows)


@fills("game_bottom")
def show_follow_game(context: Context) -> str:
    """For a spectator who is logged in, while the game goes on, or who follows it still."""
    user, game = context["request"].user, context["game"]
    if not user.is_authenticated or context["seat"] is not None:
        return ""
    follows = following.is_followed(user, game_id=game.pk)
    return include("records/_follow_game.html", context, follows=follows) if follows or not game.is_over else ""


class ReplayedLine(NamedTuple):
    """What the script that plays a line is told of it."""

    slug: str
    start: str
    """The first position, as text."""
    turns: str
    shown: int
    """The number of turns after which the position is shown."""
    flipped: bool
    numbers: str = ""
    """In an analysis: the nodes of the line, one for each position."""


@fills("line_steps")
def show_line_replay(context: Context) -> str:
    """For the line of a practice board, and for that of an analysis; empty where no turn is in it."""
    ruleset, whole = context["ruleset"], context.get("whole_line")
    if whole is None:
        line = context["line"]
        told = ReplayedLine(
            ruleset.slug,
            line.positions[0].text(),
            "; ".join(line.turns),
            line.ply,
            bool(context["kept"].get("flip")),
        )
    else:
        numbers, texts = whole
        entry = context["entry"]
        told = ReplayedLine(
            ruleset.slug,
            context["line_start"],
            "; ".join(texts),
            numbers.index(entry.number),
            "flip" in context["query"],
            " ".join(map(str, numbers)),
        )
    return include("records/_replay_line.html", context, it=told)
