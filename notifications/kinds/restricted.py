"""Staff have warned or restricted the reader, for a while or for good."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts import events
from accounts.conduct import restrictions
from accounts.models import Restriction
from core.words import Said, Sentence
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.wording.clean import clean_lines
from notifications.wording.restrictions import OfRestriction

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

GAMES: dict[str, StrOrPromise] = {
    Restriction.Games.GO_ON: _("Your running games go on: you can log in and finish them."),
    Restriction.Games.PAUSED: _("Your running games are paused until then."),
    Restriction.Games.LOST: _("Your running games are lost."),
    Restriction.Games.VOID: _("Your running games are void: nobody has won them, and they count in nobody’s record."),
}
"""What becomes of the running games of somebody who is suspended."""


class Restricted(OfRestriction):
    label = _("Our staff decided something about me")
    order = 135
    sentence = Sentence("restricted", "Our staff have decided something about you")

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

    def say(self, notice: Notice) -> Said:
        what, scope = notice.payload.get("kind"), notice.payload.get("scope", "")
        if what not in restrictions.TERMS:
            return super().say(notice)
        return restrictions.terms_of(Restriction(kind=what, scope=scope)).told.says()


kind = Restricted()


@receiver(events.restriction_imposed)
def on_restriction_imposed(*, restriction_id: int, **_: Any) -> None:
    user_id, what, scope = Restriction.objects.values_list("user_id", "kind", "scope").get(pk=restriction_id)
    payload = {"restriction": restriction_id, "kind": what, "scope": scope}
    write(make(kind.name, key=f"restricted:{restriction_id}", recipient_id=user_id, payload=payload))
