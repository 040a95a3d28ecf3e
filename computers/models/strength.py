"""How strong the levels of computers are, as their games against people tell."""

from __future__ import annotations

from django.db import models

from computers.models.computer import Computer
from engine import glicko


class LevelStrength(models.Model):
    """How strong a computer's level is, by its games against people whose ratings were established.

    Worked out anew again and again, for the last twelve months and for the calendar years: a level plays the same for
    good, so one that rises over the years says that ratings have.
    """

    LATELY = 0
    """In place of a year: the last twelve months."""

    computer = models.ForeignKey(Computer, on_delete=models.CASCADE, related_name="strengths", db_index=False)
    year = models.PositiveSmallIntegerField(help_text="Of the games, in UTC; 0 for the last twelve months.")
    rating = models.FloatField()
    margin = models.FloatField(help_text="So much more or less holds the true rating with 95 %.")
    games = models.PositiveIntegerField(help_text="From which it was worked out.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["computer", "year"], name="one_strength_a_level_and_year")]

    def __str__(self) -> str:
        return f"{self.computer}, {self.year or 'lately'}: {glicko.show(self.rating)}"
