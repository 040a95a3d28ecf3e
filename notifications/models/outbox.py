"""The outbox: a row for each message to one recipient about one event over one channel. The rows decide what is
sent."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from core.leases import Lease
from core.numbers import LARGEST

LEASE = Lease(timedelta(seconds=90), at="claimed_at", token="claim")
"""A notice that was not marked within this time is due again, since its worker must have died."""
GIVE_UP_AFTER = timedelta(days=3)
"""A notice of this age is given up when sending it fails again."""
WAITS_FOR_SITE = timedelta(days=30)
"""The greatest age if the fault is the site's own or that of a shared service, and no other channel tells the reader.
What is still true by then is sent once the fault is over."""


EMAIL, INBOX = "email", "inbox"
"""The two channels that other code knows by name: the one that a notice is first written for, and the site's own."""
INSTEAD_OF = "instead_of"
"""The key in the payload of a notice that takes another way. Its value is the broken channel."""


def make_nonce() -> str:
    """Returns random letters that distinguish a message from one of another row with the same number. Numbers repeat
    after an older backup was restored."""
    return secrets.token_hex(4)


class NoticeQuerySet(models.QuerySet["Notice"]):
    def open(self) -> NoticeQuerySet:
        return self.filter(closed_at=None)

    def due(self, now: datetime) -> NoticeQuerySet:
        """Returns notices that are not yet sent, dropped or given up, whose time has come, and which no worker has
        leased."""
        return self.due_by(now, now - LEASE.lasts)

    def due_by(self, now: datetime, lapsed: datetime) -> NoticeQuerySet:
        """Does the same for prepared queries, which are given the instant before which a lease has lapsed."""
        return self.open().filter(LEASE.free_since(lapsed), due_at__lte=now)


class Notice(models.Model):
    """One message to one recipient: a user, or an address for invitations and emails about accounts."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        SENT = "sent", "sent"
        DROPPED = "dropped", "no longer wanted or true"
        FAILED = "failed", "given up"

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    address = models.EmailField(blank=True, help_text="Where it goes if not to the recipient's present address.")
    kind = models.CharField(max_length=24)
    channel = models.CharField(max_length=10, default=EMAIL)
    dedupe_key = models.CharField(max_length=120, help_text="Names the event; never null, so that none is told twice.")
    payload = models.JSONField(default=dict, help_text="Ids, never sentences; for account emails the message itself.")
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    claimed_at = models.DateTimeField(null=True, blank=True)
    claim = models.CharField(max_length=32, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    closed_at = models.DateTimeField(null=True, blank=True, help_text="When it was sent, dropped or given up.")
    last_error = models.TextField(blank=True, help_text="Why it was not sent, the last time or for good.")
    last_error_at = models.DateTimeField(null=True, blank=True)
    refused_at = models.DateTimeField(
        null=True, blank=True, help_text="When a server first refused its recipient or its text; empty once it is sent."
    )
    nonce = models.CharField(max_length=16, blank=True, default=make_nonce, db_default="", editable=False)
    held_at = models.DateTimeField(
        null=True, blank=True, help_text="When it was last put off, or left to a digest, since its reader prefers that."
    )
    seen_at = models.DateTimeField(null=True, blank=True, help_text="When its reader saw it on the site.")

    objects = NoticeQuerySet.as_manager()

    others: Sequence[Notice] = ()
    """The notices that are sent in one message with this one. The code that delivers them sets it."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["recipient", "channel", "dedupe_key"],
                condition=Q(recipient__isnull=False),
                name="notice_once_a_user",
            ),
            models.UniqueConstraint(
                fields=["address", "channel", "dedupe_key"], condition=Q(recipient=None), name="notice_once_an_address"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(closed_at=None), name="notice_due"),
            models.Index(fields=["recipient", "-closed_at"], name="notice_last_of_user"),
            # Only of closed notices: otherwise SQLite would use it to find all open ones, though few of them are due.
            models.Index(fields=["closed_at"], condition=Q(closed_at__isnull=False), name="notice_done"),
            models.Index(fields=["last_error_at"], condition=Q(refused_at__isnull=False), name="notice_refused"),
            models.Index(
                fields=["recipient"],
                condition=Q(channel="inbox", state="sent", seen_at=None),
                name="notice_unseen_in_inbox",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.recipient or self.address}"

    def id_of(self, name: str) -> int | None:
        """Returns the id that the payload has under this name; None if it has no valid id there."""
        value = self.payload.get(name) if isinstance(self.payload, dict) else None
        return value if isinstance(value, int) and 0 < value <= LARGEST else None


class ReminderQuerySet(models.QuerySet["Reminder"]):
    def due(self, now: datetime) -> ReminderQuerySet:
        return self.filter(due_at__lte=now).order_by("due_at", "pk")


class Reminder(models.Model):
    """When the player whose turn it is in a running game gets the next reminder of the deadline."""

    game = models.OneToOneField("games.Game", on_delete=models.CASCADE, related_name="reminder")
    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reminders")
    planned_at = models.DateTimeField(help_text="What was due before this is not made up for.")
    told = models.DurationField(null=True, help_text="The shortest time left that this turn's player was reminded of.")
    since = models.DateTimeField(null=True, help_text="When the clock was started again within the turn, if it was.")
    due_at = models.DateTimeField(null=True, help_text="Empty where no reminder of this turn is to come.")
    was_planned_at = models.DateTimeField(null=True, help_text="These as they were before the turn, if it is undone.")
    was_told = models.DurationField(null=True)
    was_since = models.DateTimeField(null=True)
    was_due_at = models.DateTimeField(null=True)

    objects = ReminderQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="reminder_due")]

    def __str__(self) -> str:
        return f"Reminder of game {self.game_id}"
