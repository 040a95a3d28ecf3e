"""The outbox: a row for each message to one recipient about one event over one channel. Rows are the truth."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

CLAIM_LASTS = timedelta(seconds=90)
"""A claim that was not marked within this time is due again: its worker died."""


class Kind(models.TextChoices):
    """What a notice is about."""

    CHALLENGE_RECEIVED = "challenge_received", "a challenge for me"
    CHALLENGE_ACCEPTED = "challenge_accepted", "my challenge was accepted"
    CHALLENGE_DECLINED = "challenge_declined", "my challenge was declined"
    YOUR_TURN = "your_turn", "it is my turn"
    DEADLINE_NEAR = "deadline_near", "my time is running out"
    DRAW_OFFERED = "draw_offered", "my opponent offers a draw"
    GAME_OVER = "game_over", "a game is over"
    INVITATION = "invitation", "an invitation to somebody without an account"
    ACCOUNT = "account", "my account"
    TEST = "test", "a test that I asked for"


SWITCHABLE = tuple(kind for kind in Kind if kind not in (Kind.INVITATION, Kind.ACCOUNT, Kind.TEST))
"""What a user may switch off: an address without an account says “never again”, and the rest was asked for."""


class Channel(models.TextChoices):
    MAIL = "mail", "mail"


class NoticeQuerySet(models.QuerySet["Notice"]):
    def open(self) -> NoticeQuerySet:
        return self.filter(closed_at=None)

    def due(self, now: datetime) -> NoticeQuerySet:
        """Not yet sent, dropped or given up, their time come, and nobody at work on them."""
        unclaimed = Q(claimed_at=None) | Q(claimed_at__lt=now - CLAIM_LASTS)
        return self.open().filter(unclaimed, due_at__lte=now)


class Notice(models.Model):
    """One message to one recipient (a user, or an address for invitations and account mails)."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        SENT = "sent", "sent"
        DROPPED = "dropped", "no longer wanted or true"
        FAILED = "failed", "given up"

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    address = models.EmailField(blank=True, help_text="Where it goes if not to the recipient's present address.")
    kind = models.CharField(max_length=24, choices=Kind.choices)
    channel = models.CharField(max_length=10, choices=Channel.choices, default=Channel.MAIL)
    dedupe_key = models.CharField(max_length=120, help_text="Names the event; never null, so that none is told twice.")
    payload = models.JSONField(default=dict, help_text="Ids, never sentences; for account mails the message itself.")
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    claimed_at = models.DateTimeField(null=True, blank=True)
    claim = models.CharField(max_length=32, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    closed_at = models.DateTimeField(null=True, blank=True, help_text="When it was sent, dropped or given up.")
    last_error = models.TextField(blank=True, help_text="Why it was not sent, the last time or for good.")
    last_error_at = models.DateTimeField(null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

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
            models.Index(fields=["closed_at"], name="notice_closed"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.recipient or self.address}"


class Switch(models.Model):
    """A kind of notice that a user has switched off (or on again) for a channel; without a row it is on."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_switches")
    kind = models.CharField(max_length=24, choices=Kind.choices)
    channel = models.CharField(max_length=10, choices=Channel.choices, default=Channel.MAIL)
    on = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind", "channel"], name="one_switch_a_kind")]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind} by {self.channel} {'on' if self.on else 'off'}"


class BlockedAddress(models.Model):
    """An address whose owner said: never write to me again."""

    address = models.EmailField(unique=True, help_text="In lower case.")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.address
