"""Switches computers on and off, by staff. Nothing else sets `Computer.on`.

What is thought about for one that is switched off is taken from its worker, which plays no turn then; a worker that
took it up in the same instant learns it by its first sign of life. What such a worker has kept is free once the
computer is switched on.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from computers import events, waking
from computers.models import LEASE, Computer, Thought


@transaction.atomic
def set_available(computers: QuerySet[Computer], *, on: bool, staff: User) -> None:
    """Switches these, and announces each that was switched otherwise before. What waits is taken up at once."""
    if on:
        transaction.on_commit(waking.wake_wanted, robust=True)
    for computer in computers.exclude(on=on).select_for_update(no_key=True, of=("self",)).order_by("pk"):
        Computer.objects.filter(pk=computer.pk).update(on=on)
        Thought.objects.filter(game__seats__user=computer.user_id).update(**LEASE.given_back)
        events.computer_switched.send(sender=Computer, user_id=computer.user_id, staff_id=staff.pk, on=on)
