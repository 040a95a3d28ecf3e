"""What is stored of visitors for a while: how much of each limit they used, and forms that wait for a log-in."""

from __future__ import annotations

from django.db import models


class Allowance(models.Model):
    """What has been used of one limit by one person, pair or place. `accounts/spending.py` alone writes it."""

    key = models.CharField(max_length=120, primary_key=True)
    times = models.TextField(help_text="When each use was, in seconds since 1970, with spaces between them.")
    until_at = models.DateTimeField(db_index=True, help_text="From then on no use counts any more.")

    def __str__(self) -> str:
        return self.key


class KeptForm(models.Model):
    """A form that somebody sent while logged out, kept until they log in. Only `accounts/kept_forms.py` writes it."""

    key = models.CharField(max_length=64, primary_key=True, help_text="Hash of what the browser's cookie holds.")
    page = models.CharField(max_length=500, help_text="The path for which it was filled in.")
    filled = models.TextField(help_text="Its fields as JSON.")
    kept_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"Form for {self.page}"
