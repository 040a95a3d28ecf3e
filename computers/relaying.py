"""A running game between people that somebody relays to a computer, turn by turn: the computer waits until that game
has moved on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.utils import timezone

from accounts.models import User
from computers.models import Relay, Thought
from games.fairness import FROM_PLY, list_running
from games.models import Game, Turn

IN_A_ROW = 3
"""Positions in a row, from the eighth turn on, that a game against a computer shares with another: fewer coincide in
games that merely began alike (`benches/coincidence.py` tells how often)."""


def find_relayed(game: Game) -> int | None:
    """The running game between people of which this one has had `IN_A_ROW` positions one after another, or their
    images, while it still stands in a position of this one. None where there is none, in three queries at most."""
    turns = game.turns.filter(taken_back_at=None, ply__gte=FROM_PLY).order_by("ply")
    keys = list(turns.values_list("canonical_key", flat=True))
    if len(keys) < IN_A_ROW:
        return None
    people = list_running(game.ruleset).exclude(pk=game.pk).exclude(seats__user__kind=User.Kind.COMPUTER)
    standing = list(people.filter(canonical_key__in=set(keys) - {""}).values_list("pk", flat=True))
    met = defaultdict(set)
    shared = Turn.objects.filter(game__in=standing, canonical_key__in=keys, taken_back_at=None)
    for running, key in shared.values_list("game", "canonical_key") if standing else ():
        met[running].add(key)
    return next((running for running, shared in sorted(met.items()) if is_in_a_row(keys, shared)), None)


def is_in_a_row(keys: Sequence[str], shared: set[str]) -> bool:
    """Whether as many of these keys as `IN_A_ROW` stand one after another among the shared ones."""
    run = 0
    for key in keys:
        run = run + 1 if key in shared else 0
        if run == IN_A_ROW:
            return True
    return False


def note(thought: Thought, *, running: int) -> None:
    """Records for moderators that the game of this thought was relayed."""
    Relay.objects.get_or_create(game_id=thought.game_id, running_id=running, defaults={"found_at": timezone.now()})
