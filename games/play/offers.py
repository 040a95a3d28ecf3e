"""What one player offers the other besides a draw: more time, a pause or its end, a turn to be taken back.

One offer of a kind stands at most, in `Game.offers`, so that no turn pays a query for it:
`{"more_time": {"side": 0, "days": 3}, "declined": ["pause"]}`. Once declined, none of its kind is made before the next
turn. A turn answers most of them; a pause, or the end of one, lapses as a draw does: when the other side plays on.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import Signal

from accounts.spending import spend
from games.engine.contract import Side
from games.models import Game, Seat
from games.play import errors
from games.play.ending import change
from games.play.locking import save_change

MORE_TIME, PAUSE, RESUME, TAKEBACK = "more_time", "pause", "resume", "takeback"
WORDS = {
    MORE_TIME: "more time",
    PAUSE: "a pause",
    RESUME: "the end of the pause",
    TAKEBACK: "a takeback",
}
DECLINED = "declined"

Offers = dict[str, Any]


def propose(
    game: Game,
    kind: str,
    *,
    side: Side,
    expected_revision: int | None,
    signal: Signal,
    now: datetime,
    **terms: int | str,
) -> None:
    """Makes an offer on a locked game, or changes one's own that stands; the very same again changes nothing.

    Only a new one is announced and counted. Raises Refusal: stale, already_offered (by the other side),
    declined_before, too_often.
    """
    standing, wanted = game.offers.get(kind), {"side": int(side), **terms}
    if standing == wanted:
        return
    refuse_stale(game, expected_revision)
    if standing and standing["side"] != side:
        raise errors.already_offered(WORDS[kind])
    if kind in game.offers.get(DECLINED, ()):
        raise errors.declined_before()
    if not standing:
        count_offer(game, side=side, now=now)
    game.offers = {**game.offers, kind: wanted}
    save_change(game)
    if not standing:
        signal.send(sender=Game, game_id=game.pk, revision=game.revision, side=Side(side), offer=kind)


def count_offer(game: Game, *, side: Side, now: datetime) -> None:
    """Counts an offer of one player to the other. Raises Refusal: too_often."""
    users = dict(Seat.objects.filter(game=game.pk).values_list("side", "user_id"))
    spend("offer", now=now, sender=users[int(side)], recipient=users[int(Side(side).other)])


def take(game: Game, kind: str, *, side: Side, expected_revision: int | None) -> Offers:
    """What the other side offers, no longer standing on the locked game, which is not yet saved.

    Raises Refusal: no_offer, stale.
    """
    terms = game.offers.get(kind)
    if not terms or terms["side"] != Side(side).other:
        raise errors.no_offer(WORDS[kind])
    refuse_stale(game, expected_revision)
    game.offers = {name: value for name, value in game.offers.items() if name != kind}
    return terms


def decline(
    game_id: int, kind: str, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Declines what the other side offers. Raises Refusal: over, too_late, stale, no_offer."""

    def refuse(game: Game, now: datetime) -> None:
        _close(game, kind, answered_by=Side(side), expected_revision=expected_revision)

    change(game_id, refuse, side=side, now=now)


def withdraw(
    game_id: int, kind: str, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Takes one's own offer back. As after a refusal none of its kind is made before the next turn, lest each be told.

    Raises Refusal: over, too_late, stale, no_offer.
    """

    def drop(game: Game, now: datetime) -> None:
        _close(game, kind, answered_by=Side(side).other, expected_revision=expected_revision)

    change(game_id, drop, side=side, now=now)


def _close(game: Game, kind: str, *, answered_by: Side, expected_revision: int | None) -> None:
    take(game, kind, side=answered_by, expected_revision=expected_revision)
    game.offers = {**game.offers, DECLINED: [*game.offers.get(DECLINED, ()), kind]}
    save_change(game)


def after_turn(offers: Offers, *, mover: Side) -> Offers:
    """What still stands when `mover` has played."""
    return {kind: offers[kind] for kind in (PAUSE, RESUME) if kind in offers and offers[kind]["side"] == mover}


def is_asked(offers: Offers, *, side: Side) -> bool:
    """Whether `side` is asked for what a turn of theirs would refuse: a takeback, a pause or the end of one."""
    return any(offers[kind]["side"] == side.other for kind in (TAKEBACK, PAUSE, RESUME) if kind in offers)


def refuse_stale(game: Game, expected_revision: int | None) -> None:
    """Raises Refusal for a page that showed another state of the game than the present one."""
    if expected_revision is not None and game.revision != expected_revision:
        raise errors.stale()
