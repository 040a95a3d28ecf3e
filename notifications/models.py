"""The outbox: a row for each message to one recipient about one event over one channel. Rows are the truth."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import User
from core.leases import Lease
from core.numbers import LARGEST
from notifications import timing

LEASE = Lease(timedelta(seconds=90), at="claimed_at", token="claim")
"""A notice that was not marked within this time is due again: its worker died."""
GIVE_UP_AFTER = timedelta(days=3)
"""A notice of this age is given up when sending it fails again."""
WAITS_FOR_SITE = timedelta(days=30)
"""How old at most, while the fault is the site's own or that of a service which all share, and no other channel tells
its reader: what is still true then is sent once that works."""


EMAIL, INBOX = "email", "inbox"
"""The two channels that others know by name: the one that a notice is written for at first, and the one on the site
itself."""
INSTEAD_OF = "instead_of"
"""In the payload of a notice that takes another way: the channel that is broken."""


def make_nonce() -> str:
    """Random letters, by which a message differs from that of another row of the same number: numbers come again once
    an older backup was restored."""
    return secrets.token_hex(4)


class NoticeQuerySet(models.QuerySet["Notice"]):
    def open(self) -> NoticeQuerySet:
        return self.filter(closed_at=None)

    def due(self, now: datetime) -> NoticeQuerySet:
        """Notices that are not yet sent, dropped or given up, whose time has come, and which no worker has leased."""
        return self.open().filter(LEASE.free(now), due_at__lte=now)


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
    """The notices that are sent in one message with this one; set by the code that delivers them."""

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
            # Of those that were closed alone: SQLite would find by it all that are open, though few of them are due.
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
        """The id that the payload has under this name; None where it has none, or something else."""
        value = self.payload.get(name) if isinstance(self.payload, dict) else None
        return value if isinstance(value, int) and 0 < value <= LARGEST else None


class ReminderQuerySet(models.QuerySet["Reminder"]):
    def due(self, now: datetime) -> ReminderQuerySet:
        return self.filter(due_at__lte=now).order_by("due_at", "pk")


class Reminder(models.Model):
    """When the player of a running game is next to be reminded of the deadline of the present turn."""

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


class Switch(models.Model):
    """A kind of notice that a user has switched off (or on again) for a channel; without a row it is on."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_switches")
    kind = models.CharField(max_length=24)
    channel = models.CharField(max_length=10, default=EMAIL)
    on = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind", "channel"], name="one_switch_a_kind")]
        indexes = [models.Index(fields=["kind", "user"], condition=models.Q(on=True), name="switch_on")]
        verbose_name_plural = "switches"

    def __str__(self) -> str:
        return f"{self.user}: {self.kind} by {self.channel} {'on' if self.on else 'off'}"


class BlockedAddress(models.Model):
    """An address whose owner asked never to be written to again."""

    address = models.EmailField(unique=True, help_text="In lower case.")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "blocked addresses"

    def __str__(self) -> str:
        return self.address


class Mode(models.TextChoices):
    """How often a user wants to hear of turns by email and push; reminders of deadlines come in every mode but
    `off`."""

    EACH = "each", "each turn, in one email per half hour"
    ONCE = "once", "once, until I visit"
    DAILY = "daily", "a digest once a day"
    TWICE = "twice", "a digest twice a day"
    URGENT = "urgent", "only what is urgent"
    OFF = "off", "nothing"


