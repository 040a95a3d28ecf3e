"""An appeal of its reader's against a decision of staff has been answered."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from accounts.conduct import restrictions
from moderation import events
from moderation.models import Appeal
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.wording.clean import clean_lines
from notifications.wording.restrictions import OfRestriction


class AppealAnswered(OfRestriction):
    label = "my appeal has been answered"
    order = 137
    sentence = "Staff have answered your appeal"

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        found = Appeal.objects.select_related("restriction__user").filter(pk=notice.payload["appeal"]).first()
        if found is None or found.is_open:
            raise Dropped("The appeal is gone, or not answered.")
        return {
            "what": found.restriction.get_kind_display(),
            "outcome": found.get_outcome_display(),
            "answer": clean_lines(found.answer),
            "standing": [each.told for each in restrictions.list_standing(found.restriction.user, now=now)],
            "link": links.absolute(found.restriction.appeal_path),
        }


kind = AppealAnswered()


@receiver(events.appeal_answered)
def on_appeal_answered(*, appeal_id: int, **_: Any) -> None:
    found = Appeal.objects.select_related("restriction").get(pk=appeal_id)
    payload = {"appeal": appeal_id, "restriction": found.restriction_id}
    write(make(kind.name, key=f"appeal:{appeal_id}", recipient_id=found.restriction.user_id, payload=payload))
