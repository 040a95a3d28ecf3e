"""Staff have warned or restricted its reader, for a while or for good."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from accounts import events, restrictions
from accounts.models import Restriction
from notifications.contract import Kind, Known, Line, Urgency
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.wording.clean import clean_lines

GAMES: dict[str, str] = {
    Restriction.Games.GO_ON: "Your running games go on: you can log in and finish them.",
    Restriction.Games.PAUSED: "Your running games are paused until then.",
    Restriction.Games.LOST: "Your running games are lost.",
    Restriction.Games.VOID: "Your running games are void: nobody has won them, and they count in nobody’s record.",
}
"""What becomes of the running games of somebody who is suspended."""


class Restricted(Kind):
    label = "our staff decided something about me"
    order = 135
    urgency = Urgency.EXEMPT
    is_switchable = False
    sentence = "Our staff have decided something about you"

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        restriction = Restriction.objects.select_related("user").filter(pk=notice.payload["restriction"]).first()
        if restriction is None or restriction.close == Restriction.Close.LIFTED:
            raise Dropped("It has been lifted.")
        return {
            "told": restrictions.tell_short(restriction),
            "reason": clean_lines(restriction.reason),
            "rule": restriction.cited,
            "running": GAMES.get(restriction.games, ""),
            "link": links.absolute(restriction.appeal_path),
        }

    def tell_inbox(self, notice: Notice, *, user: Any, known: Known) -> Line:
        """Asks no query: the kind of restriction and the number for the link are in the payload."""
        number = notice.id_of("restriction")
        terms = restrictions.TERMS.get(notice.payload.get("kind")) if number else None
        return Line(terms.says, link=Restriction(pk=number).appeal_path) if terms else Line(self.sentence)


kind = Restricted()


@receiver(events.restriction_imposed)
def on_restriction_imposed(*, restriction_id: int, **_: Any) -> None:
    user_id, what = Restriction.objects.values_list("user_id", "kind").get(pk=restriction_id)
    payload = {"restriction": restriction_id, "kind": what}
    write(make(kind.name, key=f"restricted:{restriction_id}", recipient_id=user_id, payload=payload))
