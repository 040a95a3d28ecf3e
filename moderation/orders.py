"""Prepares orders: it refuses what these staff may not decide, and updates reports and referrals after an action."""

from __future__ import annotations

from dataclasses import replace

from accounts.models import User
from core.refusal import Refusal
from core.said import AS_TOLD
from core.words import say_all
from games.models import Game
from moderation import appeals_won, deciding, referrals, reports
from moderation.actions.contract import Action, GameAction, Order
from moderation.words import acting as words
from moderation.words import refusals


def check_order(action: Action, order: Order) -> None:
    if action.tells and not order.told.strip():
        of_game = isinstance(action, GameAction)
        raise Refusal(refusals.NO_TOLD_TO_PLAYERS() if of_game else refusals.NO_TOLD_TO_PERSON(), status=422)
    if not action.tells and not order.reason.strip():
        raise Refusal(refusals.NO_REASON(), status=422)


def settle_decider(action: Action, people: list[User], order: Order, *, game: Game | None = None) -> Order:
    """Returns the order as it is carried out. If staff with ties decide, its message says so. Raises Refusal: held,
    concerned, factor, reversed_lately."""
    if not action.decides:
        return order
    for person in people:
        deciding.refuse_held(person, staff=order.staff, now=order.now)
    appeals_won.refuse_again(action.name, people, game=game, report=order.report, staff=order.staff, now=order.now)
    if action.is_first_aid(order):
        return replace(order, is_concerned=any(person.pk == order.staff.pk for person in people))
    concerned = deciding.require_decider(
        order.staff,
        people,
        has_shown_factor=order.has_shown_factor,
        over=game is None,
        report=order.report,
        reporters=find_reporters(people, order),
        now=order.now,
    )
    if not concerned:
        return order
    return replace(order, is_concerned=True, told=tell_concerned(order.told))


def find_reporters(people: list[User], order: Order) -> deciding.Ties:
    """Returns further people whose ties count: if the order names no report, those who made the open reports."""
    return {} if order.report is not None else deciding.list_only_reporters(order.staff, people, now=order.now)


def tell_concerned(told: str) -> str:
    """Begins the message with a sentence that says that staff with ties decided. An empty message stays empty."""
    return str(say_all(words.BY_SOMEBODY_CONCERNED(), AS_TOLD(text=told))) if told else ""


def with_settling(action: Action, order: Order) -> Order:
    """Returns the order with a function that answers its reports once the action is logged. It answers them only
    once."""
    numbers = list(order.settles) if action.decides and action.settles else []

    def settle() -> list[int]:
        asked, numbers[:] = numbers[:], []
        if not asked:
            return []
        why, concerned = order.reason or order.told, order.is_concerned
        return reports.answer_by_act(asked, reason=why, staff=order.staff, is_concerned=concerned, now=order.now)

    return replace(order, settling=settle)


def follow(action: Action, order: Order, *, person: User | None = None, game: Game | None = None) -> None:
    """Does what follows from a decision, in its transaction: closes what colleagues left for it, and makes further
    changes."""
    if action.decides and action.settles:
        referrals.close_decided(staff=order.staff, person=person, game=game, now=order.now)
    if order.also is not None:
        order.also()


def refuse_openly(action: Action, people: list[User], order: Order, *, over: bool = True) -> bool:
    if not action.decides or action.is_first_aid(order):
        return any(person.pk == order.staff.pk for person in people)
    return deciding.require_decider(
        order.staff,
        people,
        has_shown_factor=True,
        over=over,
        report=order.report,
        reporters=find_reporters(people, order),
        now=order.now,
        openly=True,
    )
