"""Saves when a user wants to be told, and corrects what the old preferences had planned."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.conduct.restrictions import lock
from accounts.models import User
from notifications import registry
from notifications.kind_names import DIGEST
from notifications.models import Mode, Preferences
from notifications.preferences import switches
from notifications.scheduling import digests, reminders, replanning


@transaction.atomic
def save_preferences(user: User, *, now: datetime | None = None, **chosen: Any) -> Preferences:
    """Saves `chosen`, which are validated fields of Preferences."""
    was = Preferences.objects.filter(user=user).values_list("mode", flat=True).first() or Mode.EACH
    saved, _ = Preferences.objects.update_or_create(user=user, defaults=chosen)
    user.notice_preferences = saved
    now = now or timezone.now()
    digests.skip_started(saved, now=now)
    replanning.follow_preferences(user, was=was, mode=saved.mode, now=now)
    return saved


@transaction.atomic
def save_switches(user: User, wanted: Mapping[switches.Place, bool]) -> None:
    """Saves switches, and plans the reminders of the turns that wait for the user again.

    Reminders that were due while they were switched off are made up for. If the notice of a turn is switched off,
    reminders tell of the turn in time.
    """
    switches.save_table(user, wanted)
    reminders.plan_again_for(user.pk)


@transaction.atomic
def stop_mails(user: User, *, kinds: Collection[str] | None = None) -> None:
    """Switches off emails of these kinds, by name, or of all kinds. Digests end by a change of the mode."""
    lock(user.pk)
    switches.turn_off(
        user, kinds=[kind for kind in registry.list_switchable(for_staff=True) if kinds is None or kind in kinds]
    )
    if kinds is None or DIGEST in kinds:
        stop_digests(user)


def stop_digests(user: User) -> None:
    """Ends the digests. Urgent messages still come: each email with reminders has its own link to stop them."""
    if Preferences.of(user).mode in (Mode.DAILY, Mode.TWICE):
        save_preferences(user, mode=Mode.URGENT)
