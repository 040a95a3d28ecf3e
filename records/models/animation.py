"""Animations of games that were asked for. Only `records/animating.py` writes them."""

from __future__ import annotations

from django.db import models

from games.models import Game


class Animation(models.Model):
    """A game as a GIF, as somebody wants to see it: made once by a worker, for everybody who asks."""

    key = models.CharField(max_length=64, primary_key=True, help_text="Of all that it shows.")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    wanted = models.JSONField(help_text="Side, size, theme and the like, and from which turn to which.")
    asked_at = models.DateTimeField()
    leased_at = models.DateTimeField(null=True, blank=True, help_text="Since when a worker draws it.")
    made_at = models.DateTimeField(null=True, blank=True)
    viewed_at = models.DateTimeField(null=True, blank=True, help_text="When it was last shown, to the hour.")
    content = models.TextField(default="", blank=True, help_text="The GIF, as base64: backups keep text.")
    fault = models.CharField(max_length=40, blank=True, default="", help_text="Why it cannot be drawn.")

    class Meta:
        indexes = [
            models.Index(fields=["asked_at"], condition=models.Q(made_at=None, fault=""), name="animation_waiting"),
            models.Index(fields=["made_at"], name="animation_made"),
        ]

    def __str__(self) -> str:
        return f"Animation of game {self.game_id}"
