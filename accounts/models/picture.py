"""The pictures that people uploaded as their faces. Only `accounts/faces/keeping.py` writes them."""

from __future__ import annotations

from django.db import models

from accounts.models.user import User


class Picture(models.Model):
    """A picture as the site made it anew from what somebody sent: square, small, without anything else in the file.

    `User.picture` has its mark as long as it is shown. A new upload is a new row.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="kept_picture")
    mark = models.CharField(max_length=22, unique=True, help_text="A hash of the picture and whose it is.")
    content = models.TextField(help_text="The WebP, as base64: backups keep text.")
    made_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True, help_text="When staff removed it from sight.")

    def __str__(self) -> str:
        return f"Picture of {self.user_id}"
