"""What was done about offers, for the list of turns of a game. Only `games/play/` writes it."""

from __future__ import annotations

from django.db import models

from games.models.game import SIDES, Game


class OfferRecord(models.Model):
    """That a player made, withdrew or answered an offer. It never changes."""

    class Step(models.TextChoices):
        MADE = "made", "offered"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="offer_records")
    ply = models.PositiveIntegerField(help_text="Turns played by then.")
    side = models.PositiveSmallIntegerField(choices=SIDES, help_text="Who did it.")
    kind = models.CharField(max_length=40, help_text="The name of the kind of offer.")
    step = models.CharField(max_length=9, choices=Step.choices, db_column="deed")
    done_at = models.DateTimeField()

    class Meta:
        ordering = ["game", "pk"]

    def __str__(self) -> str:
        return f"Game {self.game_id}: {self.kind} {self.step}"
