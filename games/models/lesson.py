"""Which tasks of the lessons a player has solved. Only `games/learning.py` writes it."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from engine.contract import LONGEST_NAME


class LessonDone(models.Model):
    """A player has solved this task of this game's lesson."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    ruleset = models.CharField(max_length=LONGEST_NAME)
    task = models.CharField(max_length=LONGEST_NAME)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "ruleset", "task"], name="task_done_once")]
        verbose_name = "solved task"

    def __str__(self) -> str:
        return f"{self.ruleset}: {self.task}"
