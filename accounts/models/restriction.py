"""Restrictions by staff: a warning, or something that a person may not do for a while or for good."""

from __future__ import annotations

from datetime import datetime

from django.core import signing
from django.db import models
from django.db.models import Q

from accounts.models.user import User
from accounts.rules import cite
from core.addresses import address_of
from core.words import Said

APPEAL = "accounts.restriction"


class RestrictionQuerySet(models.QuerySet["Restriction"]):
    def standing(self, now: datetime) -> RestrictionQuerySet:
        """In force: neither lifted nor past their end."""
        return self.filter(Q(until_at=None) | Q(until_at__gt=now), closed_at=None)

    def ended(self, now: datetime) -> RestrictionQuerySet:
        """Past their end, but not closed yet."""
        return self.filter(closed_at=None, until_at__lte=now)


class Restriction(models.Model):
    """A restriction of a person by staff, from one instant until another or until it is lifted.

    Only `accounts/conduct/restrictions.py` writes it, and it says what each kind forbids.
    """

    class Kind(models.TextChoices):
        WARNED = "warned", "warned"
        PROFILE_CLEARED = "profile_cleared", "profile text removed"
        RENAMED = "renamed", "has to choose a new name"
        MUTED = "muted", "muted"
        BARRED_RATED = "barred_rated", "no rated games"
        BARRED_OPEN = "barred_open", "no open challenges"
        BARRED = "barred", "no challenges"
        BARRED_REPORTS = "barred_reports", "no reports"
        SUSPENDED = "suspended", "suspended"

    class Scope(models.TextChoices):
        """What a mute forbids to write. The empty one is that of mutes laid before there were two."""

        CHATS = "", "Chats, sealed remarks and shared analyses"
        ALL = "all", "Everything that other players read"

    class Games(models.TextChoices):
        GO_ON = "go_on", "They go on: the person may still log in and play them"
        PAUSED = "paused", "Paused until the suspension ends"
        LOST = "lost", "Lost: each opponent wins"
        VOID = "void", "Void: nobody wins, and none counts"

    class Close(models.TextChoices):
        ENDED = "ended", "its time was over"
        LIFTED = "lifted", "lifted by staff"
        SEEN = "seen", "read"
        DONE = "done", "done"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="restrictions")
    kind = models.CharField(max_length=20, choices=Kind)
    from_at = models.DateTimeField()
    until_at = models.DateTimeField(null=True, blank=True, help_text="Empty: for good, or until it is read or done.")
    reason = models.TextField(max_length=1000, help_text="What the person reads.")
    rule = models.CharField(max_length=20, blank=True, help_text="The paragraph it goes by.")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    scope = models.CharField(
        max_length=3, choices=Scope, blank=True, default="", db_default="", help_text="Of a mute: what it forbids."
    )
    games = models.CharField(
        max_length=10,
        choices=Games,
        blank=True,
        default="",
        db_default="",
        help_text="Of a suspension: what happens to running games.",
    )
    games_settled_at = models.DateTimeField(null=True, blank=True, help_text="When that had been done to each.")
    games_restored_at = models.DateTimeField(
        null=True, blank=True, help_text="When that had been undone, after it was lifted."
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    close = models.CharField(max_length=10, choices=Close, blank=True)

    objects = RestrictionQuerySet.as_manager()
    told: Said | str = ""
    """What `restrictions.list_standing` says about it, for pages."""
    short: Said | str = ""
    """The same in one line, without the reason."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind"],
                condition=Q(closed_at=None) & ~Q(kind__in=["warned", "profile_cleared"]),
                name="one_restriction_of_a_kind",
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None, close="") | (Q(closed_at__isnull=False) & ~Q(close="")),
                name="restriction_closed_with_how",
            ),
            models.CheckConstraint(
                condition=Q(kind="suspended") & ~Q(games="") | ~Q(kind="suspended") & Q(games=""),
                name="suspension_says_of_games",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-id"], name="restriction_of_user"),
            models.Index(fields=["until_at"], condition=Q(closed_at=None), name="restriction_ending"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"

    @property
    def cited(self) -> str:
        """The paragraph in words; empty where none is cited."""
        return cite(self.rule)

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    @property
    def appeal_path(self) -> str:
        """The page that tells of it and takes an appeal, also from somebody who cannot log in. Its secret is signed."""
        return address_of("restriction", signing.Signer(salt=APPEAL).sign(str(self.pk)))

    @staticmethod
    def read_token(token: str) -> int:
        """The id that the token of a link names. Raises BadSignature."""
        return int(signing.Signer(salt=APPEAL).unsign(token))
