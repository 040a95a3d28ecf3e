"""Ladders: who stands on one, in which order, and their games. Only `competition/ladder/` writes them."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from engine.contract import LONGEST_NAME
from games.models import Game


class Ladder(models.Model):
    """A ladder. Each ruleset has one row, and code that changes the ladder's order locks it."""

    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME, primary_key=True)

    def __str__(self) -> str:
        return f"The ladder of {self.ruleset_slug}"


class LadderMemberQuerySet(models.QuerySet["LadderMember"]):
    def on(self, slug: str) -> LadderMemberQuerySet:
        """Returns those on the ladder of a ruleset, the highest first."""
        return self.filter(ruleset_slug=slug).exclude(rank=None).order_by("rank")

    def idle(self, *, since: datetime) -> LadderMemberQuerySet:
        """Returns those who are on no ladder, and had neither joined nor played a ladder game since then."""
        gone = self.filter(rank=None, joined_at__lt=since)
        return gone.filter(Q(played_at=None) | Q(played_at__lt=since), Q(rejoin_at=None) | Q(rejoin_at__lt=since))


class LadderMember(models.Model):
    """A player who is or was on a ladder."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ladder_places", db_index=False
    )
    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME, db_index=False)
    rank = models.BigIntegerField(
        null=True,
        blank=True,
        help_text="Orders those on it from the top, with gaps, so that a move changes one row. Empty for who is "
        "not on it. The place is how many are above, and one.",
    )
    joined_at = models.DateTimeField()
    leaving_at = models.DateTimeField(
        null=True, blank=True, help_text="When they left; their place stays until games that others started are over."
    )
    played_at = models.DateTimeField(
        null=True, blank=True, help_text="When their last ladder game since they joined started or ended."
    )
    rejoin_at = models.DateTimeField(
        null=True, blank=True, help_text="From when they may join again, after a loss on time."
    )

    objects = LadderMemberQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "ruleset_slug"], name="one_place_a_ladder"),
            models.UniqueConstraint(fields=["ruleset_slug", "rank"], name="one_player_a_rank"),  # empty ones may repeat
        ]

    def __str__(self) -> str:
        return f"{self.user} on the ladder of {self.ruleset_slug}"


class LadderGame(models.Model):
    """A game of a ladder: who challenged whom, and what its end did."""

    class Held(models.TextChoices):
        CHALLENGED_LEFT = "challenged", "the challenged player had left the ladder"
        CHALLENGER_LEFT = "challenger", "the challenger had left the ladder"
        ABOVE = "above", "the challenger stood above the challenged player already"

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="ladder_game")
    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME, db_index=False)
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    challenged = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    started_at = models.DateTimeField()
    repeats = models.BooleanField(
        default=False, help_text="Whether its challenger had challenged the same player not long before."
    )
    running = models.BooleanField(default=True, help_text="A copy, so that what runs is counted without the games.")
    settled_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When its end was settled; nothing that happens to it later moves anybody.",
    )
    challenger_score = models.FloatField(
        null=True, blank=True, help_text="1, ½ or 0 at the end that was settled; empty where that had no result."
    )
    moved_from = models.PositiveIntegerField(null=True, blank=True, help_text="The winner’s place before a move.")
    moved_to = models.PositiveIntegerField(null=True, blank=True)
    held = models.CharField(
        max_length=10,
        choices=Held.choices,
        blank=True,
        default="",
        db_default="",
        help_text="Why nobody moved though the challenger has won.",
    )
    left = models.BooleanField(default=False, help_text="Whether its loser on time left the ladder by it.")

    class Meta:
        indexes = [
            models.Index(fields=["challenger", "challenged", "-started_at"], name="ladder_game_of_challenger"),
            models.Index(fields=["challenged", "challenger", "-started_at"], name="ladder_game_of_challenged"),
            models.Index(fields=["challenged"], condition=Q(running=True), name="ladder_game_running_in"),
            models.Index(fields=["challenger"], condition=Q(running=True), name="ladder_game_running_out"),
            models.Index(
                fields=["ruleset_slug", "-settled_at"],
                condition=Q(settled_at__isnull=False),
                name="ladder_game_lately_settled",
            ),
        ]

    def __str__(self) -> str:
        return f"Ladder game {self.game_id}"
