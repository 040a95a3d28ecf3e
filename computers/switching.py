"""Switches computers on and off, by staff. Nothing else sets `Computer.on`."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from computers import events, waking
from computers.models import Computer


@transaction.atomic
def switch(computers: QuerySet[Computer], *, on: bool, staff: User) -> None:
    """Switches these, and announces each that was switched otherwise before. What waits is taken up at once."""
    if on:
        transaction.on_commit(waking.wake_wanted, robust=True)
    for computer in computers.exclude(on=on).select_for_update(no_key=True, of=("self",)).order_by("pk"):
        Computer.objects.filter(pk=computer.pk).update(on=on)
        events.computer_switched.send(sender=Computer, user_id=computer.user_id, staff_id=staff.pk, on=on)
