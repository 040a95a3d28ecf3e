"""A turn of a game. Only `games/play/` writes it."""

from __future__ import annotations

import hashlib

from django.db import models
from django.db.models import Q

from engine.symmetry import LONGEST_CANONICAL_KEY
from games.models.game import LONGEST_KEY, SIDES, Game


class Turn(models.Model):
    """What one side submitted at once, and the resulting position. Turns taken back are kept and marked."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="turns")
    ply = models.PositiveIntegerField(help_text="Number of turns played with this one: the first turn is ply 1.")
    side = models.PositiveSmallIntegerField(choices=SIDES)
    text = models.TextField(help_text="As the ruleset writes it, however long.")
    position_text = models.TextField(help_text="The position after the turn.")
    position_key = models.CharField(
        max_length=LONGEST_KEY, help_text="Equal where a repetition rule sees the same position: `fit_key` makes it."
    )
    canonical_key = models.CharField(
        max_length=LONGEST_CANONICAL_KEY,
        blank=True,
        default="",
        db_default="",
        help_text="Equal where a position is the same but for a symmetry of the game: `canonical_key` makes it.",
    )
    played_at = models.DateTimeField()
    key = models.CharField(
        max_length=64, blank=True, help_text="Chosen by the sender: the same key again is the same turn."
    )
    had_until_at = models.DateTimeField(null=True, blank=True, help_text="The deadline it was played under.")
    bank_before = models.DurationField(null=True, blank=True, help_text="The player's bank when the turn began.")
    time_left = models.DurationField(
        null=True, blank=True, help_text="What was left of its time when it was played, for whoever takes it back."
    )
    taken_back_at = models.DateTimeField(null=True, blank=True)
    undone = models.BooleanField(
        default=False, db_default=False, help_text="Taken back within the minute, as if it had never been played."
    )
    armed = models.BooleanField(default=False, db_default=False, help_text="Played by an armed line, not by hand.")

    class Meta:
        ordering = ["game", "ply"]
        constraints = [
            models.UniqueConstraint(fields=["game", "ply"], condition=Q(taken_back_at=None), name="one_turn_a_ply"),
            models.UniqueConstraint(fields=["game", "key"], condition=~Q(key=""), name="one_turn_a_key"),
        ]
        indexes = [
            models.Index(fields=["game", "position_key"], name="turn_repetition"),
            models.Index(fields=["played_at"], name="turn_played"),
        ]

    def __str__(self) -> str:
        return f"{self.ply}. {self.text}"


def fit_key(key: str) -> str:
    """A ruleset's repetition key in the form that the column and its index store, of bounded length: equal keys stay
    equal."""
    return key if len(key) <= LONGEST_KEY else hashlib.sha256(key.encode()).hexdigest()
