"""Blocks and mutes between players."""

from __future__ import annotations

from django.db import models

from accounts.models.user import User


class Block(models.Model):
    """One player does not want to chat with or be challenged by another; a mute only hides what the other writes.

    Only `accounts/conduct/blocks.py` writes it.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    is_mute = models.BooleanField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "other"], name="one_block_of_a_player")]

    def __str__(self) -> str:
        return f"{self.user} {'mutes' if self.is_mute else 'blocks'} {self.other}"
