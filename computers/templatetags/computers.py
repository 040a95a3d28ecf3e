"""The levels of a game, for the form that starts one against a computer; and what a computer is doing at its turn."""

from datetime import timedelta

from django import template
from django.utils import timezone

from computers.models import LOST_AFTER, Computer, Thought
from computers.starting import list_open_levels
from games.engine.contract import Ruleset
from games.engine.search.playing import list_levels
from games.models import Game

register = template.Library()
SLOW = timedelta(minutes=2)
"""After so long something is wrong: the last level thinks for 20 seconds."""
NO_CLOCK = "Its turn waits, and no clock runs meanwhile."


@register.filter
def levels(ruleset: Ruleset) -> range:
    """The numbers of the levels, the weakest first."""
    return range(1, len(list_levels(ruleset)) + 1)


@register.filter
def is_open(level: int, ruleset: Ruleset) -> bool:
    """Whether a visitor may play this level without an account."""
    return level in list_open_levels(ruleset)


@register.simple_tag
def state_of_computer(game: Game) -> str:
    """What the computer is doing at its turn, in two queries: thinking, or why it is not."""
    if Computer.objects.filter(user__seats__game=game, on=False).exists():
        return f"This computer is switched off at the moment. {NO_CLOCK}"
    thought, now = Thought.objects.filter(game=game).first(), timezone.now()
    if thought and thought.stopped_at:
        return f"Our staff have stopped this computer here. {NO_CLOCK}"
    if thought and thought.asked_at < now - SLOW and (not thought.seen_at or thought.seen_at < now - LOST_AFTER):
        return f"The computer is slow to answer just now. {NO_CLOCK}"
    return "The computer is thinking."
