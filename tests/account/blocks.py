"""Who blocks whom, as they did it, and what must not be between two of whom one blocks the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from games.models import Challenge, Game, Message


@dataclass
class Block:
    """One player blocks another; `until` is None while that lasts."""

    both: tuple[int, int]
    since: datetime
    said: int = 0
    """The last message that had been sent by then."""
    until: datetime | None = None


class Blocks:
    def __init__(self) -> None:
        self.all: list[Block] = []

    def make(self, one: int, other: int) -> None:
        self.end(one, other)
        said = Message.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        self.all.append(Block((one, other), timezone.now(), said))

    def end(self, one: int, other: int) -> None:
        for block in self.standing():
            if block.both == (one, other):
                block.until = timezone.now()

    def forget(self, user_id: int) -> None:
        """Blocks by and of an account end with it."""
        for block in self.standing():
            if user_id in block.both:
                block.until = timezone.now()

    def standing(self) -> Iterator[Block]:
        return (block for block in self.all if block.until is None)

    def are_severed(self, one: int, other: int) -> bool:
        return any(set(block.both) == {one, other} for block in self.standing())

    def find_defied(self, *, now: datetime) -> Iterator[str]:
        """Games, words and challenges between the two, in either direction."""
        for block in self.all:
            one, other = block.both
            of_both = Game.objects.filter(seats__user=one).filter(seats__user=other)
            for game in of_both.filter(started_at__gt=block.since, started_at__lt=block.until or now):
                yield f"player {one} has blocked player {other}, and game {game.pk} began at {game.started_at}"
            if block.until is not None:
                continue
            if Message.objects.filter(pk__gt=block.said, user__in=block.both, game__in=of_both).exists():
                yield f"player {one} has blocked player {other}, and words went between them"
            if Challenge.objects.pending(now).filter(challenger__in=block.both, opponent__in=block.both).exists():
                yield f"player {one} has blocked player {other}, and a challenge waits between them"
