"""How grave a report is in the queue of staff. That depends on its matter, and on how often its reporter was right
before."""

from __future__ import annotations

from collections import Counter

from accounts.models import User
from moderation.models import Report
from moderation.reasons import NEUTRAL, Reason

GRAVEST = 1
ANSWERED = 5
"""The fewest answered reports of a reporter for which their record counts."""
FEW, MANY = 20, 80
"""Percent of a reporter's reports that were right. Below the first figure a report weighs less, from the second on
more."""
LOOKED_AT = 100
"""The most reports of a reporter that are looked at. These are the newest ones."""


def weigh(gravity: int, *, right: int, answered: int) -> int:
    """Returns the gravity of a report, where 1 is the gravest. The reporter was right with `right` of `answered`
    reports.

    A matter of the gravest kind stays so for every reporter: a bad record must not delay a cry for help.
    """
    if gravity == GRAVEST or answered < ANSWERED:
        return gravity
    if right * 100 < FEW * answered:
        return gravity + 1
    return gravity - 1 if right * 100 >= MANY * answered else gravity


def weigh_of(reporter: User, reason: Reason) -> int:
    """Returns the gravity of a report that this person makes now. Makes at most one query."""
    if reason.gravity == GRAVEST:
        return GRAVEST
    right, answered = read_record(reporter)
    return weigh(reason.gravity, right=right, answered=answered)


def read_record(reporter: User) -> tuple[int, int]:
    """Returns how many of this person's newest reports were right, and how many were right or wrong. Reports that
    remained unclear or were withdrawn count neither way."""
    accusing = Report.objects.filter(reporter=reporter).exclude(matter__in=NEUTRAL)
    newest = accusing.exclude(answered_at=None).order_by("-made_at", "-pk")
    counted = Counter(newest.values_list("outcome", flat=True)[:LOOKED_AT])
    right = counted[Report.Outcome.ACTED]
    return right, right + counted[Report.Outcome.NO_BREACH]
