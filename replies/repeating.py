"""How often somebody is told the same of the same line about the same turn: two machines that answer each other find no
end otherwise, and not every machine says that it is one."""

from __future__ import annotations

from datetime import timedelta

from replies.models import Reply

ENOUGH, WITHIN = 2, timedelta(hours=1)
"""So often within this time. Whoever goes on is taken for a machine."""


def has_been_told(reply: Reply, *, outcome: str) -> bool:
    """Whether other mails of its writer, with the same first line to emails that showed the same, have come to the same
    often enough before. A person may well say yes in three games, and be refused in each."""
    before = Reply.objects.filter(user=reply.user_id, arrived_at__gt=reply.arrived_at - WITHIN)
    alike = {"about": reply.about, "first_line": reply.first_line, "outcome": outcome}
    same = before.filter(arrived_at__lte=reply.arrived_at, **alike)
    return same.exclude(pk=reply.pk).exclude(done_at=None).count() >= ENOUGH
