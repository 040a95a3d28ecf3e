"""Standing challenges, and the games that come from them. Only `competition/standing/` writes them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from games.models import Challenge, Game

MOST_KEPT = 10
"""The most games that a standing challenge may keep running."""


class StandingChallengeQuerySet(models.QuerySet["StandingChallenge"]):
    def standing(self) -> StandingChallengeQuerySet:
        """Returns those that their owner has not ended."""
        return self.filter(ended_at=None)

    def with_room(self) -> StandingChallengeQuerySet:
        """Returns those that are listed now: they are not paused, and have room."""
        return self.standing().filter(challenge__withheld=False)

    def due(self, now: datetime) -> StandingChallengeQuerySet:
        """Returns those that pairing has to look at: they are new or changed, or their reach has grown since it last
        looked."""
        return self.standing().filter(look_at__lte=now)


class StandingChallenge(models.Model):
    """A player's standing wish for games on some terms. Its challenge says what it offers, and to whom."""

    class Paused(models.TextChoices):
        HAND = "hand", "by hand"
        VACATION = "vacation", "on vacation"
        RESTRICTED = "restricted", "barred or suspended"
        UNSEEN = "unseen", "not seen for 14 days"
        ABSENT = "absent", "lost a game on time without having been here since it began"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="standing_challenges")
    challenge = models.OneToOneField(Challenge, on_delete=models.CASCADE, related_name="standing_challenge")
    keep = models.PositiveSmallIntegerField(
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_KEPT)],
        help_text="How many games it keeps running.",
    )
    pairs = models.BooleanField(default=True, help_text="Whether the site pairs it with others by itself.")
    made_at = models.DateTimeField()
    waiting_since = models.DateTimeField(
        help_text="Since when it has had room as it is: it was made, changed or listed again, or its last game started."
    )
    last_opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="Of its owner’s last game that came from standing challenges for the same ruleset.",
    )
    absent_since = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When its owner lost a standing or ladder game on time without having been here since it began. It "
        "is paused until they have visited after that.",
    )
    paused = models.CharField(
        max_length=10, choices=Paused.choices, blank=True, default="", help_text="Why it is paused, if it is."
    )
    check_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When the time alone next pauses or resumes it; empty where only something that happens can.",
    )
    look_at = models.DateTimeField(
        null=True, blank=True, help_text="When pairing looks at it next; never while it is not listed."
    )
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = StandingChallengeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(keep__gte=1, keep__lte=MOST_KEPT), name="standing_keeps_some"),
        ]
        indexes = [
            models.Index(fields=["look_at"], condition=Q(ended_at=None), name="standing_due"),
            models.Index(fields=["check_at"], condition=Q(ended_at=None), name="standing_to_check"),
            models.Index(fields=["owner"], condition=Q(ended_at=None, paused="unseen"), name="standing_unseen"),
            models.Index(fields=["owner"], condition=Q(ended_at=None, paused="absent"), name="standing_absent"),
        ]

    def __str__(self) -> str:
        return f"Standing challenge {self.pk} of {self.owner}"


class StandingGameQuerySet(models.QuerySet["StandingGame"]):
    def running(self) -> StandingGameQuerySet:
        return self.filter(running=True)

    def of(self, user_id: int) -> StandingGameQuerySet:
        """Returns this player's games that come from standing challenges, no matter whose."""
        return self.filter(Q(one=user_id) | Q(other=user_id))

    def of_any(self, user_ids: Collection[int]) -> StandingGameQuerySet:
        """Returns the games of any of these players."""
        return self.filter(Q(one__in=user_ids) | Q(other__in=user_ids))

    def between(self, user_id: int, other_id: int) -> StandingGameQuerySet:
        return self.filter(Q(one=user_id, other=other_id) | Q(one=other_id, other=user_id))


class StandingGame(models.Model):
    """A game that one standing challenge, or two together, started."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="standing_game")
    standing = models.ForeignKey(
        StandingChallenge,
        on_delete=models.SET_NULL,
        null=True,
        related_name="games_started",
        help_text="That of `one`.",
    )
    other_standing = models.ForeignKey(
        StandingChallenge,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="games_joined",
        help_text="Of `other`, if two met; else they accepted by hand.",
    )
    one = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    running = models.BooleanField(default=True, help_text="A copy, so that what runs is counted without the games.")

    objects = StandingGameQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["one", "running"], name="standing_game_of_one"),
            models.Index(fields=["other", "running"], name="standing_game_of_other"),
        ]

    def __str__(self) -> str:
        return f"Game {self.game_id} of standing challenges"
