"""What is stored for a while: how much of each limit was used, forms that wait for a log-in, and what forms made."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Allowance(models.Model):
    """What has been used of one limit by one person, pair or place. `accounts/limiting/spending.py` alone writes it."""

    key = models.CharField(max_length=120, primary_key=True)
    times = models.TextField(help_text="When each use was, in seconds since 1970, with spaces between them.")
    """Several that are counted together are written as `1.000x3`."""
    until_at = models.DateTimeField(db_index=True, help_text="From then on no use counts any more.")

    def __str__(self) -> str:
        return self.key


class KeptForm(models.Model):
    """A form that somebody sent while logged out, kept until they log in. Only `posted/kept_forms.py` writes it."""

    key = models.CharField(max_length=64, primary_key=True, help_text="Hash of the browser, the writer and the form.")
    browser = models.CharField(max_length=64, db_default="", help_text="Hash of what the browser's cookie holds.")
    writer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="+",
        help_text="The account whose page it was sent from; none for a visitor's.",
    )
    page = models.CharField(max_length=500, help_text="The path for which it was filled in.")
    action = models.CharField(max_length=500, db_default="", help_text="The address to which it was sent.")
    filled = models.TextField(help_text="Its fields as JSON.")
    kept_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"Form for {self.page}"


class SentForm(models.Model):
    """A form that made something, with the answer to it. Only `accounts/posted/sent_forms.py` writes it."""

    key = models.CharField(
        max_length=64, primary_key=True, help_text="Hash of its key, with who sent what to which address."
    )
    sent_at = models.DateTimeField(db_index=True)
    is_answered = models.BooleanField(default=False, help_text="Not while what it asks for is being done.")
    answer = models.TextField(blank=True, help_text="Where the answer leads; empty where it was a page.")
    told = models.TextField(default="[]", help_text="The sentences of the answer as JSON, each after its level.")

    def __str__(self) -> str:
        return f"Form of {self.sent_at:%Y-%m-%d %H:%M}"
