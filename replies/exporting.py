"""What replies have of a person: in the copy of their own data, and when they close their account."""

from __future__ import annotations

from typing import Any

from replies.models import Reply, UnreadMail


def on_account_exporting(*, user_id: int, **_: Any) -> dict[str, Any]:
    replies = Reply.objects.filter(user=user_id).order_by("pk")
    unread = UnreadMail.objects.filter(user=user_id).order_by("pk")
    return {
        "answers_by_email": replies.values("arrived_at", "way", "verdict", "first_line", "outcome"),
        "emails_not_acted_on": unread.values("arrived_at", "way", "verdict", "first_line", "domain", "reason"),
    }


def on_account_closed(*, user_id: int, **_: Any) -> None:
    Reply.objects.filter(user=user_id).delete()
    UnreadMail.objects.filter(user=user_id).delete()
