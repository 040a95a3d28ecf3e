"""What a user has chosen: what they are told, by which channel, and when."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import User
from notifications import timing
from notifications.models.outbox import EMAIL


class Switch(models.Model):
    """Whether a user has switched a kind of notice on or off for a channel. Without a row the default of the kind
    applies."""

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
    """An address whose owner asked never to get an email again."""

    address = models.EmailField(unique=True, help_text="In lower case.")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "blocked addresses"

    def __str__(self) -> str:
        return self.address


class Mode(models.TextChoices):
    """How often a user wants to hear of turns by email and push. Reminders of deadlines come in every mode except
    `off`."""

    EACH = "each", "each turn, in one email per half hour"
    ONCE = "once", "once, until I visit"
    DAILY = "daily", "a digest once a day"
    TWICE = "twice", "a digest twice a day"
    URGENT = "urgent", "only what is urgent"
    OFF = "off", "nothing"


class Preferences(models.Model):
    """When a user wants to hear of games. Without a row the defaults of these fields apply."""

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
        """Returns the user's row, or the defaults. It makes no query if `notice_preferences` was selected with the
        user."""
        try:
            return user.notice_preferences
        except cls.DoesNotExist:
            return cls(user=user)

    def timed_in(self, zone: ZoneInfo) -> timing.TimingPreferences:
        """Returns the preferences in the form that `timing` uses, for a person in that zone."""
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
        """Returns the hour of each digest of a day; none if the mode has no digest."""
        hours = (self.digest_hour, self.second_digest_hour)
        return hours[: {Mode.DAILY.value: 1, Mode.TWICE.value: 2}.get(self.mode, 0)]

    def find_next_digest(self, zone: ZoneInfo, *, now: datetime) -> datetime | None:
        """Returns when the next digest is due, if none was written for its hour yet; None without digests."""
        hours = self.list_digest_hours()
        return timing.next_digest(hours, zone=zone, now=now) if hours else None
