"""What is stored of reports. `moderation/reports.py` alone writes them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game


class Report(models.Model):
    """What a player tells staff of another's conduct, and how staff answered."""

    class Matter(models.TextChoices):
        WORDS = "words", "insults or threats, in a chat, a message or a profile"
        FAIRNESS = "fairness", "several accounts, help from a computer, or games lost on purpose"
        STALLING = "stalling", "stalling or abusing the clock"
        NAME = "name", "a name or a profile that offends or deceives"
        OTHER = "other", "something else"

    class Outcome(models.TextChoices):
        ACTED = "acted", "We have acted on it"
        NO_BREACH = "no_breach", "We found nothing against the rules"
        UNCLEAR = "unclear", "We couldn’t find out"

    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_made")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_about")
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports")
    matter = models.CharField(max_length=10, choices=Matter.choices)
    text = models.TextField(max_length=2000)
    made_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    answer = models.TextField(max_length=1000, blank=True, help_text="What the reporter reads.")
    reason = models.TextField(max_length=1000, blank=True, help_text="For other staff alone.")
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="reports_answered"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "about"], condition=Q(answered_at=None), name="one_open_report_about_a_person"
            ),
            models.CheckConstraint(
                condition=Q(outcome="", answered_at=None) | (~Q(outcome="") & Q(answered_at__isnull=False)),
                name="report_answered_with_outcome",
            ),
        ]
        indexes = [models.Index(fields=["reporter", "made_at"], name="report_of_day")]
        permissions = [("answer_report", "Can answer a report")]

    def __str__(self) -> str:
        return f"Report {self.pk} about {self.about}"

    @property
    def is_open(self) -> bool:
        return self.answered_at is None
