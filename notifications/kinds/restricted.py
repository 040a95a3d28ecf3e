"""Staff have warned or restricted the reader, for a while or for good."""

from __future__ import annotations

from datetime import datetime
from functools import reduce
from typing import TYPE_CHECKING, Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts import events
from accounts.conduct import restrictions
from accounts.models import Restriction
from core.words import Said, Sentence
from games.models import Seat
from moderation import events as moderation_events
from moderation.models import LoggedAction
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import decisions, links
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
"""What becomes of the running games of a suspended user."""
KEY = "restricted:"
AND_ALSO = Sentence("and_also", "{one}. {other}")
IN_GAME = Sentence("in_game", "{told} (game {number})")


class Restricted(OfRestriction):
    """Tells everything that one decision imposed on the reader. The first of its restrictions creates the notice."""

    label = _("Our staff decided something about me")
    order = 135
    sentence = Sentence("restricted", "Our staff have decided something about you")

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        first = Restriction.objects.filter(pk=notice.payload["restriction"]).first()
        laid = [each for each in list_case(first) if each.close != Restriction.Close.LIFTED] if first else []
        if not laid:
            raise Dropped("It has been lifted.")
        return {
            "told": restrictions.tell_short(laid[0]),
            "reason": clean_lines(laid[0].reason),
            "rule": laid[0].cited,
            "running": next((GAMES[each.games] for each in laid if each.games), ""),
            "link": links.absolute(laid[0].appeal_path),
            "others": [tell_other(each) for each in laid[1:]],
            "games": [tell_game(row, reader_id=laid[0].user_id) for row in list_games(laid[0])],
        }

    def say(self, notice: Notice) -> Said:
        kinds = [(notice.payload.get("kind"), notice.payload.get("scope", "")), *notice.payload.get("others", ())]
        if any(what not in restrictions.TERMS for what, _scope in kinds):
            return super().say(notice)
        told: list[Said] = [
            restrictions.terms_of(Restriction(kind=what, scope=scope)).told.says() for what, scope in kinds
        ]
        told += [name_game(did, number) for did, number in notice.payload.get("games", ())]
        return reduce(lambda one, other: AND_ALSO(one=one, other=other), told)


kind = Restricted()


def list_case(restriction: Restriction) -> list[Restriction]:
    """Returns the restrictions that one decision imposed on a person, in their order."""
    alike = {"user": restriction.user_id, "by": restriction.by_id, "from_at": restriction.from_at}
    return list(Restriction.objects.filter(**alike).select_related("user").order_by("pk"))


def list_games(restriction: Restriction) -> list[LoggedAction]:
    """Returns what the same decision did to games, unless it has been undone."""
    rows = LoggedAction.objects.filter(by=restriction.by_id, done_at=restriction.from_at, restriction=None)
    theirs = rows.filter(game__seats__user=restriction.user_id, reverses=None, reversed_by=None)
    return list(theirs.select_related("game").order_by("pk"))


def tell_other(restriction: Restriction) -> dict[str, Any]:
    return {"told": restrictions.tell_short(restriction), "link": links.absolute(restriction.appeal_path)}


def tell_game(row: LoggedAction, *, reader_id: int) -> dict[str, Any]:
    link = links.absolute(decisions.find_objection(row, user_id=reader_id, now=row.done_at))
    return {"told": name_game(row.action, row.game_id), "link": link}


def name_game(did: str, number: int | None) -> Said:
    """Says what was done to a game, with its number."""
    return IN_GAME(told=decisions.tell({"did": did}), number=number)


@receiver(events.restriction_imposed)
def on_restriction_imposed(*, restriction_id: int, **_: Any) -> None:
    """Writes one notice for each decision. Further restrictions of the same decision are added to that notice."""
    made = Restriction.objects.get(pk=restriction_id)
    first, *others = list_case(made)
    payload: dict[str, Any] = {"restriction": first.pk, "kind": first.kind, "scope": first.scope}
    key = f"{KEY}{first.pk}"
    if not others:
        write(make(kind.name, key=key, recipient_id=made.user_id, payload=payload))
        return
    payload["others"] = [[each.kind, each.scope] for each in others]
    Notice.objects.filter(recipient=made.user_id, dedupe_key=key).update(payload=payload)


@receiver(moderation_events.game_decided)
def on_game_decided(*, logged_id: int, **_: Any) -> None:
    """Adds what the same decision did to a game. The other player gets a notice of their own about that."""
    row = LoggedAction.objects.get(pk=logged_id)
    if row.restriction_id is not None:
        return
    players = Seat.objects.filter(game=row.game_id).values("user")
    laid = Restriction.objects.filter(user__in=players, by=row.by_id, from_at=row.done_at)
    keys = [f"{KEY}{pk}" for pk in laid.values_list("pk", flat=True)]
    for notice in Notice.objects.filter(kind=kind.name, dedupe_key__in=keys) if keys else ():
        notice.payload["games"] = [*notice.payload.get("games", ()), [row.action, row.game_id]]
        notice.save(update_fields=["payload"])
