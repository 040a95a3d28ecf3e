"""The reader is off a ladder without having left it themselves: why, and from when they may join again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competition import events
from competition.events import Leaving
from competition.models import LadderMember
from core.words import DAY_OF_YEAR, Said, tell_day
from engine import registry
from games.models import Game
from games.reading.seats import read_seats
from notifications.contract import Kind, Known, Line
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.words import competition as words


class LadderLeft(Kind):
    label = _("I lost my place on a ladder")
    order = 143
    sentence = words.LEFT

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes it. Raises Dropped if the reader has joined again meanwhile."""
        told, user = notice.payload, notice.recipient
        member = LadderMember.objects.filter(user=user, ruleset_slug=told["ruleset"]).first()
        if user is None or (member and member.rank is not None):
            raise Dropped("They are on it again.")
        game = Game.objects.prefetch_related("seats__user").filter(pk=told["game"]).first() if told["game"] else None
        return {
            "left": words.LEFT(ruleset=registry.get(told["ruleset"]).name),
            "why": tell_why(told, game, user=user),
            "rejoin": tell_rejoin(told["why"], member.rejoin_at if member else None, now=now),
            "link": links.absolute(reverse("ladder", args=[told["ruleset"]])),
        }

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        told = notice.payload
        if "ruleset" not in told:
            return Line(self.label)
        why = tell_why(told, known.games.get(told["game"] or 0), user=user)
        left = words.LEFT(ruleset=registry.get(told["ruleset"]).name)
        return Line(left, why, reverse("ladder", args=[told["ruleset"]]))


kind = LadderLeft()


def tell_why(told: dict[str, Any], game: Game | None, *, user: User) -> Said:
    if game is not None and (other := read_seats(game, reader_id=user.pk).other):
        return words.LOST_TO(number=game.pk, who=other.user.shown_name)
    return words.WHY_LEFT[told["why"]]()


def tell_rejoin(why: str, rejoin_at: datetime | None, *, now: datetime) -> Said | None:
    """Says from when the reader may join again; None if they cannot."""
    if why == Leaving.CLOSED:
        return None
    if why == Leaving.SUSPENDED:
        return words.REJOIN_AFTER()
    if rejoin_at is not None and rejoin_at > now:
        return words.REJOIN_FROM(day=tell_day(rejoin_at, form=DAY_OF_YEAR))
    return words.REJOIN()


@receiver(events.ladder_left)
def on_ladder_left(*, user_id: int, ruleset_slug: str, why: str, game_id: int | None, now: datetime, **_: Any) -> None:
    key = f"ladder_left:{ruleset_slug}:{now.isoformat()}"
    payload = {"ruleset": ruleset_slug, "why": str(why), "game": game_id}
    write(make(kind.name, key=key, recipient_id=user_id, payload=payload))
