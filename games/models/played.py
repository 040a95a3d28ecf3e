"""Which games a player plays: the list of players is searched by it and shows it."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from engine.contract import LONGEST_NAME


class PlayedRuleset(models.Model):
    """That a player has started public games of a ruleset. Only `games/play/start.py` writes it.

    Nothing that happens to a game later makes it untrue: it counts nothing, and says nothing about private games.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rulesets_played", db_index=False
    )
    ruleset_slug = models.SlugField("ruleset", max_length=LONGEST_NAME, db_index=False)
    last_on = models.DateField(help_text="The day, in UTC, on which the last such game started.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "ruleset_slug"], name="one_row_a_ruleset_played")]
        indexes = [models.Index(fields=["ruleset_slug", "-last_on", "user"], name="ruleset_lately_played")]

    def __str__(self) -> str:
        return f"{self.user} plays {self.ruleset_slug}"
