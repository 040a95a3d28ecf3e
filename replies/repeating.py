"""How often somebody is told the same of the same line: two machines that answer each other find no end otherwise, and
not every machine says that it is one."""

from __future__ import annotations

from datetime import timedelta

from replies.models import Reply

ENOUGH, WITHIN = 2, timedelta(hours=1)
"""So often within this time. Whoever goes on is taken for a machine."""


def has_been_told(reply: Reply, *, outcome: str) -> bool:
    """Whether other mails of its writer, with the same first line, have come to the same often enough before."""
    before = Reply.objects.filter(user=reply.user_id, arrived_at__gt=reply.arrived_at - WITHIN)
    same = before.filter(arrived_at__lte=reply.arrived_at, first_line=reply.first_line, outcome=outcome)
    return same.exclude(pk=reply.pk).exclude(done_at=None).count() >= ENOUGH
