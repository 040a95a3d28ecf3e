"""Who follows which game or player. Only `records/following.py` writes it, and nobody but the follower is ever told."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models import Game


class Follow(models.Model):
    """One game or one player that somebody follows."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    game: models.ForeignKey[Game | None, Game | None] = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="one_follow_of_a_game"),
            models.UniqueConstraint(fields=["user", "person"], name="one_follow_of_a_person"),
            models.CheckConstraint(
                condition=models.Q(game__isnull=True, person__isnull=False)
                | models.Q(game__isnull=False, person__isnull=True),
                name="follow_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} follows {self.person or self.game}"
