"""What is kept of a reply by email: when it came, from whom, and its first line, but not the email itself. If nothing
could be done for it, the reason is kept, too."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models

from core.leases import Lease

LEASE = Lease(timedelta(seconds=90), at="claimed_at", token="claim")
"""An answer that was not dealt with within this time may be taken up again: its worker died."""
READING = Lease(timedelta(seconds=45), at="claimed_at", token="claim")
"""A mailbox has one reader at a time, who says every few seconds that it lives."""
LONGEST_LINE = 200
"""Characters of its first line that are kept."""


class Reply(models.Model):
    """An answer to an email of ours, by whom we wrote to. The same mail, however often it comes, is one row."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64, unique=True, help_text="Made of the token and the Message-ID.")
    arrived_at = models.DateTimeField(help_text="When the site first had it.")
    way = models.CharField(max_length=10, help_text="How it came in.")
    verdict = models.CharField(max_length=10, help_text="Whether its sender was proven.")
    about = models.CharField(
        max_length=40,
        blank=True,
        db_default="",
        help_text="The game and its revision, or the list, that the email showed.",
    )
    first_line = models.CharField(max_length=LONGEST_LINE, blank=True)
    outcome = models.CharField(max_length=60, blank=True, help_text="What came of it, as a code.")
    refused = models.BooleanField(default=False, db_default=False, help_text="Whether nothing was done.")
    done_at = models.DateTimeField(null=True, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    claim = models.CharField(max_length=32, blank=True, default="")
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = "answer by email"
        verbose_name_plural = "answers by email"
        indexes = [
            models.Index(fields=["arrived_at"], name="reply_arrived"),
            models.Index(fields=["user", "-arrived_at"], name="reply_of_user"),
        ]

    def __str__(self) -> str:
        return f"Answer of {self.user} at {self.arrived_at:%Y-%m-%d %H:%M:%S}"


class Mailbox(models.Model):
    """A mailbox in which answers are looked for: who reads it just now, and how far it was read."""

    name = models.CharField(max_length=400, unique=True, help_text="User, server and folder.")
    uid_validity = models.BigIntegerField(null=True, blank=True, help_text="While it stays, a number is the same mail.")
    read_up_to = models.BigIntegerField(default=0, help_text="Up to this number, every mail was dealt with.")
    failed = models.JSONField(default=dict, blank=True, help_text="How often each mail met a fault, by its number.")
    waiting = models.JSONField(
        default=dict,
        db_default=models.Value({}, models.JSONField()),
        blank=True,
        help_text="When each mail beyond its writer's limit is tried again, by its number; 0 for one to be taken out.",
    )
    looked_at = models.DateTimeField(
        null=True, blank=True, help_text="When the last look began that left no mail behind."
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    claim = models.CharField(max_length=32, blank=True, default="")

    class Meta:
        verbose_name = "mailbox"
        verbose_name_plural = "mailboxes"

    def __str__(self) -> str:
        return self.name


class UnreadMail(models.Model):
    """A mail for which nothing was done, and why: so that whoever misses a turn finds it again."""

    class Reason(models.TextChoices):
        MACHINE = "machine", "written by a machine"
        ANOTHER = "another", "from another address than the account’s"
        FORGED = "forged", "its sender’s server says that it is forged"
        OLD = "old", "older than the email that it answers"
        TOKEN = "token", "its token is no longer valid"
        LARGE = "large", "cut off for its size, and nothing found"
        MANY = "many", "beyond the limit"
        OFF = "off", "its player takes no replies"
        NOBODY = "nobody", "no token of ours"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
        help_text="Whose address for replies it was sent to.",
    )
    key = models.CharField(max_length=64, unique=True, help_text="Made of the address and the Message-ID.")
    arrived_at = models.DateTimeField(help_text="When the site first had it.")
    way = models.CharField(max_length=10, help_text="How it came in.")
    reason = models.CharField(max_length=10, choices=Reason.choices)
    verdict = models.CharField(max_length=10, blank=True, help_text="Whether its sender was proven.")
    first_line = models.CharField(max_length=LONGEST_LINE, blank=True, help_text="Of the account’s own address alone.")
    domain = models.CharField(max_length=255, blank=True, help_text="Of a sender who is not the account’s own.")

    class Meta:
        verbose_name = "email not acted on"
        verbose_name_plural = "emails not acted on"
        indexes = [
            models.Index(fields=["arrived_at"], name="unread_arrived"),
            models.Index(fields=["user", "-arrived_at"], name="unread_of_user"),
        ]

    def __str__(self) -> str:
        return f"Email at {self.arrived_at:%Y-%m-%d %H:%M:%S}: {self.reason}"


class Authority(models.Model):
    """A name under which a server wrote what it found out about a sender, and which the site does not trust."""

    name = models.CharField(max_length=253, unique=True)
    seen_at = models.DateTimeField(help_text="When it was last seen, to the hour.")

    class Meta:
        verbose_name = "authority not trusted"
        verbose_name_plural = "authorities not trusted"

    def __str__(self) -> str:
        return self.name
