"""What one member of staff leaves to another: a decision, or its confirmation. Only `moderation/referrals.py` writes
it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Game
from moderation.models.held import Held
from moderation.models.log import LoggedAction


class Referral(Held):
    """A decision about a person or a game that another member of staff has to make or confirm, and who did.

    One to confirm names the logged decision, which staff with ties made since no one else could. A decision needs
    confirmation only if such a row exists.
    """

    class Kind(models.TextChoices):
        DECIDE = "decide", _("to decide")
        CONFIRM = "confirm", _("to confirm")

    kind = models.CharField(max_length=10, choices=Kind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    logged = models.OneToOneField(
        LoggedAction, on_delete=models.CASCADE, null=True, blank=True, related_name="to_confirm"
    )
    note = models.TextField(max_length=2000, blank=True, help_text="For the colleague alone.")
    made_at = models.DateTimeField()
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(person__isnull=False) | Q(game__isnull=False), name="referral_about_something"
            ),
            models.CheckConstraint(
                condition=Q(kind="confirm", logged__isnull=False) | Q(kind="decide", logged=None),
                name="referral_confirms_what_was_done",
            ),
            models.UniqueConstraint(
                fields=["by", "person"],
                condition=Q(kind="decide", answered_at=None),
                name="one_open_referral_of_person",
            ),
            models.UniqueConstraint(
                fields=["by", "game"], condition=Q(kind="decide", answered_at=None), name="one_open_referral_of_game"
            ),
        ]
        indexes = [models.Index(fields=["made_at"], condition=Q(answered_at=None), name="referral_in_queue")]

    def __str__(self) -> str:
        return f"Referral {self.pk} by {self.by}, {self.get_kind_display()}"
