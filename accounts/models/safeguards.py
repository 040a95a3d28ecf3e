"""The safeguards of the site: who may sign up, and whether new accounts may do less for a while."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Safeguards(models.Model):
    """The one row of safeguards. Only `accounts/safeguards.py` writes it."""

    class SignUps(models.TextChoices):
        OPEN = "open", "Open to everybody"
        INVITED = "invited", "By invitation alone"
        CLOSED = "closed", "Closed"

    sign_ups = models.CharField(max_length=10, choices=SignUps, default=SignUps.OPEN)
    tightened_until = models.DateTimeField(
        null=True, blank=True, help_text="Until then the limits of new accounts are tightened."
    )
    closed_from = models.DateTimeField(
        null=True, blank=True, help_text="When sign-ups and challenges of new accounts were last closed for a while."
    )
    closed_until = models.DateTimeField(null=True, blank=True, help_text="When that ends, or ended.")

    class Meta:
        db_table = "accounts_switches"
        verbose_name_plural = "safeguards"
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="one_row_of_switches")]

    def __str__(self) -> str:
        return f"Sign-ups: {self.get_sign_ups_display()}"
