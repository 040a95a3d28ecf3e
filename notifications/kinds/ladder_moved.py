"""The reader's place on a ladder changed because a player won a ladder game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competition import events
from competition.models import LadderMember
from core.words import Said
from engine import registry
from games.models import Game
from games.reading.seats import read_seats
from notifications.contract import Kind, Known, Line
from notifications.models import Notice
from notifications.routing.writing import make, write
from notifications.wording import links
from notifications.wording.games import find_game
from notifications.words import competition as words


class LadderMoved(Kind):
    label = _("My place on a ladder changed")
    order = 144
    sentence = words.ROSE

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        told, user = notice.payload, notice.recipient
        assert user is not None  # only people with an account are on a ladder
        return {
            "moved": tell_move(told),
            "why": tell_why(told, find_game(told["game"]), user=user),
            "link": links.absolute(reverse("ladder", args=[told["ruleset"]])),
        }

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        told = notice.payload
        if "ruleset" not in told:
            return Line(self.label)
        game = known.games.get(told["game"])
        why = tell_why(told, game, user=user) if game else ""
        return Line(tell_move(told), why, reverse("ladder", args=[told["ruleset"]]))


kind = LadderMoved()


def tell_move(told: dict[str, Any]) -> Said:
    before, after = told["before"], told["after"]
    sentence = words.ROSE if after < before else words.FELL
    return sentence(before=before, after=after, ruleset=registry.get(told["ruleset"]).name)


def tell_why(told: dict[str, Any], game: Game, *, user: User) -> Said:
    """Says who won which game, for the winner, the loser or a player in between."""
    if told["winner"] is None:
        return words.WHY_RESTORED(number=game.pk)
    seats = read_seats(game, reader_id=user.pk)
    if told["winner"] == user.pk and seats.other:
        return words.WHY_ROSE(number=game.pk, who=seats.other.user.shown_name)
    (winner,) = (seat.user.shown_name for seat in seats if seat.user_id == told["winner"])
    sentence = words.WHY_FELL_MYSELF if seats.mine else words.WHY_FELL
    return sentence(number=game.pk, who=winner)


@receiver(events.ladder_moved)
def on_ladder_moved(
    *, ruleset_slug: str, game_id: int, winner_id: int, first: int, last: int, now: datetime, **_: Any
) -> None:
    """Tells the winner, and all players whom the move put one place lower."""

    def tell(user_id: int, place: int) -> dict[str, Any]:
        return {"winner": winner_id, "before": last if user_id == winner_id else place - 1, "after": place}

    write_moves("ladder_moved", ruleset_slug, game_id, tell, first=first, last=last, now=now)


@receiver(events.ladder_restored)
def on_ladder_restored(*, ruleset_slug: str, game_id: int, first: int, last: int, now: datetime, **_: Any) -> None:
    """Tells all players who are one place higher again. `winner` is None."""

    def tell(user_id: int, place: int) -> dict[str, Any]:
        return {"winner": None, "before": place + 1, "after": place}

    write_moves("ladder_restored", ruleset_slug, game_id, tell, first=first, last=last, now=now)


def write_moves(
    key: str,
    slug: str,
    game_id: int,
    tell: Callable[[int, int], dict[str, Any]],
    *,
    first: int,
    last: int,
    now: datetime,
) -> None:
    """Writes the notices to all who stand between the two places now."""
    about = {"ruleset": slug, "game": game_id}
    write(
        *(
            make(
                kind.name,
                key=f"{key}:{game_id}:{now.isoformat()}",
                recipient_id=user_id,
                payload={**about, **tell(user_id, place)},
            )
            for user_id, place in find_places(slug, first=first, last=last)
        )
    )


def find_places(slug: str, *, first: int, last: int) -> list[tuple[int, int]]:
    """Returns the players who stand between the two places, and where: those of a challenge are a few apart."""
    standing = LadderMember.objects.on(slug).values_list("user", flat=True)[first - 1 : last]
    return [(user_id, place) for place, user_id in enumerate(standing, start=first)]
