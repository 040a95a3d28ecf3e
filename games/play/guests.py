"""What becomes of guests' games: they pass to the account of the person who logs in, or are deleted with the guest."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, F, OuterRef, ProtectedError, Q, QuerySet

from accounts.limiting.limits import MOST_AGAINST_COMPUTERS
from accounts.models import User
from core.each import NEVER, do_each
from games import events
from games.models import Game, Seat, Turn
from games.play.locking import lock


@transaction.atomic
def hand_over(guest_id: int, *, user: User) -> int:
    """Seats the user in place of the guest, in all finished games and in as many running ones as a player may have.

    Returns how many that were. The guest is deleted with the last of their games.
    """
    people = User.objects.select_for_update(no_key=True).filter(pk__in=[guest_id, user.pk]).order_by("pk")
    if guest_id not in {person.pk for person in people if person.is_guest}:
        return 0  # a user who logged in a moment before has them
    room = MOST_AGAINST_COMPUTERS - Game.objects.of(user).active().filter(seats__user__kind=User.Kind.COMPUTER).count()
    kept = []
    for game_id in list(Seat.objects.filter(user=guest_id).order_by("game").values_list("game", flat=True)):
        [game] = lock(game_id)
        if not game.is_over and room <= 0:
            continue
        room -= not game.is_over
        if Seat.objects.filter(game=game, user=guest_id).update(user=user, zone=user.zone.key):
            kept.append(game_id)
    if not Seat.objects.filter(user=guest_id).exists():
        User.objects.filter(pk=guest_id).delete()
    if kept:
        events.guest_games_kept.send(sender=Game, user_id=user.pk, game_ids=kept)
    return len(kept)


def delete_guests(*, before: datetime, idle_before: datetime, until: float = NEVER) -> int:
    """Deletes the guests in whose games nobody has played since `before`, with these games; returns how many. Those who
    never played a turn go if their last game began before `idle_before`.

    No more are deleted once `time.monotonic()` has reached `until`; one that has to stay hides none behind it.
    """
    found = list(find_expired(before, idle_before=idle_before).order_by("pk").values_list("pk", flat=True))
    fault, kept = "Guest %s could not be deleted", ProtectedError  # where staff have acted on one of their games
    return do_each(
        found, lambda pk: _delete(pk, before=before, idle_before=idle_before), fault=fault, expected=kept, until=until
    ).done


def find_expired(before: datetime, *, idle_before: datetime) -> QuerySet[User]:
    """Guests in whose games nobody, not even the computer, has played since `before`; or since `idle_before`, where the
    guest has played no turn at all."""
    seats = Seat.objects.filter(user=OuterRef("pk"))
    stayed, idle = (
        Q(~Exists(seats.filter(game__turn_started_at__gte=since)), date_joined__lt=since)
        for since in (before, idle_before)
    )
    played = Turn.objects.filter(game__seats__user=OuterRef("pk"), side=F("game__seats__side"))
    return User.objects.filter(stayed | (idle & ~Exists(played)), kind=User.Kind.GUEST)


@transaction.atomic
def _delete(guest_id: int, *, before: datetime, idle_before: datetime) -> int:
    """Returns 1, or 0 where the guest has played or logged in meanwhile. Raises ProtectedError where staff have decided
    one of the games."""
    list(User.objects.select_for_update().filter(pk=guest_id))  # in full: nothing may refer to it any more
    games = list(Seat.objects.filter(user=guest_id).order_by("game").values_list("game", flat=True))
    for game_id in games:
        lock(game_id)
    if not find_expired(before, idle_before=idle_before).filter(pk=guest_id).exists():
        return 0
    Game.objects.filter(pk__in=games).delete()
    User.objects.filter(pk=guest_id).delete()
    return 1
