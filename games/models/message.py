"""Messages between the two players of a game. Only `games/chat.py` writes it."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.game import Game


class Message(models.Model):
    """A line of chat. The players of the game read it, and staff do when it is reported."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=1000)
    ply = models.PositiveIntegerField(help_text="Turns played by then.")
    sent_at = models.DateTimeField()
    removed_at = models.DateTimeField(
        null=True, blank=True, help_text="When staff removed it: from then on nobody but staff reads it."
    )

    class Meta:
        ordering = ["game", "pk"]
        indexes = [models.Index(fields=["game", "-id"], name="message_of_game")]

    def __str__(self) -> str:
        return f"{self.user} in game {self.game_id}"
