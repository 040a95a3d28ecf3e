"""Dismisses a finding of a signal, with a reason. No other module writes Dismissal."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.conduct import rights
from accounts.models import User
from core.refusal import Refusal
from core.words import Said
from moderation import log
from moderation.deciding import require_decider
from moderation.models import Dismissal
from moderation.models.log import DISMISSED
from moderation.signals.ranking import Ranked, rank
from moderation.words import log as words
from moderation.words import refusals


def dismiss(
    signal: str,
    key: str,
    *,
    reason: str,
    staff: User,
    has_shown_factor: bool = False,
    now: datetime | None = None,
) -> None:
    """Takes the finding with this key off the list until its figure has grown by half, and logs that. Raises Refusal:
    not_yours, no_reason, gone, and those of `require_decider`."""
    now, reason = now or timezone.now(), reason.strip()
    rights.require_moderator(staff)
    if not reason:
        raise Refusal(refusals.NO_REASON(), status=422)
    ranked = next((each for each in rank(reader=staff, now=now, kind=signal) if signal and each.key == key), None)
    if ranked is None:
        raise Refusal(refusals.SIGNAL_GONE())
    found = ranked.found
    require_decider(staff, found.people, over=False, now=now, has_shown_factor=has_shown_factor)
    fields = {
        "signal": signal,
        "people": [each.pk for each in found.people],
        "games": list(found.games),
        "figure": found.figure,
        "reason": reason,
        "by": staff,
        "dismissed_at": now,
    }
    with transaction.atomic():
        Dismissal.objects.update_or_create(key=key, defaults=fields)
        log.write(DISMISSED, by=staff, person=found.people[0], what=tell(ranked), reason=reason, now=now)


def tell(ranked: Ranked) -> Said:
    """Says what was dismissed, for the log."""
    people = [each.username for each in ranked.found.people]
    return words.SIGNAL_DISMISSED(signal=ranked.signal.label, people=people, numbers=ranked.found.numbers)
