"""What one player offers the other within a game, whatever its kind: made, accepted, declined, withdrawn, lapsed.

One offer of a kind stands at most, in `Game.offers`, so that no turn pays a query for it:
`{"more_time": {"side": 0, "days": 3}, "declined": ["pause"]}`. Once declined or withdrawn, none of its kind is made
before the next turn. What is particular to a kind stands in its file in `kinds/`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import Signal

from accounts.spending import spend
from games import events
from games.engine.contract import Side
from games.models import Game, OfferRecord, Seat
from games.play import errors
from games.play.locking import save_change
from games.play.offers import registry
from games.play.offers.contract import OfferKind, Terms
from games.play.playing import playing

DECLINED = "declined"
Deed = OfferRecord.Deed

Offers = dict[str, Any]


def propose(
    game_id: int,
    name: str,
    *,
    side: Side,
    expected_revision: int | None = None,
    now: datetime | None = None,
    **chosen: Any,
) -> None:
    """Makes an offer of the kind of that name, or changes one's own that stands; the same again changes nothing.

    Only a new one is announced and counted. Raises Refusal: unknown_offer, over, too_late, those of the kind, stale,
    already_offered (by the other side), declined_before, too_often.
    """
    kind = registry.get(name)
    with playing(game_id, side=side, now=now) as (game, at):
        standing = game.offers.get(name)
        wanted = {"side": int(side), **kind.settle(game, chosen, side=Side(side), now=at)}
        if standing == wanted:
            return
        _refuse_stale(game, expected_revision)
        if standing and standing["side"] != side:
            raise errors.already_offered(kind.what)
        if was_declined(game.offers, kind):
            raise errors.declined_before()
        if not standing:
            _count(game, side=Side(side), now=at)
        game.offers = {**game.offers, name: wanted}
        save_change(game)
        if not standing:
            record(game, kind, side=side, deed=Deed.MADE, now=at)
            _announce(events.offer_made, game, kind, side=side)


def accept(
    game_id: int, name: str, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Does what the other side offers. Raises Refusal: unknown_offer, over, too_late, no_offer, stale, the kind's."""
    kind = registry.get(name)
    with playing(game_id, side=side, now=now) as (game, at):
        terms = _take(game, kind, made_by=Side(side).other, expected_revision=expected_revision)
        kind.accept(game, terms, now=at)
        record(game, kind, side=side, deed=Deed.ACCEPTED, now=at)


def decline(
    game_id: int, name: str, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Declines what the other side offers. Raises Refusal: unknown_offer, over, too_late, no_offer, stale."""
    kind = registry.get(name)
    with playing(game_id, side=side, now=now) as (game, at):
        _close(game, kind, made_by=Side(side).other, expected_revision=expected_revision)
        record(game, kind, side=side, deed=Deed.DECLINED, now=at)
        _announce(events.offer_declined, game, kind, side=side)


def withdraw(
    game_id: int, name: str, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Takes one's own offer back. As after a refusal none of its kind is made before the next turn, lest each be told.

    Raises Refusal: unknown_offer, over, too_late, no_offer, stale.
    """
    kind = registry.get(name)
    with playing(game_id, side=side, now=now) as (game, at):
        _close(game, kind, made_by=Side(side), expected_revision=expected_revision)
        record(game, kind, side=side, deed=Deed.WITHDRAWN, now=at)


def record(game: Game, kind: OfferKind, *, side: Side, deed: OfferRecord.Deed, now: datetime) -> None:
    """Keeps what a player did about an offer, for the list of turns."""
    OfferRecord.objects.create(game=game, ply=game.ply, side=int(side), kind=kind.name, deed=deed, done_at=now)


def was_declined(offers: Offers, kind: OfferKind) -> bool:
    """Whether one of this kind was declined or withdrawn since the last turn."""
    return kind.name in offers.get(DECLINED, ())


def list_asked(offers: Offers, *, side: Side) -> list[OfferKind]:
    """The kinds of which an offer waits for the answer of `side`."""
    return [kind for kind in registry.all_kinds() if offers.get(kind.name, {}).get("side") == side.other]


def is_asked_unseen(offers: Offers, *, side: Side) -> bool:
    """Whether `side` is asked for what a turn of theirs may decline only once they have seen it."""
    return any(kind.must_be_seen for kind in list_asked(offers, side=side))


def after_turn(offers: Offers, *, mover: Side) -> Offers:
    """What still stands when `mover` has played: of their own offers those that outlast it."""
    mine = (kind.name for kind in list_asked(offers, side=mover.other) if kind.outlasts_own_turn)
    return {name: offers[name] for name in mine}


def _count(game: Game, *, side: Side, now: datetime) -> None:
    """Counts an offer of one player to the other. Raises Refusal: too_often."""
    users = dict(Seat.objects.filter(game=game.pk).values_list("side", "user_id"))
    spend("offer", now=now, sender=users[side.value], recipient=users[side.other.value])


def _take(game: Game, kind: OfferKind, *, made_by: Side, expected_revision: int | None) -> Terms:
    """The offer of one side, no longer standing on the unsaved game. Raises Refusal: no_offer, stale."""
    terms = game.offers.get(kind.name)
    if not terms or terms["side"] != made_by:
        raise errors.no_offer(kind.what)
    _refuse_stale(game, expected_revision)
    game.offers = {name: value for name, value in game.offers.items() if name != kind.name}
    return terms


def _close(game: Game, kind: OfferKind, *, made_by: Side, expected_revision: int | None) -> None:
    _take(game, kind, made_by=made_by, expected_revision=expected_revision)
    game.offers = {**game.offers, DECLINED: [*game.offers.get(DECLINED, ()), kind.name]}
    save_change(game)


def _announce(signal: Signal, game: Game, kind: OfferKind, *, side: Side) -> None:
    signal.send(sender=Game, game_id=game.pk, revision=game.revision, side=Side(side), offer=kind.name)


def _refuse_stale(game: Game, expected_revision: int | None) -> None:
    """Raises Refusal for a page that showed another state of the game than the present one."""
    if expected_revision is not None and game.revision != expected_revision:
        raise errors.stale()
