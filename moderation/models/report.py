"""A report and its answer. Only `moderation/reports.py`, `own_reports.py` and
`corrected_reports.py` write it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Game
from moderation import reasons
from moderation.models.held import Held
from moderation.things import registry

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Report(Held):
    """What a player tells staff about another's conduct, the reported thing as it was then, and staff's answer."""

    class Outcome(models.TextChoices):
        ACTED = "acted", _("We have acted on it")
        NO_BREACH = "no_breach", _("We found nothing against the rules")
        UNCLEAR = "unclear", _("We couldn’t find out")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_made")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_about")
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="The other account, where the reporter says that one person has two.",
    )
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports")
    thing = models.CharField(max_length=20, choices=registry.list_choices, default="profile", db_default="profile")
    thing_id = models.PositiveBigIntegerField(null=True, blank=True, help_text="Its number among things of its kind.")
    kept = models.JSONField(default=dict, db_default={}, blank=True, help_text="The thing as it was when reported.")
    matter = models.CharField(max_length=reasons.LONGEST_NAME, choices=reasons.list_choices)
    text = models.TextField(max_length=2000)
    additions = models.JSONField(
        default=list, db_default=[], blank=True, help_text="What the reporter added later: texts with their times."
    )
    made_at = models.DateTimeField()
    gravity = models.PositiveSmallIntegerField(
        default=3, db_default=3, help_text="By its matter and by its reporter’s record: 1 is the gravest."
    )
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
                fields=["reporter", "thing", "thing_id", "matter"],
                condition=Q(answered_at=None),
                name="one_open_report_of_a_matter",
            ),
            models.CheckConstraint(
                condition=Q(outcome="", answered_at=None) | (~Q(outcome="") & Q(answered_at__isnull=False)),
                name="report_answered_with_outcome",
            ),
        ]
        indexes = [
            models.Index(fields=["reporter", "made_at"], name="report_of_day"),
            models.Index(fields=["gravity", "made_at"], condition=Q(answered_at=None), name="report_in_queue"),
            models.Index(fields=["about", "-id"], name="report_about_person"),
            models.Index(fields=["about", "made_at"], condition=Q(answered_at=None), name="report_begins_matter"),
            models.Index(fields=["about"], condition=Q(held_until__isnull=False), name="report_held"),
            models.Index(fields=["second"], condition=Q(second__isnull=False), name="report_of_second"),
        ]
        permissions = [("answer_report", "Can answer a report")]

    def __str__(self) -> str:
        return f"Report {self.pk} about {self.about}"

    @property
    def reason_given(self) -> reasons.Reason:
        return reasons.find_reason(self.matter)

    @property
    def accuses(self) -> bool:
        """Whether it says that a person broke a rule. Otherwise its reporter asks for help."""
        return self.reason_given.accuses

    @property
    def kept_lines(self) -> list[tuple[StrOrPromise, str]]:
        """The reported thing as it was, as labels and texts for staff. It is empty for old reports, which kept
        nothing."""
        kind = registry.THINGS.find(self.thing)
        return [line for line in kind.tell(self.kept) if line[1]] if kind and self.kept else []

    @property
    def kept_board(self) -> str:
        """The kept board as text, or nothing if there is none."""
        return str(self.kept.get("board", ""))

    @property
    def reported_words(self) -> str:
        """The reported text if the thing is something written. Otherwise it is empty."""
        kind = registry.THINGS.find(self.thing)
        lines = self.kept_lines if kind is not None and kind.is_written else []
        return lines[0][1] if lines else ""

    @property
    def kept_ply(self) -> int | None:
        """The turn of the game that the report is about, if it is about one."""
        kind = registry.THINGS.find(self.thing)
        return kind.find_ply(self.kept) if kind and self.kept else None

    @property
    def is_open(self) -> bool:
        return self.answered_at is None

    @property
    def is_withdrawn(self) -> bool:
        return self.outcome == self.Outcome.WITHDRAWN

    @property
    def added(self) -> list[tuple[datetime, str]]:
        """What the reporter added later, with the time of each addition."""
        return [(datetime.fromisoformat(each["at"]), each["text"]) for each in self.additions]
