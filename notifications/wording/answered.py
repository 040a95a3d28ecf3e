"""Whether the answer to a reader's reply has already told of a turn, so that the email about the turn is not needed."""

from __future__ import annotations

from notifications.faults import Dropped
from notifications.kind_names import ANSWER
from notifications.models import EMAIL, Notice
from notifications.wording.replying import takes_replies

TOLD = 1
"""An answer names one turn that an armed line has played. If there are more, the email of the turn names all of
them."""


def require_untold(notice: Notice) -> None:
    """Raises Dropped if an email was sent that shows this very turn, with its board and its deadline. That email was
    written after the notice, as the answer to a turn to which an armed line replied at once.

    An answer that has not been sent yet, or that failed, tells nothing. Nor does an email replace what other channels
    send, or say why a clock was started again.
    """
    payload = notice.payload
    if notice.channel != EMAIL or payload.get("answers", 0) != TOLD or not takes_replies(notice):
        return
    sent = Notice.objects.filter(recipient=notice.recipient_id, kind=ANSWER, state=Notice.State.SENT)
    since = notice.created_at
    later = sent.filter(channel=EMAIL, closed_at__gte=since, created_at__gte=since).values_list("payload", flat=True)
    if any(answer["game"] == payload["game"] for told in later for answer in told["answers"]):
        raise Dropped("The answer to an email has told it.")
