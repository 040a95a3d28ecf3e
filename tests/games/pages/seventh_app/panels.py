"""Greets on the page of a game, and at each ruleset; elsewhere nothing."""

from django.template import Context
from django.utils.html import format_html

from games.panels import fills


@fills("game_bottom")
def greet(context: Context) -> str:
    return format_html("<p>Hello from game {}, {}</p>", context["game"].pk, context["user"].username or "visitor")


@fills("ruleset")
def name_ruleset(context: Context) -> str:
    return format_html("<p>{} and more</p>", context["ruleset"].slug)


@fills("profile")
def leave_empty(context: Context) -> str:
    return ""
