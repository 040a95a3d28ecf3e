"""What staff did to a game, and why. Only `games/play/` writes it."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from accounts.models import Restriction
from core.said import keep
from core.words import Said
from games.models.game import Game

LONGEST_WHAT = 1300
_labels: dict[str, str] = {}


def declare_kind(name: str, *, label: str) -> str:
    """Declares one kind of action, at most 20 characters, with the label that staff read; returns its name.

    The file of `games/play/` that carries the action out calls this once, so that a new kind changes no other file.
    """
    _labels[name] = label
    return name


def list_kinds() -> list[tuple[str, str]]:
    """Every declared kind with its label. The column asks for it anew each time, so a new kind needs no migration."""
    return list(_labels.items())


class StaffAction(models.Model):
    """What staff did to a game, and why. Written by games/play/ beside the change itself, and never changed."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="staff_actions")
    revision = models.PositiveIntegerField(help_text="Of the game after it.")
    kind = models.CharField(max_length=20, choices=list_kinds)
    what = models.CharField(max_length=LONGEST_WHAT, help_text="What was done, in English as it was told then.")
    said = models.JSONField(
        null=True, blank=True, help_text="The same as code and arguments (core/said.py); empty in older rows."
    )
    reason = models.TextField(max_length=1000)
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff_actions")
    restriction = models.ForeignKey(
        Restriction,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="staff_actions",
        help_text="The suspension by which it was done.",
    )
    done_at = models.DateTimeField()

    def say(self, what: Said) -> None:
        """Notes what was done, as code and arguments, and as it is told now."""
        self.what, self.said = str(what)[:LONGEST_WHAT], keep(what)

    def __str__(self) -> str:
        return f"Game {self.game_id} {self.get_kind_display()}"
