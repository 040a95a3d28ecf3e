"""Records on the pages of games."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from django.template import Context
from django.urls import reverse
from django.utils import timezone

from engine.contract import Position, Ruleset
from games.panels import fill_with, fills, include
from games.templatetags.fragments import fragment
from records import following, puzzles
from records.frames import JUMPS, KINDS

fill_with("game_head", "records/_oembed.html")
fill_with("game_steps", "records/_replay_button.html")
fill_with("line_steps", "records/_replay_line_button.html")
fill_with("practice_line", "records/_practice_link.html")
fill_with("rules_index", "records/_puzzles_link.html")
fill_with("profile_games", "records/_profile_games.html")


class Files(NamedTuple):
    """What the files of a game depend on, besides its number."""

    is_public: bool
    flipped: bool


class Replay(NamedTuple):
    """What the replay of a game depends on, besides numbers."""

    slug: str
    is_now: bool
    has_keys: bool
    kinds: tuple[str, ...] = tuple(KINDS)


@fills("over_share")
def show_sharing(context: Context) -> str:
    """The link and the animation of a game that everybody may see."""
    game, request = context["game"], context["request"]
    if game.private:
        return ""
    return include("records/_over_share.html", context, link=request.build_absolute_uri(game.get_absolute_url()))


@fills("game_turns")
def show_files(context: Context) -> str:
    game = context["game"]
    return fragment("records/_game_turns.html", Files(not game.private, context["flipped"]), game=game.pk)


@fills("game_replay")
def show_replay(context: Context) -> str:
    """Once there is a turn."""
    game = context["game"]
    if not game.ply:
        return ""
    shown = Replay(game.ruleset_slug, context["is_now"], bool(getattr(context["user"], "key_shortcuts", False)))
    marks = {"game": game.pk, "shown": context["shown"], "last": game.ply, "query": context["query"]}
    return fragment("records/_replay.html", shown, **marks)


class ReplayedLine(NamedTuple):
    """What the script that plays a line is told of it."""

    slug: str
    start: str
    """The first position, as text."""
    turns: str
    shown: int
    """The number of turns after which the position is shown."""
    flipped: bool
    kinds: list[str]
    """What can be jumped to, as far as the turns themselves tell."""
    address: str = ""
    """In an analysis: of the page of a turn, with * for its number in the tree."""
    numbers: str = ""
    """Of the positions of the line, in that tree."""


def read_line(context: Context) -> ReplayedLine:
    """The line of a practice board or of an analysis."""
    ruleset, whole = context["ruleset"], context.get("whole_line")
    if whole is None:
        line = context["line"]
        start, texts, shown, flipped = line.positions[0].text(), line.turns, line.ply, bool(context["kept"].get("flip"))
        address, numbers = "", ""
    else:
        start, texts, shown, flipped = whole.start, whole.texts, whole.shown, whole.flipped
        address, numbers = whole.address, " ".join(map(str, whole.numbers))
    named = {name for text in texts for name, _ in ruleset.steps(text)}
    kinds = [kind for kind in KINDS if kind in named or kind not in JUMPS]
    return ReplayedLine(ruleset.slug, start, "; ".join(texts), shown, flipped, kinds, address, numbers)


@fills("practice_line")
@fills("analysis_side")
def show_line_replay(context: Context) -> str:
    return include("records/_replay_line.html", context, it=read_line(context), is_card="whole_line" in context)


@fills("practice_line")
@fills("analysis_side")
def show_book(context: Context) -> str:
    """The book of the position that the board shows."""
    return include("records/_book_here.html", context, it=write_book_address(context["ruleset"], context["position"]))


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
