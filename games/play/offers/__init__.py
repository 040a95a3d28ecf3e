"""Offers of one player to the other within a game, of whatever kind: made, accepted, declined, withdrawn, lapsed.

Only one offer of a kind is open at a time, in `Game.offers`, so that no turn needs a query for it: `{"more_time":
{"side": 0, "days": 3}, "declined": {"pause": {"side": 1, "deed": "withdrawn"}}, "resting": {"takeback": {"0": 17}}}`.
After an offer was declined or withdrawn, nobody makes another of its kind before the next turn; and while a kind rests
for a side, that side makes no other before so many turns have been played. Everything that is particular to a kind is
in its file in `kinds/`.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.dispatch import Signal

from accounts.limiting.spending import spend
from core.refusal import Refusal
from core.words import Said
from engine.contract import Side
from games import events
from games.models import Game, OfferRecord
from games.play.act import Act
from games.play.locking import save_change
from games.play.offers import registry
from games.play.offers.contract import OfferKind, Terms
from games.play.playing import following, playing
from games.words import refusals

DECLINED = "declined"
RESTING = "resting"
Step = OfferRecord.Step

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
    """Makes an offer of the kind of that name, or changes one's own open offer; making the same again changes nothing.

    Only a new offer is announced and counted. If the kind is mutual and the other side's offer is open, this accepts
    it, also from a page that did not show it yet. Raises Refusal: unknown_offer, over, too_late, those of the kind and
    of where the game comes from (`refused_in`), stale, already_offered (by the other side), declined_before,
    asked_lately, another_stands, too_often.
    """
    kind = registry.get(name)
    with _holding(kind, game_id, side=side, now=now) as act:
        game, standing = act.game, act.game.offers.get(name)
        if refused := kind.refused_in.get(game.arranged):
            raise Refusal(refused())
        if kind.is_mutual and standing and standing["side"] != side:
            _accept(act, kind, side=Side(side))
            return
        wanted = {"side": int(side), **kind.settle(act, chosen, side=Side(side))}
        if standing == wanted:
            return
        _refuse_stale(game, expected_revision)
        if standing and standing["side"] != side:
            raise Refusal(kind.already_offered())
        _refuse_too_soon(game, kind, side=Side(side))
        if not standing:
            _count(act, side=Side(side))
        game.offers = _let_rest(game, {**game.offers, name: wanted}, kind, side=Side(side))
        save_change(game)
        if not standing:
            record(game, kind, side=side, step=Step.MADE, now=act.now)
            _announce(events.offer_made, game, kind, side=side)


def accept(
    game_id: int, name: str, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Accepts the other side's offer. Raises Refusal: unknown_offer, over, too_late, no_offer, stale, and those of the
    kind."""
    kind = registry.get(name)
    with _holding(kind, game_id, side=side, now=now) as act:
        _accept(act, kind, side=Side(side), expected_revision=expected_revision)


def accept_standing(act: Act, name: str, *, side: Side) -> None:
    """Accepts the other side's offer on a locked game. Raises Refusal: unknown_offer, no_offer, and those of the
    kind."""
    _accept(act, registry.get(name), side=side)


