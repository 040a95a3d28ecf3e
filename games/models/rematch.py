"""Which game followed another as its rematch, and to whom players always offer one. Only `games/play/` writes them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.game import Game


class Rematch(models.Model):
    """That a game was followed by another of the same two players on the same terms; a game has one rematch at most."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="rematch")
    following = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="rematch_of")

    class Meta:
        verbose_name_plural = "rematches"

    def __str__(self) -> str:
        return f"Game {self.following_id} after game {self.game_id}"


class RematchWish(models.Model):
    """That a player always offers another a rematch when a game of theirs ends. Where both wish it, it starts at
    once."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rematches_wished", db_index=False
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name_plural = "rematch wishes"
        constraints = [models.UniqueConstraint(fields=["user", "other"], name="one_rematch_wish_a_pair")]

    def __str__(self) -> str:
        return f"{self.user} always offers {self.other} a rematch"
