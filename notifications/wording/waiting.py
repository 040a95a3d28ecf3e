"""The games that wait for a reader, for feeds and digests, which show all of them."""

from __future__ import annotations

from accounts.models import User
from games.models import Game
from games.play.seeing import read_all_seen


def list_waiting(user: User) -> list[Game]:
    """Returns the games that wait for the user, with their players, nearest deadline first. Two queries.

    From then on the user has seen the turns that led to them: see `play.seeing`.
    """
    found = Game.objects.waiting_for(user).prefetch_related("seats__user")
    return read_all_seen(found.all, reader_id=user.pk)
