"""How grave a report is in the queue of staff: by its matter, and by how often its reporter was right before."""

from __future__ import annotations

from collections import Counter

from accounts.models import User
from moderation.models import Report
from moderation.reasons import NEUTRAL, Reason

GRAVEST = 1
ANSWERED = 5
"""So many reports of somebody have to be answered before their record counts."""
FEW, MANY = 20, 80
"""Percent of them that were right: below the one a report weighs less, from the other on more."""
LOOKED_AT = 100
"""How many of somebody's reports are looked at, the newest."""


def weigh(gravity: int, *, right: int, answered: int) -> int:
    """The gravity of a report by somebody who was right with so many of those answered: 1 is the gravest.

    What is gravest by its matter stays so, whoever reports it: nobody's cry for help waits behind their record.
    """
    if gravity == GRAVEST or answered < ANSWERED:
        return gravity
    if right * 100 < FEW * answered:
        return gravity + 1
    return gravity - 1 if right * 100 >= MANY * answered else gravity


def weigh_of(reporter: User, reason: Reason) -> int:
    """The gravity of a report that this person makes now; one query at most."""
    if reason.gravity == GRAVEST:
        return GRAVEST
    right, answered = read_record(reporter)
    return weigh(reason.gravity, right=right, answered=answered)


def read_record(reporter: User) -> tuple[int, int]:
    """How many of the newest reports of this person were right, of how many that turned out right or wrong. What nobody
    could find out, and what was withdrawn, counts neither way."""
    accusing = Report.objects.filter(reporter=reporter).exclude(matter__in=NEUTRAL)
    newest = accusing.exclude(answered_at=None).order_by("-made_at", "-pk")
    counted = Counter(newest.values_list("outcome", flat=True)[:LOOKED_AT])
    right = counted[Report.Outcome.ACTED]
    return right, right + counted[Report.Outcome.NO_BREACH]
