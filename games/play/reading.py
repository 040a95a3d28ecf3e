"""Stores how far a player has read the chat of a game."""

from __future__ import annotations

from django.db.models import Max, OuterRef, Subquery

from games.models import Message, Seat


def mark_read(seat: Seat, *, up_to: int) -> None:
    """Marks messages up to this number as read; never moves back. The game itself does not change."""
    if seat.read_up_to < up_to:
        Seat.objects.filter(pk=seat.pk, read_up_to__lt=up_to).update(read_up_to=up_to)


def mark_all_read(user_id: int, *, other_id: int) -> None:
    """Marks all that another player has written to this one as read, in every game of the two."""
    said = Message.objects.filter(game=OuterRef("game"), user=other_id).order_by().values("game")
    last = Subquery(said.annotate(last=Max("pk")).values("last"))
    seats = Seat.objects.filter(user=user_id, game__seats__user=other_id).annotate(last=last)
    for seat in seats.filter(last__isnull=False):
        mark_read(seat, up_to=seat.last)
