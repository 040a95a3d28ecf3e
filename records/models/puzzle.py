"""Puzzles from analysed games. Only `records/puzzles.py` writes them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from engine.symmetry import LONGEST_CANONICAL_KEY
from games.models import Game
from games.models.game import LONGEST_NAME


class Puzzle(models.Model):
    """A position of a finished game in which one move alone wins by force."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField(help_text="Turns played before it.")
    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME)
    ruleset_revision = models.PositiveSmallIntegerField(default=1)
    position_text = models.TextField()
    canonical_key = models.CharField(max_length=LONGEST_CANONICAL_KEY)
    within = models.PositiveSmallIntegerField(help_text="Turns of both sides that the win takes.")
    theme = models.CharField(max_length=LONGEST_NAME, help_text="By what it wins: see records/themes.")
    found_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="When staff took it out.")

    class Meta:
        permissions = [("hide_puzzle", "Can hide a puzzle that is wrong")]
        constraints = [
            models.UniqueConstraint(
                fields=["ruleset_slug", "ruleset_revision", "canonical_key"], name="one_puzzle_of_a_position"
            )
        ]
        indexes = [models.Index(fields=["theme", "-id"], condition=models.Q(hidden_at=None), name="puzzle_of_theme")]

    def __str__(self) -> str:
        return f"Puzzle {self.pk} ({self.ruleset_slug})"


class PuzzleSource(models.Model):
    """An analysed game in which puzzles were looked for."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="+")
    looked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Game {self.game_id}"


class PuzzleOfDay(models.Model):
    """The puzzle of a day, of UTC."""

    day = models.DateField(primary_key=True)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="days")

    class Meta:
        verbose_name_plural = "puzzles of days"

    def __str__(self) -> str:
        return f"{self.day}: {self.puzzle}"


class PuzzleSolved(models.Model):
    """That somebody has solved a puzzle."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="+")
    solved_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "puzzles solved"
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="one_solution_of_a_puzzle")]

    def __str__(self) -> str:
        return f"{self.user} solved {self.puzzle}"
