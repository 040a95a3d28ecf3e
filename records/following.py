"""Following games and players: made, ended, and who is to be told. Nothing else writes Follow.

It is private to the follower: no page shows who follows somebody, and no number tells how many do.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.conduct import blocks
from accounts.limiting.limits import MOST_FOLLOWED
from accounts.limiting.spending import spend
from accounts.models import User
from core.prepared import PreparedQuery
from core.refusal import Refusal
from games.models import Game, GameQuerySet, Seat
from games.reading.seats import read_seats
from records.models import Follow
from records.words import following as words


def follow_game(user: User, game: Game, *, now: datetime | None = None) -> None:
    """A game of others that the user may see. Raises Refusal: own_game, over, too_many, too_often."""
    if read_seats(game, reader_id=user.pk).mine is not None:
        raise Refusal(words.OWN_GAME())
    if game.is_over:
        raise Refusal(words.OVER())
    _follow(user, {"game": game}, now=now)


def follow_person(user: User, person: User, *, now: datetime | None = None) -> None:
    """Raises Refusal: oneself, nobody, blocked, too_many, too_often."""
    if user.pk == person.pk:
        raise Refusal(words.ONESELF(), status=422)
    if not person.is_person or not person.is_active:
        raise Refusal(words.NOBODY(), status=422)
    _follow(user, {"person": person}, now=now)


@transaction.atomic
def _follow(user: User, what: dict[str, Any], *, now: datetime | None) -> None:
    """The follower is locked, so that none follows more than there may be; both are for a player, as for a block."""
    now = now or timezone.now()
    keys = sorted({user.pk, *(each.pk for name, each in what.items() if name == "person")})
    list(User.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk").values_list("pk"))
    if person := what.get("person"):
        blocks.refuse_severed(user, person, what=words.FOLLOW)
    if Follow.objects.filter(user=user, **what).exists():
        return
    spend("follow", now=now, sender=user.pk)
    if Follow.objects.filter(user=user).count() >= MOST_FOLLOWED:
        raise Refusal(words.TOO_MANY(most=MOST_FOLLOWED))
    Follow.objects.create(user=user, made_at=now, **what)


def end(user: User, *, game_id: int | None = None, person_id: int | None = None) -> bool:
    """Whether there was one."""
    return bool(Follow.objects.filter(user=user, game=game_id, person=person_id).delete()[0])


def on_player_blocked(*, user_id: int, other_id: int, mute: bool, **_: Any) -> None:
    """A block ends it in both directions; a mute does not."""
    if not mute:
        Follow.objects.filter(Q(user=user_id, person=other_id) | Q(user=other_id, person=user_id)).delete()


def on_account_closed(*, user_id: int, **_: Any) -> None:
    Follow.objects.filter(Q(user=user_id) | Q(person=user_id)).delete()


def on_account_exporting(*, user_id: int, **_: Any) -> dict[str, Any]:
    mine = Follow.objects.filter(user=user_id).order_by("pk")
    return {"follows": mine.values("game", "person__username", "made_at")}


def is_followed(user: User, *, game_id: int | None = None, person_id: int | None = None) -> bool:
    if game_id is not None:
        return bool(find_follow_of_game(user.pk, game_id))
    return Follow.objects.filter(user=user, person=person_id).exists()


@PreparedQuery
def find_follow_of_game(user_id: int, game_id: int) -> QuerySet[Follow, tuple[int]]:
    """Prepared, since the page of a game asks it for each who watches."""
    return Follow.objects.filter(user=user_id, game=game_id).values_list("pk")


def find_followers(game_id: int) -> list[int]:
    """Who follows a public game or one of its players, and plays neither side; nobody, of a private game. One query."""
    return sorted({user_id for (user_id,) in find_who_follows(game_id)})


@PreparedQuery
def find_who_follows(game_id: int) -> QuerySet[Follow, tuple[int]]:
    """Prepared, since each start and each end of a game asks it."""
    players = Seat.objects.filter(game=game_id, game__private=False).values("user")
    public = Game.objects.filter(pk=game_id, private=False).values("pk")
    found = Follow.objects.filter(Q(game__in=public) | Q(person__in=players)).filter(user__is_active=True)
    return found.exclude(user__in=players).values_list("user")


def choose_followed(games: GameQuerySet, reader: User) -> GameQuerySet:
    """Those of these games that the reader follows, or of whose players one: public ones alone."""
    mine = Follow.objects.filter(user=reader)
    persons = Seat.objects.filter(user__in=mine.exclude(person=None).values("person")).values("game")
    theirs = Q(pk__in=mine.exclude(game=None).values("game")) | Q(pk__in=persons)
    found: Any = games.filter(theirs, private=False)
    return found


def list_followed(user: User) -> tuple[Sequence[Follow], Sequence[Follow]]:
    """The players, by name, and the games, the newest first, that somebody follows."""
    mine = Follow.objects.filter(user=user)
    people = mine.exclude(person=None).select_related("person").order_by("person__username")
    games: QuerySet[Follow] = mine.exclude(game=None).select_related("game").prefetch_related("game__seats__user")
    return list(people), list(games.order_by("-pk"))
