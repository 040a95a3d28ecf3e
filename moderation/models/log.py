"""The log of what staff did. Rows are added, and never changed or deleted.

Triggers in the database refuse changes. `moderation/retention.py` is the only way past them. Only `moderation/log.py`
and `moderation/heard.py` write rows.
"""

from __future__ import annotations

from datetime import UTC

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import Restriction
from accounts.rules import cite
from core.said import UnknownSentence, recall
from games.models import Game
from moderation.models.report import Report

SWITCHED = "switch_site"
"""The action of an administrator who changed the switches of the site. It concerns neither a person nor a game."""

TEMPLATE_CHANGED = "change_template"
"""The action of staff who added, changed or deleted a message template. It concerns neither a person nor a game."""

DISMISSED = "dismiss_signal"
"""The action of staff who dismissed a signal's finding about a person."""

SWITCHED_COMPUTER = "switch_computer"
"""The action of staff who switched a computer on or off. The computer is the person concerned."""

REPORT_WITHDRAWN = "withdraw_report"
"""The action of a reporter who withdrew their report. It is the only action that is not done by staff."""


ANSWERED = "answered"
"""The key in a row's `after` for the numbers of the reports that the decision answered."""


class LoggedAction(models.Model):
    """One action of staff: who did what to whom or to which game, before and after, why, by which rule."""

    action = models.CharField(max_length=30, help_text="The name of its file in moderation/actions/.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    report = models.ForeignKey(Report, on_delete=models.PROTECT, null=True, blank=True, related_name="actions")
    restriction = models.ForeignKey(
        Restriction, on_delete=models.PROTECT, null=True, blank=True, related_name="logged_actions"
    )
    reverses = models.OneToOneField(
        "self", on_delete=models.RESTRICT, null=True, blank=True, related_name="reversed_by"
    )
    what = models.TextField(help_text="What was done, in English as it was told then, in UTC.")
    said = models.JSONField(
        null=True, blank=True, help_text="The same as code and arguments (core/said.py); empty in older rows."
    )
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    reason = models.TextField(blank=True, help_text="For other staff alone.")
    told = models.TextField(blank=True, help_text="What the person concerned reads.")
    rule = models.CharField(max_length=20, blank=True)
    done_at = models.DateTimeField()
    may_undo = False
    """Whether a page shows the button that undoes the row. `acting.mark_undoable` sets it; it is not stored."""
    is_of_same = False
    """Whether the row is a part of the same decision as the row above it in a list. `mark_undoable` sets it; it is not
    stored."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(person__isnull=False)
                | Q(game__isnull=False)
                | Q(report__isnull=False)
                | Q(action__in=[SWITCHED, TEMPLATE_CHANGED]),
                name="logged_action_on_something",
            )
        ]
        indexes = [
            models.Index(fields=["person", "-id"], name="logged_of_person"),
            models.Index(fields=["game", "-id"], name="logged_of_game"),
            models.Index(fields=["by", "-id"], name="logged_of_staff"),
            models.Index(fields=["action", "-id"], name="logged_of_action"),
            models.Index(fields=["done_at"], name="logged_to_prune"),
        ]

    def __str__(self) -> str:
        return f"{self.action} by {self.by}, number {self.pk}"

    @property
    def told_what(self) -> str:
        """What was done, in the reader's language, with times in UTC. Older rows say it as it was written then."""
        if self.said is None:
            return self.what
        try:
            with timezone.override(UTC):
                return str(recall(self.said))
        except (UnknownSentence, LookupError):  # another version of the site wrote it
            return self.what

    @property
    def cited(self) -> str:
        """The rule in words, or nothing if none is cited."""
        return cite(self.rule)

    @property
    def is_reversal(self) -> bool:
        return self.reverses_id is not None
