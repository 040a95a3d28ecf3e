"""Whether the answer to an email has told a turn already, so that the email of the turn is one too many."""

from __future__ import annotations

from notifications.faults import Dropped
from notifications.models import EMAIL, Notice
from notifications.routing.readers import ANSWER
from notifications.wording.replying import takes_replies

TOLD = 1
"""An answer names one turn that an armed line has played. Where there are more, the email of the turn names all."""


def require_untold(notice: Notice) -> None:
    """Raises Dropped where an email has left that shows this very turn, with its board and its deadline: one that was
    written after the notice, as the answer to a turn that an armed line has answered at once.

    What has not left by now, and what failed, tells nobody. Neither does an email tell what other channels are for, nor
    why a clock was started again.
    """
    payload = notice.payload
    if notice.channel != EMAIL or payload.get("answers", 0) != TOLD or not takes_replies(notice):
        return
    sent = Notice.objects.filter(recipient=notice.recipient_id, kind=ANSWER, state=Notice.State.SENT)
    since = notice.created_at
    later = sent.filter(channel=EMAIL, closed_at__gte=since, created_at__gte=since).values_list("payload", flat=True)
    if any(answer["game"] == payload["game"] for told in later for answer in told["answers"]):
        raise Dropped("The answer to an email has told it.")
