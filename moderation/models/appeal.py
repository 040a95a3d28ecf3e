"""An appeal against a decision about a person or a game. Only `moderation/appeals.py` writes it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from moderation.models.held import Held
from moderation.models.log import LoggedAction


class Appeal(Held):
    """A person's only appeal against one decision, and its answer.

    The decision is a restriction of the person, or what staff did to a game that `by` plays in.
    """

    class Outcome(models.TextChoices):
        REVERSED = "reversed", _("Your appeal was upheld: the decision is reversed")
        UPHELD = "upheld", _("The decision stands")

    restriction = models.OneToOneField(
        Restriction, on_delete=models.CASCADE, null=True, blank=True, related_name="appeal"
    )
    decision = models.ForeignKey(LoggedAction, on_delete=models.CASCADE, null=True, blank=True, related_name="appeals")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text="The player who appeals against what was done to a game.",
    )
    text = models.TextField(max_length=2000)
    made_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    answer = models.TextField(max_length=1000, blank=True, help_text="What the person reads.")
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(outcome="", answered_at=None) | (~Q(outcome="") & Q(answered_at__isnull=False)),
                name="appeal_answered_with_outcome",
            ),
            models.CheckConstraint(
                condition=Q(restriction__isnull=False, decision=None, by=None)
                | Q(restriction=None, decision__isnull=False, by__isnull=False),
                name="appeal_against_one_decision",
            ),
            models.UniqueConstraint(fields=["decision", "by"], name="one_appeal_of_a_player"),
        ]
        indexes = [models.Index(fields=["made_at"], condition=Q(answered_at=None), name="appeal_in_queue")]

    def __str__(self) -> str:
        return f"Appeal {self.pk} by {self.person}"

    @property
    def person(self) -> User:
        """The person who appeals."""
        found = self.by if self.restriction is None else self.restriction.user
        assert found is not None  # a constraint ensures it
        return found

    @property
    def decided_by(self) -> User:
        """The member of staff whose decision the appeal is against."""
        found = self.decision if self.restriction is None else self.restriction
        assert found is not None
        return found.by

    @property
    def is_open(self) -> bool:
        return self.answered_at is None