class Preferences(models.Model):
    """When a user wants to hear of games. Without a row: the defaults of these fields."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_preferences")
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.EACH)
    digest_hour = models.PositiveSmallIntegerField(default=8, help_text="Of the user's local day.")
    second_digest_hour = models.PositiveSmallIntegerField(default=18)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Hour at which quiet hours begin.")
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Hour at which they end.")
    reminders = models.JSONField(null=True, blank=True, help_text="Thresholds; empty for the usual ones.")
    by_reply = models.BooleanField(
        default=True, db_default=True, help_text="Whether answering an email plays, where the site takes answers."
    )

    class Meta:
        verbose_name_plural = "preferences"
        indexes = [
            models.Index(
                fields=["digest_hour"], condition=Q(mode__in=[Mode.DAILY, Mode.TWICE]), name="preferences_with_digests"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_mode_display()}"

    @classmethod
    def of(cls, user: User) -> Preferences:
        """The user's row, or the defaults. No query where `notice_preferences` was selected with the user."""
        try:
            return user.notice_preferences
        except cls.DoesNotExist:
            return cls(user=user)

    def timed_in(self, zone: ZoneInfo) -> timing.TimingPreferences:
        """As the functions of `timing` take them, for somebody of that zone."""
        return timing.TimingPreferences(
            mode=self.mode,
            quiet=self.find_quiet_hours(zone),
            reminders=timing.keep_known(self.reminders),
        )

    def find_quiet_hours(self, zone: ZoneInfo) -> timing.QuietHours | None:
        if self.quiet_from is None or self.quiet_until is None or self.quiet_from == self.quiet_until:
            return None
        return timing.QuietHours(self.quiet_from, self.quiet_until, zone)

    def list_digest_hours(self) -> tuple[int, ...]:
        """The hour of each digest of a day; none where the mode has no digest."""
        hours = (self.digest_hour, self.second_digest_hour)
        return hours[: {Mode.DAILY.value: 1, Mode.TWICE.value: 2}.get(self.mode, 0)]

    def find_next_digest(self, zone: ZoneInfo, *, now: datetime) -> datetime | None:
        """When the next digest is due, if none was written for its hour; None without digests."""
        hours = self.list_digest_hours()
        return timing.next_digest(hours, zone=zone, now=now) if hours else None


class ListedTurns(models.Model):
    """The games that one email listed, in its order, each as it was shown: what “2: a2-a3” in an answer means."""

    code = models.CharField(max_length=20, primary_key=True, help_text="Made of the reader and the list.")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    turns = models.JSONField(help_text="For each game its id, its revision and how many turns had been played.")
    made_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "listed turns"
        indexes = [models.Index(fields=["made_at"], name="listed_turns_made")]

    def __str__(self) -> str:
        return f"{len(self.turns)} games listed for {self.user}"


class Feed(models.Model):
    """The secret in the addresses of a user's feeds; a new one makes the old addresses useless."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feed")
    token = models.CharField(max_length=43, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Feeds of {self.user}"


class Device(models.Model):
    """A browser that takes push messages for a user (RFC 8030, RFC 8291)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.URLField(max_length=1000, unique=True)
    key = models.CharField(max_length=100, help_text="The browser's public key, p256dh.")
    secret = models.CharField(max_length=50, help_text="The browser's authentication secret.")
    name = models.CharField(max_length=80, help_text="Which browser it is, for its owner.")
    mark = models.CharField(
        max_length=16,
        default="",
        db_default="",
        help_text="By which its owner's log-out there is known (accounts.known_devices); empty where none was stored.",
    )
    added_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    last_error = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"


class ChatAddress(models.Model):
    """Where a user's notifications go in a chat app. Whoever knows the address can write there, so it is sealed."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chat_addresses")
    channel = models.CharField(max_length=10)
    sealed = models.TextField(help_text="The fields of the address, as JSON under a key of the site.")
    name = models.CharField(max_length=80, help_text="Which it is, for its owner, without its secret.")
    added_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    last_error = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "chat addresses"
        constraints = [models.UniqueConstraint(fields=["user", "channel"], name="one_address_a_chat_app")]

    def __str__(self) -> str:
        return f"{self.channel} of {self.user}"


class ChannelState(models.Model):
    """How well a channel works for a user: three failures or a bounce break it, and another takes its place."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="channel_states")
    channel = models.CharField(max_length=10)
    failures = models.PositiveSmallIntegerField(default=0, help_text="In a row.")
    broken_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    address = models.EmailField(blank=True, help_text="The address that bounced: a new one begins afresh.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "channel"], name="one_state_a_channel")]

    def __str__(self) -> str:
        return f"{self.user}: {self.channel} {'broken' if self.broken_at else 'works'}"
