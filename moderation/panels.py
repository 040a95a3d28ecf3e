"""The ways to report, mute or block, on the pages of games, players, challenges and analyses."""

from __future__ import annotations

from typing import NamedTuple

from django.template.context import Context

from games.panels import fill_with, fills
from games.templatetags.fragments import fragment

fill_with("profile", "moderation/things/profile/_menu.html")
fill_with("challenge", "moderation/things/challenge/_menu.html")
fill_with("puzzle", "moderation/things/puzzle/_menu.html")
fill_with("shared_analysis", "moderation/things/analysis/_menu.html")


class WrittenMenu(NamedTuple):
    """What the menu of something written depends on, besides the number of that thing."""

    kind: str
    username: str
    """The name of the person who wrote it."""
    for_staff: bool


class GameMenu(NamedTuple):
    """What the menu of a game depends on, besides the number of the game."""

    plays: bool
    for_staff: bool


@fills("written")
def show_menu(context: Context) -> str:
    shown = WrittenMenu(context["kind"], context["person"].username, context["user"].is_staff)
    return fragment("moderation/things/message/_menu.html", shown, pk=context["pk"])


@fills("game_bottom")
def show_game_menu(context: Context) -> str:
    """Shows the menu to people who are logged in."""
    user, plays = context["user"], context["seat"] is not None
    if not user.is_authenticated:
        return ""
    shown = GameMenu(plays, user.is_staff and not plays)
    return fragment("moderation/things/game/_menu.html", shown, game=context["game"].pk)
