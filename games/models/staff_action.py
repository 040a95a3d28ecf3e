"""What staff did to a game, and why. Only `games/play/` writes it."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from accounts.models import Restriction
from games.models.game import Game


class StaffAction(models.Model):
    """What staff did to a game, and why. Written by games/play/ beside the change itself, and never changed."""

    class Kind(models.TextChoices):
        ADJUDICATED = "adjudicated", "adjudicated"
        VOIDED = "voided", "declared void"
        DEADLINE_MOVED = "deadline_moved", "deadline moved"
        PAUSED = "paused", "paused"
        RESUMED = "resumed", "resumed"
        TAKEN_BACK = "taken_back", "turns taken back"
        TURNS_RESTORED = "turns_restored", "turns put back"
        REOPENED = "reopened", "reopened"
        RESULT_RESTORED = "result_restored", "result restored"
        CHAT_CLOSED = "chat_closed", "chat closed"
        CHAT_OPENED = "chat_opened", "chat opened"
        LINE_REMOVED = "line_removed", "line of chat removed"
        LINE_RESTORED = "line_restored", "line of chat restored"
        SUSPENDED = "suspended", "settled by a suspension"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="staff_actions")
    revision = models.PositiveIntegerField(help_text="Of the game after it.")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    what = models.CharField(max_length=1300)
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

    def __str__(self) -> str:
        return f"Game {self.game_id} {self.get_kind_display()}"
