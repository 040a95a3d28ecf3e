"""What happened to an account, as its owner sees it under “Recent activity”."""

from __future__ import annotations

from django.db import models

from accounts.models.user import User


class AccountEvent(models.Model):
    """What happened to an account, for its owner to see; `accounts/people/activity.py` alone writes it.

    `origin` is the hash of an address (accounts/limiting/origin.py). Failures are counted in one row by their `key`.
    """

    class Kind(models.TextChoices):
        LOGGED_IN = "logged_in", "Logged in"
        LOG_IN_FAILED = "log_in_failed", "Wrong password"
        CODE_FAILED = "code_failed", "Wrong code"
        LOGGED_OUT = "logged_out", "Logged out"
        SESSIONS_ENDED = "sessions_ended", "Logged out everywhere else"
        PASSWORD_CHANGED = "password_changed", "Password changed"
        PASSWORD_RESET = "password_reset", "Password changed by a link from an email"
        EMAIL_CHANGED = "email_changed", "Email address changed"
        FACTOR_ADDED = "factor_added", "Second factor added"
        FACTOR_REMOVED = "factor_removed", "Second factor removed"
        CODES_MADE = "codes_made", "New recovery codes made"
        CODE_USED = "code_used", "Recovery code used"
        FACTORS_RESET = "factors_reset", "Second factors reset by staff"
        RESCUE_ASKED = "rescue_asked", "Help by staff asked for"
        RESCUE_STOPPED = "rescue_stopped", "Help by staff stopped"
        DATA_ASKED = "data_asked", "Copy of your data asked for"
        CLOSING_ASKED = "closing_asked", "Closing the account asked for"
        CLOSING_STOPPED = "closing_stopped", "Account kept, by logging in"

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, help_text="Empty: no account was named.")
    kind = models.CharField(max_length=20, choices=Kind)
    detail = models.CharField(max_length=60, blank=True)
    happened_at = models.DateTimeField()
    last_at = models.DateTimeField(help_text="Later where it is counted.")
    count = models.PositiveIntegerField(default=1)
    origin = models.CharField(max_length=32, blank=True)
    browser = models.CharField(max_length=60, blank=True)
    key = models.CharField(max_length=80, unique=True, null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["user", "-id"], name="account_event_of_user"),
            models.Index(fields=["last_at"], name="account_event_to_prune"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.happened_at:%Y-%m-%d %H:%M}"
