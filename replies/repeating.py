"""How often somebody is told that nothing was done: two machines that answer each other find no end otherwise, and not
every machine says that it is one."""

from __future__ import annotations

from replies.models import Reply

ENOUGH = 2
"""So many refusals in a row for what an email showed, a revision of a game or a list, are told; the last says so."""


def count_refused(reply: Reply) -> int:
    """How many of the mails just before it, to emails that showed the same, came to nothing; up to so many."""
    before = Reply.objects.filter(user=reply.user_id, about=reply.about, pk__lt=reply.pk).exclude(done_at=None)
    found = list(before.order_by("-pk").values_list("refused", flat=True)[:ENOUGH])
    return found.index(False) if False in found else len(found)


def is_silent(reply: Reply) -> bool:
    """Whether a refusal of it is not told. What is done is always told."""
    return count_refused(reply) >= ENOUGH
