"""Refuses measures that an appeal has just reversed for the same matter."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts.conduct import rights
from accounts.models import User
from core.refusal import Refusal
from games.models import Game
from moderation.models import Appeal, Report
from moderation.words import refusals

SO_LONG = timedelta(days=30)


def refuse_again(
    action: str, people: Iterable[User], *, game: Game | None, report: Report | None, staff: User, now: datetime
) -> None:
    """Raises Refusal, reversed_lately, if an appeal reversed the same measure against one of these people, or on this
    game, within 30 days. A report newer than the measure is another matter, for which it is allowed. Administrators
    always may."""
    if rights.administers(staff):
        return
    won = Appeal.objects.filter(outcome=Appeal.Outcome.REVERSED, answered_at__gt=now - SO_LONG)
    laid = won.filter(
        restriction__user__in=[person.pk for person in people],
        restriction__logged_actions__action=action,
        restriction__logged_actions__reverses=None,
    )
    done = won.filter(decision__action=action, decision__game=game) if game is not None else won.none()
    if report is not None:
        laid = laid.filter(restriction__from_at__gte=report.made_at)
        done = done.filter(decision__done_at__gte=report.made_at)
    if (laid if game is None else done).exists():
        raise Refusal(refusals.REVERSED_LATELY(), status=403)