def decline(
    game_id: int, name: str, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Declines the other side's offer. Raises Refusal: unknown_offer, over, too_late, no_offer, stale."""
    kind = registry.get(name)
    with _holding(kind, game_id, side=side, now=now) as act:
        _close(act.game, kind, Step.DECLINED, side=Side(side), expected_revision=expected_revision)
        record(act.game, kind, side=side, step=Step.DECLINED, now=act.now)
        _announce(events.offer_declined, act.game, kind, side=side)


def withdraw(
    game_id: int, name: str, *, side: Side, expected_revision: int | None = None, now: datetime | None = None
) -> None:
    """Withdraws one's own offer. As after a refusal none of its kind is made before the next turn, since each is
    announced.

    Raises Refusal: unknown_offer, over, too_late, no_offer, stale.
    """
    kind = registry.get(name)
    with _holding(kind, game_id, side=side, now=now) as act:
        _close(act.game, kind, Step.WITHDRAWN, side=Side(side), expected_revision=expected_revision)
        record(act.game, kind, side=side, step=Step.WITHDRAWN, now=act.now)


def record(game: Game, kind: OfferKind, *, side: Side, step: OfferRecord.Step, now: datetime) -> None:
    """Stores what a player did about an offer, for the list of turns."""
    OfferRecord.objects.create(game=game, ply=game.ply, side=int(side), kind=kind.name, step=step, done_at=now)


def was_declined(offers: Offers, kind: OfferKind) -> bool:
    """Whether one of this kind was declined or withdrawn since the last turn."""
    return kind.name in offers.get(DECLINED, ())


def tell_closed(offers: Offers, kind: OfferKind, *, reader: Side) -> Said:
    """Who declined or withdrew one since the last turn, and when another may be made."""
    closed = offers[DECLINED]
    if isinstance(closed, list):  # as version 1.0.0 kept it
        return kind.not_open()
    mine, step = closed[kind.name]["side"] == reader, closed[kind.name]["deed"]
    if step == Step.WITHDRAWN:
        return kind.i_withdrew() if mine else kind.they_withdrew()
    return kind.i_declined() if mine else kind.they_declined()


def rests_until(offers: Offers, kind: OfferKind, *, side: Side) -> int:
    """The ply from which on `side` may make the next of this kind; 0 where it may now."""
    return int(offers.get(RESTING, {}).get(kind.name, {}).get(str(int(side)), 0))


def list_asked(offers: Offers, *, side: Side) -> list[OfferKind]:
    """The kinds of which an offer waits for `side` to answer."""
    return [kind for kind in registry.OFFERS.all() if offers.get(kind.name, {}).get("side") == side.other]


def is_asked_unseen(offers: Offers, *, side: Side) -> bool:
    """Whether an offer waits for `side` that its turn may decline only after its player has seen it."""
    return any(kind.must_be_seen for kind in list_asked(offers, side=side))


def after_turn(offers: Offers, *, mover: Side, ply: int) -> Offers:
    """The offers that stay open once `mover` has played turn `ply`: those of their own that outlast it, and how long
    kinds rest."""
    mine = (kind.name for kind in list_asked(offers, side=mover.other) if kind.outlasts_own_turn)
    resting = {
        name: left
        for name, ends in offers.get(RESTING, {}).items()
        if (left := {side: end for side, end in ends.items() if end > ply})
    }
    return {name: offers[name] for name in mine} | ({RESTING: resting} if resting else {})


def _holding(kind: OfferKind, game_id: int, *, side: Side, now: datetime | None) -> AbstractContextManager[Act]:
    """Locks the game for what a player does about an offer of this kind."""
    hold = following if kind.after_end else playing
    return hold(game_id, side=side, now=now)


def _accept(act: Act, kind: OfferKind, *, side: Side, expected_revision: int | None = None) -> None:
    game = act.game
    terms = _take(game, kind, made_by=side.other, expected_revision=expected_revision)
    game.offers = _wake(game.offers, kind)
    kind.accept(act, terms)
    record(game, kind, side=side, step=Step.ACCEPTED, now=act.now)


def _refuse_too_soon(game: Game, kind: OfferKind, *, side: Side) -> None:
    """Raises Refusal: declined_before, asked_lately, another_stands."""
    if was_declined(game.offers, kind):
        said = tell_closed(game.offers, kind, reader=side)
        raise Refusal(replace(said, sentence=replace(said.sentence, code="declined_before")))
    if kind.name in game.offers:
        return
    if kind.asked_lately and (end := rests_until(game.offers, kind, side=side)) > game.ply:
        raise Refusal(kind.asked_lately(ply=end))
    if kind.stands_alone:
        for other in registry.OFFERS.all():
            if other.stands_alone and other.another_stands and other.name in game.offers:
                raise Refusal(other.another_stands())


def _let_rest(game: Game, offers: Offers, kind: OfferKind, *, side: Side) -> Offers:
    """The offers, with a note of how long this side may make no other of a kind that is limited."""
    if kind.plies_between == 1:
        return offers
    resting = offers.get(RESTING, {})
    mine = {**resting.get(kind.name, {}), str(int(side)): game.ply + kind.plies_between}
    return {**offers, RESTING: {**resting, kind.name: mine}}


def _wake(offers: Offers, kind: OfferKind) -> Offers:
    """The offers, without the rest of a kind: an offer that is accepted has bothered nobody."""
    resting = {name: ends for name, ends in offers.get(RESTING, {}).items() if name != kind.name}
    rest = {name: value for name, value in offers.items() if name != RESTING}
    return {**rest, RESTING: resting} if resting else rest


def _count(act: Act, *, side: Side) -> None:
    """Counts an offer of one player to the other; those of a computer are as many as its games. Raises Refusal:
    too_often."""
    sender, recipient = act.seats[side].user, act.seats[side.other].user
    if not sender.is_computer:
        spend("offer", now=act.now, sender=sender.pk, recipient=recipient.pk)


def _take(game: Game, kind: OfferKind, *, made_by: Side, expected_revision: int | None) -> Terms:
    """Takes the open offer of one side from the unsaved game. Raises Refusal: no_offer, stale."""
    terms = game.offers.get(kind.name)
    if not terms or terms["side"] != made_by:
        raise Refusal(kind.no_offer())
    _refuse_stale(game, expected_revision)
    game.offers = {name: value for name, value in game.offers.items() if name != kind.name}
    return terms


def _close(game: Game, kind: OfferKind, step: OfferRecord.Step, *, side: Side, expected_revision: int | None) -> None:
    """Closes the offer that `side` declines, or withdraws if it is their own. Raises Refusal: no_offer, stale."""
    made_by = side if step == Step.WITHDRAWN else side.other
    _take(game, kind, made_by=made_by, expected_revision=expected_revision)
    closed = game.offers.get(DECLINED, {})
    if isinstance(closed, dict):
        closed = {**closed, kind.name: {"side": int(side), "deed": step.value}}
    else:
        closed = [*closed, kind.name]
    game.offers = {**game.offers, DECLINED: closed}
    save_change(game)


def _announce(signal: Signal, game: Game, kind: OfferKind, *, side: Side) -> None:
    signal.send(sender=Game, game_id=game.pk, revision=game.revision, side=Side(side), offer=kind.name)


def _refuse_stale(game: Game, expected_revision: int | None) -> None:
    """Raises Refusal where the page showed an earlier state of the game."""
    if expected_revision is not None and game.revision != expected_revision:
        raise Refusal(refusals.STALE())
