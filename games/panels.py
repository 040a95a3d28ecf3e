"""Named places on the pages of games, players, rules and boards, which higher apps fill.

A template says `{% panel "place" %}`; what fills the place gets the template's context and returns HTML, empty where it
has nothing to show. It is asked only where the place is shown. An app fills places in a `panels.py` of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.apps import apps
from django.template import Context, Engine
from django.utils.module_loading import module_has_submodule
from django.utils.safestring import SafeString, mark_safe

from accounts.models import User
from core.refusal import Refusal
from games.models import Challenge, Game, Seat

Panel = Callable[[Context], str]
PLACES = {
    "opponents": "wherever a player looks for an opponent",
    "home_below": "below the lists of games, for a player who has some",
    "game_confirming": "in the form of a turn, where it is confirmed",
    "game_turns": "below the list of turns of a `game`",
    "game_head": "in the head of the page of a `game` that is not private",
    "game_steps": "in the bar of steps of a `game`, which is its number here; nothing else of the page is known there",
    "game_replay": "below the board, before what was written about the game",
    "game_notes": "below the board, for what its reader, or both players, wrote about the game",
    "game_bottom": "at the foot of a game's page",
    "finished_game": "the links of a finished `game`, where something is shown that comes from it",
    "over_moved": "on the card of a `game` that has just ended, below what it did to ratings",
    "over_analyse": "there among the buttons: the way to its analysis, first unless the reader won (`over.is_won`)",
    "over_share": "there after the other buttons: how to show the game to others",
    "over_remarks": "there below what was new to its player: what was written for after the end",
    "game_agreed": "below what was agreed on for a `game`",
    "guest_over": "for a guest whose game is over",
    "rules_index": "above the list of all games and their rules",
    "ruleset": "wherever a `ruleset` is introduced: on the front page, its rules page, after its lesson",
    "leaderboard": "beside the tab of the leaderboard, of a `ruleset` or of all, without one",
    "puzzle": "beside a `puzzle`",
    "analysis_side": "beside the board of an analysis, below its turns: `ruleset` and `position`",
    "ruleset_rules": "at the foot of the rules of a `ruleset`",
    "line_steps": "in the bar of steps along the `line` of a practice board or the `whole_line` of an analysis",
    "practice_line": "below the turns of a practice board",
    "profile_top": "below the name of a `person`",
    "profile": "beside the results of a `person`",
    "profile_games": "beside the finished games of a `person`",
    "challenge": "below a `challenge` of somebody else",
    "standing_challenge": "on the page of a standing `challenge`, for its owner",
    "followed": "beside the link to all games that a reader follows",
    "notification_tabs": "at the end of the tabs of the pages of notifications",
    "site_switches": "for staff, below what they switch for the whole site",
    "mailbox": "at a `mail` in the mailbox of a site without a mail server, in the list and above the mail",
    "written": "at something that was written: its `kind`, its `pk`, and the `person` who wrote it",
    "shared_analysis": "below an analysis that is shared, for each `column` of its turns",
}
"""Where on a page each stands, with what it is given besides the context of the page."""

_panels: defaultdict[str, list[Panel]] = defaultdict(list)


def load() -> None:
    """Imports the `panels.py` of each app, of lower ones first: so what several put into one place stands in order."""
    for app in reversed(list(apps.get_app_configs())):
        if module_has_submodule(app.module, "panels"):
            import_module(f"{app.name}.panels")


def fills(place: str) -> Callable[[Panel], Panel]:
    """Decorates a function that fills a place. Raises KeyError for a place that is not in PLACES."""
    PLACES[place]

    def note(panel: Panel) -> Panel:
        _panels[place].append(panel)
        return panel

    return note


def fill_with(place: str, template: str) -> None:
    """Fills a place with a template that needs nothing besides the context."""
    fills(place)(lambda context: include(template, context))


def show(place: str, context: Context, **given: Any) -> SafeString:
    """All that fills the place, with what it is given here. Raises KeyError for a place that is not in PLACES."""
    PLACES[place]
    with context.push(**given):
        return mark_safe("".join([panel(context) for panel in _panels[place]]))


def include(name: str, context: Context, **values: Any) -> SafeString:
    """The template of that name with these values besides the context, as `{% include %}` would show it."""
    with context.push(**values):
        return Engine.get_default().get_template(name).render(context)


@dataclass(frozen=True, slots=True)
class OpponentState:
    """What an opponent who plays by itself is doing while it is to move, in a sentence; and why it does not play, if it
    does not."""

    sentence: str
    hindrance: str
    way_out: str
    """Where the form goes that ends the game without a result, once there is a hindrance."""


Describe = Callable[[Game, Seat | None], OpponentState | None]
_describing: list[Describe] = []


def describes_opponent(describe: Describe) -> Describe:
    """Decorates what tells, for the player of a running game, how the opponent is getting on, if it can."""
    _describing.append(describe)
    return describe


def describe_opponent(game: Game, seat: Seat | None) -> OpponentState | None:
    """What the first tells that can tell something: of opponents who are people nothing."""
    return next(filter(None, (describe(game, seat) for describe in _describing)), None)


FindHindrance = Callable[[Challenge, User | None], Refusal | None]
_finding: list[FindHindrance] = []


def hinders_accepting(find: FindHindrance) -> FindHindrance:
    """Decorates what tells why a player, or a visitor who signs up, could not accept an open challenge just now."""
    _finding.append(find)
    return find


def find_hindrance(challenge: Challenge, user: User | None) -> Refusal | None:
    """The first reason that there is, for the page of the challenge to show in place of the button."""
    return next(filter(None, (find(challenge, user) for find in _finding)), None)
