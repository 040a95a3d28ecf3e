"""A pair of games: two that start at once on the same terms, one with each side."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import Game
from games.play.start import start_game


@transaction.atomic
def start_pair(one: User, other: User, **terms: Any) -> tuple[Game, Game]:
    """Starts two games, in which the site seats the players: `one` plays FIRST in the first of them. `terms` are those
    of `start_game`. Each names the other."""
    game = start_game(first=one, second=other, seated=True, **terms)
    its_pair = start_game(first=other, second=one, seated=True, **terms)
    for each, paired in ((game, its_pair), (its_pair, game)):
        each.paired_with = paired
        Game.objects.filter(pk=each.pk).update(paired_with=paired)
    return game, its_pair
