"""The ways to reach a user: browsers, chat apps, feeds and the lists in emails. Also how well each channel works."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models

from core.leases import Lease

BOT_LEASE = Lease(timedelta(seconds=60), at="claimed_at", token="claim")
"""Only one process at a time reads the messages to a bot."""


class ListedTurns(models.Model):
    """The games that one email listed, in order and as they were then. It tells what “2: a2-a3” in a reply means."""

    code = models.CharField(max_length=20, primary_key=True, help_text="Made of the reader and the list.")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    turns = models.JSONField(help_text="For each game its id, its revision and how many turns had been played.")
    made_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "listed turns"
        indexes = [models.Index(fields=["made_at"], name="listed_turns_made")]

    def __str__(self) -> str:
        return f"{len(self.turns)} games listed for {self.user}"


class Feed(models.Model):
    """The secret in the addresses of a user's feeds. A new one makes the old addresses useless."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feed")
    token = models.CharField(max_length=43, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Feeds of {self.user}"


class Device(models.Model):
    """A browser that receives push messages for a user (RFC 8030, RFC 8291)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.URLField(max_length=1000, unique=True)
    key = models.CharField(max_length=100, help_text="The browser's public key, p256dh.")
    secret = models.CharField(max_length=50, help_text="The browser's authentication secret.")
    name = models.CharField(max_length=80, help_text="Which browser it is, for its owner.")
    mark = models.CharField(
        max_length=16,
        default="",
        db_default="",
        help_text="By which its owner's log-out there is known (accounts.known_devices); empty where none was stored.",
    )
    added_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    last_error = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"


class ChatAddress(models.Model):
    """Where a user's notifications go in a chat app. Anyone who knows the address can write there, so it is sealed."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chat_addresses")
    channel = models.CharField(max_length=10)
    sealed = models.TextField(help_text="The fields of the address, as JSON under a key of the site.")
    name = models.CharField(max_length=80, help_text="Which it is, for its owner, without its secret.")
    added_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    last_error = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "chat addresses"
        constraints = [models.UniqueConstraint(fields=["user", "channel"], name="one_address_a_chat_app")]

    def __str__(self) -> str:
        return f"{self.channel} of {self.user}"


class ConnectCode(models.Model):
    """A code that the site showed to a user, who sends it to the site's bot in a chat app. It works once, for ten
    minutes."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    channel = models.CharField(max_length=10)
    digest = models.CharField(max_length=64, unique=True, help_text="Of the code, which is not stored.")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "channel"], name="one_code_a_chat_app")]
        indexes = [models.Index(fields=["channel", "made_at"], name="connect_code_made")]

    def __str__(self) -> str:
        return f"Code of {self.user} for {self.channel}"


class Bot(models.Model):
    """The site's own account in a chat app: its name there, which process is reading its messages, and how far they
    were read."""

    channel = models.CharField(max_length=10)
    number = models.CharField(max_length=20, help_text="Which account it is, in that app.")
    username = models.CharField(max_length=64, blank=True)
    named_at = models.DateTimeField(null=True, blank=True, help_text="When the app last said how it is called.")
    read_up_to = models.BigIntegerField(default=0, help_text="Every message up to this number was dealt with.")
    read_at = models.DateTimeField(null=True, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    claim = models.CharField(max_length=32, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["channel", "number"], name="one_row_a_bot")]

    def __str__(self) -> str:
        return f"@{self.username or self.number} on {self.channel}"


class ChannelState(models.Model):
    """How well a channel works for a user. Three failures or a bounce break it, and another channel takes its place."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="channel_states")
    channel = models.CharField(max_length=10)
    failures = models.PositiveSmallIntegerField(default=0, help_text="In a row.")
    broken_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    address = models.EmailField(blank=True, help_text="The address that bounced: a new one begins afresh.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "channel"], name="one_state_a_channel")]

    def __str__(self) -> str:
        return f"{self.user}: {self.channel} {'broken' if self.broken_at else 'works'}"


class ServerFault(models.Model):
    """A server where the site logs in and that fails: what it said, and when to try again. The row is deleted once all
    is well."""

    class Part(models.TextChoices):
        MAIL = "mail", "the server that sends emails"
        REPLIES = "replies", "the mailbox of replies"

    part = models.CharField(max_length=8, choices=Part.choices, primary_key=True)
    mark = models.CharField(max_length=32, help_text="Of the settings by which it is reached: others are a new start.")
    since_at = models.DateTimeField()
    at = models.DateTimeField(help_text="When it was last tried.")
    said = models.CharField(max_length=500)
    refusals = models.PositiveIntegerField(default=0, help_text="Log-ins refused in a row.")
    try_at = models.DateTimeField(null=True, blank=True, help_text="Nobody logs in before; empty while anybody may.")

    @property
    def what(self) -> str:
        return str(ServerFault.Part(self.part).label)

    def __str__(self) -> str:
        return f"{self.what} since {self.since_at:%Y-%m-%d %H:%M} UTC: {self.said}"
