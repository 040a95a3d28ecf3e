"""Locks a challenge and the players it concerns, the players first."""

from __future__ import annotations

from accounts.models import User
from games.models import Challenge


def lock_people(*ids: int) -> list[User]:
    """Locks users in the order of their ids, before any challenge or game; returns them in the order given, as they are
    now."""
    users = User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    found = {user.pk: user for user in users}
    return [found[user_id] for user_id in ids]


def lock_challenge(challenge_id: int, *, user: User) -> tuple[Challenge, list[User]]:
    """The challenge, its challenger and the user, all locked; with a standing challenge all of theirs, since the start
    or the end of a game changes which of them have room."""
    challenger_id, stands = Challenge.objects.values_list("challenger_id", "stands").get(pk=challenge_id)
    people = lock_people(challenger_id, user.pk)
    if stands:
        lock_standing(challenger_id, user.pk)
    return Challenge.objects.select_for_update(no_key=True).get(pk=challenge_id), people


def lock_standing(*user_ids: int) -> list[Challenge]:
    """Locks all standing challenges of these players, in the order of their numbers; returns them."""
    theirs = Challenge.objects.standing().filter(challenger__in=user_ids)
    return list(theirs.select_for_update(no_key=True).order_by("pk"))
