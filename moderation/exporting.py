"""What moderation has of a person, for the copy of their own data: what they reported, and what they were told."""

from __future__ import annotations

from typing import Any

from moderation.models import Appeal, Report


def on_account_exporting(*, user_id: int, **_: Any) -> dict[str, Any]:
    """Reports about the person, and what staff wrote for each other, are others' words."""
    made = Report.objects.filter(reporter=user_id).order_by("pk")
    told = ("about__username", "thing", "game", "matter", "text", "made_at", "outcome", "answer", "answered_at")
    appeals = Appeal.objects.filter(restriction__user=user_id).order_by("pk")
    heard = ("restriction__kind", "text", "made_at", "outcome", "answer", "answered_at")
    return {"reports": made.values(*told), "appeals": appeals.values(*heard)}
