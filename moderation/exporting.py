"""What moderation stores about a person, for the copy of their own data: their reports, and what they were told."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from moderation import appealing
from moderation.models import Appeal, LoggedAction, Report


def on_account_exporting(*, user_id: int, **_: Any) -> dict[str, Any]:
    """Leaves out reports about the person, and notes between staff, since other people wrote these."""
    made = Report.objects.filter(reporter=user_id).order_by("pk")
    said = ("about__username", "second__username", "thing", "game", "matter", "text", "additions", "made_at")
    told = (*said, "outcome", "answer", "answered_at")
    appeals = Appeal.objects.filter(Q(restriction__user=user_id) | Q(by=user_id)).order_by("pk")
    own = appeals.select_related("restriction__user", "decision")
    written = LoggedAction.objects.filter(person=user_id, action="message").order_by("pk").values("told", "done_at")
    return {"reports": made.values(*told), "appeals": map(tell_appeal, own), "messages_from_staff": written}


def tell_appeal(appeal: Appeal) -> dict[str, Any]:
    """Describes an appeal of the person, with what it is against and the numbers of the games that this concerned."""
    heard = ("text", "made_at", "outcome", "answer", "answered_at")
    against = {"against": appealing.name_decision(appeal), "games": appealing.list_games(appeal)}
    return {**against, **{name: getattr(appeal, name) for name in heard}}
