"""Players who always offer each other a rematch: the wish, and the offers it makes when a game has ended."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from core.each import do_each
from core.refusal import Refusal
from engine.contract import Side
from games.models import WITHOUT_RESULT, Game, OfferRecord, RematchWish, Seat
from games.play import offers

SOON = timedelta(minutes=15)
"""How long after its end a game is looked at. It is later only if no task has run in all that time."""
KIND = "rematch"


def wish_rematches(user_id: int, *, other_id: int, wished: bool) -> None:
    """Sets whether a player always offers another a rematch."""
    if wished:
        RematchWish.objects.get_or_create(user_id=user_id, other_id=other_id)
    else:
        RematchWish.objects.filter(user=user_id, other=other_id).delete()


def list_wished(user_id: int) -> list[str]:
    """The names of those to whom a player always offers a rematch."""
    wished = RematchWish.objects.filter(user=user_id).order_by("pk")
    return list(wished.values_list("other__username", flat=True))


def forget_wishes(user_id: int) -> None:
    """Deletes the wishes of somebody who has closed their account, and those of others for them."""
    RematchWish.objects.filter(Q(user=user_id) | Q(other=user_id)).delete()


def offer_wished(*, now: datetime | None = None) -> int:
    """Offers the rematches that players wish after games that have just ended; returns how many offers it made.

    Where both wish it, the second offer accepts the first, and the new game starts. Games without a result are left
    alone, and so are games whose rematch somebody has offered before. After a pair one offer is made, once both games
    are over. It may run twice or at once.
    """
    at = now or timezone.now()
    either = Q(game=OuterRef("game")) | Q(game=OuterRef("game__paired_with"))
    offered = OfferRecord.objects.filter(either, kind=KIND)
    wished = RematchWish.objects.filter(user=OuterRef("user"), other__seats__game=OuterRef("game"))
    ended = Seat.objects.filter(game__ended_at__gt=at - SOON, game__ended_at__lte=at).exclude(
        game__termination__in=WITHOUT_RESULT
    )
    half_over = Q(game__paired_with__isnull=False, game__paired_with__ended_at=None)
    due = ended.filter(Exists(wished)).exclude(half_over).exclude(Exists(offered)).order_by(F("game_id"), "side")
    found = list(due.values_list("game", "side", "game__paired_with"))
    firsts = {game for game, _, paired in found if paired is None or game < paired}
    seats = [(game, side) for game, side, paired in found if game in firsts or paired not in firsts]
    fault = "The rematch of game %s could not be offered"
    may_be = (Refusal, Game.DoesNotExist)  # as after a block or a suspension
    return do_each(seats, partial(_offer, now=now), fault=fault, expected=may_be).done


def _offer(seat: tuple[int, int], *, now: datetime | None) -> None:
    game_id, side = seat
    offers.propose(game_id, KIND, side=Side(side), now=now)
