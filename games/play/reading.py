"""Keeps how far a player has read the chat of a game."""

from __future__ import annotations

from games.models import Seat


def mark_read(seat: Seat, *, up_to: int) -> None:
    """The player has seen the messages up to this number; never takes one back. No change of the game itself."""
    if seat.read_up_to < up_to:
        Seat.objects.filter(pk=seat.pk, read_up_to__lt=up_to).update(read_up_to=up_to)
