"""What moderation has of a person, for the copy of their own data: their reports, and what they were told."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from moderation.models import Appeal, LoggedAction, Report


def on_account_exporting(*, user_id: int, **_: Any) -> dict[str, Any]:
    """Leaves out reports about the person, and notes between staff, since these are other people's words."""
    made = Report.objects.filter(reporter=user_id).order_by("pk")
    said = ("about__username", "second__username", "thing", "game", "matter", "text", "additions", "made_at")
    told = (*said, "outcome", "answer", "answered_at")
    appeals = Appeal.objects.filter(Q(restriction__user=user_id) | Q(by=user_id)).order_by("pk")
    heard = ("restriction__kind", "decision__game", "text", "made_at", "outcome", "answer", "answered_at")
    written = LoggedAction.objects.filter(person=user_id, action="message").order_by("pk").values("told", "done_at")
    return {"reports": made.values(*told), "appeals": appeals.values(*heard), "messages_from_staff": written}
