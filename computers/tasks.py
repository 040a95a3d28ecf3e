"""What the workers do for computers: think in a queue of its own, and look after what was lost."""

from celery import shared_task
from django.db.models import Q
from django.utils import timezone

from computers import accepting, thinking, waking
from computers.models import Computer, Thought

MOST = 100
"""Thoughts asked for at once; the others wait for the next sweep."""


@shared_task
def think(game_id: int) -> None:
    """Does what a computer has to do in one game now."""
    thinking.think(game_id)


@shared_task
def look_after() -> int:
    """Asks again for what waits, because its task or its worker was lost; returns for how many games."""
    accepting.answer_waiting()
    if not Thought.objects.exists():
        return 0
    Thought.objects.filter(~Q(game__ended_at=None), stopped_at__isnull=False).delete()
    asleep = Computer.objects.filter(on=False).values("user")
    waiting = Thought.objects.free(timezone.now()).exclude(game__seats__user__in=asleep)
    found = list(waiting.order_by("asked_at").values_list("game", flat=True)[:MOST])
    if found:
        waking.wake(*found)
    return len(found)
