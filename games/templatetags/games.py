"""What templates say of games: whose turn, how long, how it ended."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone

from accounts.models import User
from accounts.time_off.vacation import balance_of
from core.weekdays import describe_days
from core.words import Said
from games import telling
from games.models import Challenge
from games.words.invitations import INVITES

register = template.Library()
register.filter("result", telling.result_of)
register.filter("options", telling.options_of)
register.filter("terms", telling.terms_of)
register.filter("all_terms", telling.all_terms_of)
register.filter("control", telling.control_of)
register.filter("control_words", telling.describe_control)
register.filter("time_terms", telling.time_of)
register.filter("vacation", telling.vacation_of)
register.filter("weekend_of", telling.weekend_of)
register.filter("opening", telling.opening_of)


@register.filter
def remaining(deadline: datetime) -> str:
    """How long until the deadline, rounded down: '2 days 3 hours'."""
    return telling.remaining(deadline, now=timezone.now())


@register.filter
def weekend(user: User) -> str:
    """The days a player keeps free: 'Saturday and Sunday', 'none'."""
    return describe_days(user.weekend)


@register.filter
def vacation_balance(user: User) -> timedelta:
    """How much vacation a player has, as the row of the user tells it."""
    return balance_of(user, now=timezone.now())


@register.filter
def invites(challenge: Challenge) -> Said:
    """Who would like to play what, in a sentence."""
    return INVITES(name=challenge.challenger.username, game=challenge.ruleset.name)


@register.filter
def challenger_side(challenge: Challenge) -> str:
    """The side the challenger wants, in the words of the ruleset."""
    side = challenge.side_offered
    return "random" if side is None else challenge.ruleset.sides[side]
