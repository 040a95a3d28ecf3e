"""What moved the clocks of games: each change, and the outages that moved many. Only `games/play/` writes them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import Vacation
from games.models.game import SIDES, Game


class Outage(models.Model):
    """A time in which players could not play, or were not told that it was their turn, through a fault of the site."""

    class Kind(models.TextChoices):
        SITE = "site", "the site was out of reach"
        MAIL = "mail", "email could not be sent"
        REPLIES = "replies", "answers by email were not read"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    from_at = models.DateTimeField()
    until_at = models.DateTimeField()
    found_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True, help_text="When every running deadline had been moved.")
    games_moved = models.PositiveIntegerField(default=0)
    reminded_up_to = models.PositiveBigIntegerField(default=0, help_text="Games up to this id have new reminders.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "from_at"], name="one_outage_an_instant"),
            models.CheckConstraint(condition=Q(until_at__gt=models.F("from_at")), name="outage_has_a_length"),
        ]

    @property
    def is_of_email(self) -> bool:
        """Whether the pages answered, and players who rely on email could not play: either way it went."""
        return self.kind in (Outage.Kind.MAIL, Outage.Kind.REPLIES)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} from {self.from_at:%Y-%m-%d %H:%M} to {self.until_at:%Y-%m-%d %H:%M} UTC"


class Heartbeat(models.Model):
    """When a part of the site last showed that it works; for email also since when it has failed."""

    class Part(models.TextChoices):
        BEAT = "beat", "the clock of the periodic tasks"
        WEB = "web", "the pages"
        SWEEP = "sweep", "the look for games out of time"
        MAIL = "mail", "the sending of email"
        NO_MAIL = "no_mail", "email that fails, since then"
        REFUSED = "refused", "email that is refused to everybody, since then"
        NO_WEB = "no_web", "pages that do not answer, since then"
        REPLIES = "replies", "the look into the mailbox for answers: when the last began that left none behind"
        NO_REPLY = "no_reply", "answers by email that are not read, since then"

    part = models.CharField(max_length=8, choices=Part.choices, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.part} at {self.at:%Y-%m-%d %H:%M:%S}"


class Pause(models.Model):
    """A time in which both clocks of a game are stopped, by agreement or by staff. Pauses of a game never overlap."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pauses")
    from_at = models.DateTimeField()
    until_at = models.DateTimeField(help_text="As agreed, or earlier where the players agreed to end it.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(until_at__gte=models.F("from_at")), name="pause_ends_after_it_begins")
        ]

    def __str__(self) -> str:
        return f"Game {self.game_id} from {self.from_at:%Y-%m-%d %H:%M} to {self.until_at:%Y-%m-%d %H:%M} UTC"


class ClockChange(models.Model):
    """A move of a deadline that was not made by a turn, and its reason: the log of a game's clock, which never
    changes."""

    class Kind(models.TextChoices):
        MORE_TIME = "more_time", "more time by agreement"
        PAUSED = "paused", "paused by agreement"
        RESUMED = "resumed", "the pause ended by agreement"
        VACATION = "vacation", "vacation set or ended"
        AUTOMATIC = "automatic", "vacation used automatically"
        OUTAGE = "outage", "an outage of the site"
        STAFF = "staff", "moved by staff"
        TAKEN_BACK = "taken_back", "a turn was taken back"
        STAFF_PAUSED = "staff_paused", "paused by staff"
        STAFF_RESUMED = "staff_resume", "a pause ended by staff"
        REOPENED = "reopened", "the game was reopened by staff"
        CLAIMED = "claimed", "the win was claimed from a silent player"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="clock_changes")
    revision = models.PositiveIntegerField(help_text="Of the game after it.")
    ply = models.PositiveIntegerField(help_text="Turns played by then.")
    side = models.PositiveSmallIntegerField(choices=SIDES, help_text="Whose clock it was.")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    before_at = models.DateTimeField(null=True, blank=True, help_text="The deadline before.")
    after_at = models.DateTimeField(null=True, blank=True, help_text="The deadline after.")
    terms = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        help_text="What was agreed on: days of more time, until when a pause lasts, the turn that was taken back.",
    )
    why = models.CharField(max_length=200, blank=True, help_text="What staff wrote, for other staff.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    vacation = models.ForeignKey(Vacation, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    outage = models.ForeignKey(Outage, on_delete=models.PROTECT, null=True, blank=True, related_name="changes")
    given = models.DurationField(null=True, blank=True, help_text="After an outage: the running time it moved by.")
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "outage"], condition=Q(outage__isnull=False), name="once_an_outage"
            ),
            models.UniqueConstraint(
                fields=["game", "vacation"],
                condition=Q(kind="automatic", vacation__isnull=False),
                name="once_an_vacation",
            ),
        ]

    def __str__(self) -> str:
        return f"Game {self.game_id}: {self.get_kind_display()}"
