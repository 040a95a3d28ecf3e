"""Help for somebody who is locked out, from the request to its end."""

from __future__ import annotations

from django.core import signing
from django.db import models

from accounts.models.user import User
from core.addresses import address_of

STOP_RESCUE = "accounts.locked_out.rescue.stop"


class RescueQuerySet(models.QuerySet["Rescue"]):
    def waiting(self) -> RescueQuerySet:
        return self.filter(closed_at=None)


class Rescue(models.Model):
    """Help that a moderator asked for, until it is done or stopped; `locked_out/rescue_requests.py` alone writes it."""

    class Kind(models.TextChoices):
        ADDRESS = "address", "new email address"
        SECOND_FACTORS = "second_factors", "second factors removed"

    class Outcome(models.TextChoices):
        DONE = "done", "done"
        STOPPED = "stopped", "stopped by the person"
        WITHDRAWN = "withdrawn", "called off by staff"
        OVERTAKEN = "overtaken", "done at once by an administrator"
        VOID = "void", "no longer possible"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="rescues")
    kind = models.CharField(max_length=20, choices=Kind)
    email = models.EmailField(blank=True, help_text="The new one.")
    before = models.TextField(blank=True, help_text="What is to be changed, as it was: changed since, it stays so.")
    staff = models.ForeignKey(User, on_delete=models.PROTECT, related_name="rescues_asked")
    reason = models.TextField(max_length=1000)
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)

    objects = RescueQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind"], condition=models.Q(closed_at=None), name="one_rescue_of_a_kind_waits"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} for {self.user}"

    @property
    def masked_email(self) -> str:
        """Such as `a***@e***.org`: its owner recognises it, and nobody else learns it."""
        local, _, domain = self.email.rpartition("@")
        return f"{local[:1]}***@{domain[:1]}***.{domain.rpartition('.')[2]}"

    @property
    def stop_path(self) -> str:
        """The page where anyone who has this link can stop it. Its secret is signed, and stored nowhere."""
        return address_of("stop_rescue", signing.Signer(salt=STOP_RESCUE).sign(str(self.pk)))

    @staticmethod
    def read_token(token: str) -> int:
        """The id of the request that the token of a link names. Raises BadSignature."""
        return int(signing.Signer(salt=STOP_RESCUE).unsign(token))
