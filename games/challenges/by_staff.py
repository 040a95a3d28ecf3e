"""What staff do to challenges: they withdraw those of a person who may send none, and hide what was written with them.

The row keeps the words: their writer and staff still read them. Nobody is told by this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from games.models import Challenge

Status = Challenge.Status


def list_pending_by(user_id: int, *, only_open: bool, now: datetime) -> QuerySet[Challenge]:
    """What a person offers and nobody has answered, the newest first; with `only_open`, what anyone may accept. Not
    their standing challenges, which are paused while they may send none."""
    pending = Challenge.objects.pending(now).filter(challenger=user_id, stands=False)
    return (pending.filter(audience=Challenge.Audience.ANYONE) if only_open else pending).order_by("-pk")


def withdraw_by_staff(user_id: int, *, only_open: bool, now: datetime) -> list[int]:
    """Withdraws those and hides what was written with them; returns their numbers. The person is locked, so that
    nobody accepts one meanwhile."""
    numbers = list(list_pending_by(user_id, only_open=only_open, now=now).values_list("pk", flat=True))
    withdraw_all(numbers, now=now)
    hide_notes(numbers, now=now)
    return numbers


def withdraw_all(numbers: Sequence[int], *, now: datetime) -> list[int]:
    """Withdraws those of these challenges that wait for an answer; returns their numbers. Their challenger is
    locked."""
    pending = Challenge.objects.filter(pk__in=numbers, status=Status.PENDING)
    found = list(pending.order_by("pk").values_list("pk", flat=True))
    pending.update(status=Status.WITHDRAWN, closed_at=now)
    return found


def list_noted_by(user_id: int, *, since: datetime | None = None) -> QuerySet[Challenge]:
    """The challenges with a message of this person's that others can read, the newest first."""
    found = Challenge.objects.filter(challenger=user_id, note_removed_at=None).exclude(note="").order_by("-pk")
    found = found.select_related("opponent")
    return found if since is None else found.filter(created_at__gte=since)


def hide_notes(numbers: Sequence[int], *, now: datetime) -> list[int]:
    """Hides these messages from everybody but their writer; returns the numbers of those that others could read."""
    shown = Challenge.objects.filter(pk__in=numbers, note_removed_at=None).exclude(note="")
    found = list(shown.order_by("pk").values_list("pk", flat=True))
    shown.update(note_removed_at=now)
    return found


def show_notes(numbers: Sequence[int]) -> None:
    """Shows them again; a challenge that was withdrawn stays so."""
    Challenge.objects.filter(pk__in=numbers).update(note_removed_at=None)


def list_reasons_by(user_id: int, *, since: datetime | None = None) -> QuerySet[Challenge]:
    """The challenges that this person has declined with a reason that the challenger can read, the newest first."""
    declined = Challenge.objects.filter(opponent=user_id, status=Status.DECLINED, reason_removed_at=None)
    found = declined.exclude(reason="").select_related("challenger").order_by("-pk")
    return found if since is None else found.filter(closed_at__gte=since)


def hide_reasons(numbers: Sequence[int], *, now: datetime) -> list[int]:
    """Hides these reasons from everybody but their writer; returns the numbers of those that others could read."""
    shown = Challenge.objects.filter(pk__in=numbers, reason_removed_at=None).exclude(reason="")
    found = list(shown.order_by("pk").values_list("pk", flat=True))
    shown.update(reason_removed_at=now)
    return found


def show_reasons(numbers: Sequence[int]) -> None:
    Challenge.objects.filter(pk__in=numbers).update(reason_removed_at=None)
