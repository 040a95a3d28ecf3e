"""A restriction of the reader is over: its time has run out, or staff have lifted it."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts import events
from accounts.conduct import restrictions
from accounts.models import Restriction
from core.words import Sentence
from moderation.models import Appeal
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.wording.restrictions import OfRestriction

Close = Restriction.Close


class RestrictionOver(OfRestriction):
    label = _("A restriction of mine is over")
    order = 136
    sentence = Sentence("restriction_over", "A restriction of yours is over")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        restriction = Restriction.objects.select_related("user").filter(pk=notice.payload["restriction"]).first()
        if restriction is None or not restriction.is_closed:
            raise Dropped("It is gone, or stands.")
        others = restrictions.list_standing(restriction.user, now=now)
        return {
            "what": restriction.get_kind_display(),
            "lifted": restriction.close == Close.LIFTED,
            "forbade": bool(restrictions.TERMS[Restriction.Kind(restriction.kind)].forbids),
            "since": restriction.from_at,
            "others": [restrictions.tell_short(each) for each in others],
            "link": links.absolute(restriction.appeal_path),
        }


kind = RestrictionOver()


@receiver(events.restriction_closed)
def on_restriction_closed(*, restriction_id: int, **_: Any) -> None:
    user_id, close = Restriction.objects.values_list("user_id", "close").get(pk=restriction_id)
    won = Appeal.objects.filter(restriction=restriction_id, outcome=Appeal.Outcome.REVERSED).exists()
    if close == Close.ENDED or (close == Close.LIFTED and not won):  # the answer to the appeal tells it
        payload = {"restriction": restriction_id}
        write(make(kind.name, key=f"restriction_over:{restriction_id}", recipient_id=user_id, payload=payload))
