"""Does what staff do, undoes it, and rehearses it: all actions of `moderation/actions/` go through here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import transaction

from accounts.conduct import rights
from accounts.models import User
from core.refusal import Refusal
from core.said import AS_TOLD
from core.words import Said, say_all
from games import play
from games.models import Game
from games.reading.seats import read_seats
from moderation import appeals_won, corrected_reports, deciding, referrals, reports
from moderation.actions import registry
from moderation.actions.contract import Action, GameAction, Order, PersonAction, Reversible, ReversiblePersonAction
from moderation.actions.ladder import tell_ladder
from moderation.changes import describe_change
from moderation.models import LoggedAction
from moderation.words import acting as words
from moderation.words import refusals


def perform(action: Action, thing: User | Game, *, order: Order) -> None:
    """Does it to a person or a game. Raises Refusal: not_yours, not_over, nobodys, no_told, no_reason, held, concerned,
    factor, reversed_lately, and those of the action."""
    check_order(action, order)
    if isinstance(action, PersonAction) and isinstance(thing, User):
        perform_all([Step(action, thing, order)])
    elif isinstance(action, GameAction) and isinstance(thing, Game):
        rights.require_moderator(order.staff)
        order = settle_decider(action, list_players(thing), order, game=thing)
        action.act(thing, order, case=action.make_case(order))


class Step(NamedTuple):
    """An action on a person, as a part of a decision."""

    action: PersonAction
    person: User
    order: Order


def perform_all(steps: Sequence[Step]) -> None:
    """Does all measures of one decision about people in one transaction, or none; the first answers its reports. Raises
    Refusal as `perform` does."""
    for action, _person, order in steps:
        check_order(action, order)
    done = []
    with transaction.atomic():
        if len(steps) > 1:
            steps = _lock_all(steps)
        for action, thing, order in steps:
            person = action.lock(thing, order)
            action.require_to_act(order.staff, person)
            order = with_settling(action, settle_decider(action, [person], order))
            action.act(person, order)
            follow(action, order, person=person)
            done.append(Step(action, person, order))
    for action, person, order in done:
        action.after(person, order)


def _lock_all(steps: Sequence[Step]) -> list[Step]:
    """Locks everybody whom one of the measures locks, in order; each knows then whom the others are about."""
    people = set().union(*(action.list_locked(person, order) for action, person, order in steps))
    list(User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk").values_list("pk"))
    everybody = tuple({person.pk for _action, person, _order in steps})
    return [Step(action, person, replace(order, everybody=everybody)) for action, person, order in steps]


def foresee_all(steps: Sequence[Step]) -> list[Said]:
    """What each of them would do, the first without its name. Raises Refusal as `foresee` does."""
    first, *others = steps
    said = foresee(first.action, first.person, order=first.order)
    for action, person, order in others:
        for each in foresee(action, person, order=order):
            said.append(words.ALONG(label=action.label, name=person, text=each))
    return said


def with_settling(action: Action, order: Order) -> Order:
    """The order that answers its reports when it is logged, once."""
    numbers = list(order.settles) if action.decides and action.settles else []
    terms: dict[str, Any] = {"staff": order.staff, "is_concerned": order.is_concerned, "now": order.now}

    def settle() -> list[int]:
        asked, numbers[:] = numbers[:], []
        return reports.answer_by_act(asked, reason=order.reason or order.told, **terms) if asked else []

    return replace(order, settling=settle)


def check_order(action: Action, order: Order) -> None:
    if action.tells and not order.told.strip():
        of_game = isinstance(action, GameAction)
        raise Refusal(refusals.NO_TOLD_TO_PLAYERS() if of_game else refusals.NO_TOLD_TO_PERSON(), status=422)
    if not action.tells and not order.reason.strip():
        raise Refusal(refusals.NO_REASON(), status=422)


def settle_decider(action: Action, people: list[User], order: Order, *, game: Game | None = None) -> Order:
    """The order as it is carried out: what somebody concerned decides says so. Raises Refusal: held, concerned, factor,
    reversed_lately."""
    if not action.decides:
        return order
    for person in people:
        deciding.refuse_held(person, staff=order.staff, now=order.now)
    terms: dict[str, Any] = {"report": order.report, "staff": order.staff, "now": order.now}
    appeals_won.refuse_again(action.name, people, game=game, **terms)
    if action.is_first_aid(order):
        return replace(order, is_concerned=any(person.pk == order.staff.pk for person in people))
    how: dict[str, Any] = {"over": game is None, "now": order.now, "has_shown_factor": order.has_shown_factor}
    how["reporters"] = find_reporters(people, order)
    if not deciding.require_decider(order.staff, people, report=order.report, **how):
        return order
    return replace(order, is_concerned=True, told=tell_concerned(order.told))


def find_reporters(people: list[User], order: Order) -> deciding.Ties:
    """Whose ties count besides those with the people: of whoever made the open reports, where none is named."""
    return {} if order.report is not None else deciding.list_only_reporters(order.staff, people, now=order.now)


def tell_concerned(told: str) -> str:
    """What those concerned read of a decision by somebody concerned, which begins with that; empty for nothing."""
    return str(say_all(words.BY_SOMEBODY_CONCERNED(), AS_TOLD(text=told))) if told else ""


def follow(action: Action, order: Order, *, person: User | None = None, game: Game | None = None) -> None:
    """What follows a decision, in its transaction: what colleagues left for it is closed."""
    if action.decides and action.settles:
        referrals.close_decided(staff=order.staff, person=person, game=game, now=order.now)
    if order.also is not None:
        order.also()


def list_players(game: Game) -> list[User]:
    return [seat.user for seat in read_seats(game)]


def foresee(action: Action, thing: User | Game, *, order: Order) -> list[Said]:
    """What it would do, in sentences, without changing anything. Raises the same Refusal as doing it, but for ties of
    which staff cannot know: else they would try whether somebody reported them."""
    check_order(action, order)
    if isinstance(action, PersonAction) and isinstance(thing, User):
        action.require_to_act(order.staff, thing)
        _refuse_openly(action, [thing], order)
        return action.foresee(thing, order)
    rights.require_moderator(order.staff)
    assert isinstance(action, GameAction)
    assert isinstance(thing, Game)
    order = replace(order, is_concerned=_refuse_openly(action, list_players(thing), order, over=False))
    return rehearse(thing, lambda: action.act(thing, order, case=action.make_case(order, is_rehearsal=True)))


def rehearse(game: Game, do: Callable[[], None]) -> list[Said]:
    """What changes in a game by what is done in a rehearsal."""
    try:
        do()
    except play.Rehearsed as rehearsed:
        names = read_seats(game).usernames
        before, after = rehearsed.before, rehearsed.after
        return [*describe_change(game.ruleset, before, after, names=names), *tell_ladder(game, before, after)]
    return []


def _refuse_openly(action: Action, people: list[User], order: Order, *, over: bool = True) -> bool:
    if not action.decides or action.is_first_aid(order):
        return any(person.pk == order.staff.pk for person in people)
    how: dict[str, Any] = {"over": over, "now": order.now, "has_shown_factor": True, "openly": True}
    how |= {"report": order.report, "reporters": find_reporters(people, order)}
    return deciding.require_decider(order.staff, people, **how)


def undo(logged: LoggedAction, *, order: Order) -> None:
    """Undoes what was logged. Raises Refusal: not_yours, not_over, reversed_already, no_reverse, higher, held,
    concerned, factor."""
    with_reason = order if order.reason.strip() else replace(order, reason="Reversed.")
    action = find_reversible(logged)
    if isinstance(action, ReversiblePersonAction):
        with transaction.atomic():
            undo_within(logged, order=with_reason)
        return
    rights.require_moderator(order.staff)
    assert logged.game is not None
    told = replace(with_reason, told=order.told.strip() or str(words.TAKEN_BACK()))
    decided = settle_undoing(action, list_players(logged.game), logged, told, over=False)
    case = action.make_case(decided, reverses=logged)
    action.undo(logged.game, logged, decided, case=case)


def foresee_undo(logged: LoggedAction, *, order: Order) -> list[Said]:
    """What undoing it would do, in sentences, without changing anything. Raises the same Refusal as doing it, but for
    ties of which staff cannot know."""
    rows = LoggedAction.objects.select_related("by", "person", "game", "restriction", "report", "reversed_by")
    logged = rows.get(pk=logged.pk)  # one of its own, which may believe to have been undone
    action = find_reversible(logged)
    order = replace(order, has_shown_factor=True)
    if isinstance(action, ReversiblePersonAction):
        with transaction.atomic():
            said = undo_within(logged, order=order, is_rehearsal=True)
            transaction.set_rollback(True)
        return said
    rights.require_moderator(order.staff)
    game = logged.game
    assert game is not None
    told = replace(order, told=order.told.strip() or str(words.TAKEN_BACK()))
    decided = settle_undoing(action, list_players(game), logged, told, over=False, openly=True)
    case = action.make_case(decided, reverses=logged, is_rehearsal=True)
    return rehearse(game, lambda: action.undo(game, logged, decided, case=case))


def undo_within(logged: LoggedAction, *, order: Order, is_rehearsal: bool = False) -> list[Said]:
    """Undoes what was done to a person, within the caller's transaction; returns what that does, in sentences, at
    length in a rehearsal."""
    action = find_reversible(logged)
    assert isinstance(action, ReversiblePersonAction)
    assert logged.person_id is not None
    person = action.lock_to_undo(logged.person_id, logged)
    action.require(order.staff, person)
    decided = settle_undoing(action, [person], logged, order, openly=is_rehearsal)
    said = action.foresee_undo(person, logged, decided) if is_rehearsal else []
    action.undo(person, logged, decided)
    referrals.close_undone(logged, staff=order.staff, now=order.now)
    corrected_reports.follow_undone(logged, staff=order.staff, is_appeal=order.is_appeal, now=order.now)
    done = LoggedAction.objects.filter(reverses=logged).first()
    return [AS_TOLD(text=done.told_what), *said] if done else said


def lock_to_undo(logged: LoggedAction | None) -> None:
    """Locks whom undoing what was done to a person locks, before the caller locks anything else."""
    action = registry.ACTIONS.find(logged.action) if logged is not None else None
    if isinstance(action, ReversiblePersonAction) and logged is not None and logged.person_id is not None:
        action.lock_to_undo(logged.person_id, logged)


def settle_undoing(
    action: Reversible,
    people: list[User],
    logged: LoggedAction,
    order: Order,
    *,
    over: bool = True,
    openly: bool = False,
) -> Order:
    """The order as it undoes a decision. Raises Refusal: higher, held, concerned, factor."""
    if logged.by.is_superuser and not rights.administers(order.staff) and not order.is_appeal:
        raise Refusal(refusals.HIGHER_UNDOES(), status=403)
    if not action.decides:
        return order
    for person in people:
        deciding.refuse_held(person, staff=order.staff, now=order.now)
    since = deciding.find_beginning_of(logged)
    how: dict[str, Any] = {"over": over, "since": since, "now": order.now, "openly": openly}
    how["reporters"] = deciding.list_reporters(logged.report)
    factor = order.has_shown_factor
    concerned = deciding.require_decider(order.staff, people, has_shown_factor=factor, **how)
    return replace(order, is_concerned=concerned)


def find_reversible(logged: LoggedAction) -> Reversible:
    """Raises Refusal: no_reverse, reversed_already."""
    action = registry.ACTIONS.find(logged.action)
    if not isinstance(action, Reversible) or logged.is_reversal or is_of_suspension(logged):
        raise Refusal(refusals.NO_REVERSE())
    if LoggedAction.objects.filter(reverses=logged).exists():
        raise Refusal(refusals.REVERSED_ALREADY())
    return action


def is_of_suspension(logged: LoggedAction) -> bool:
    """Whether it is what a suspension did to one game, which lifting the suspension undoes."""
    return logged.game_id is not None and logged.restriction_id is not None


def mark_undoable(rows: Iterable[LoggedAction], *, reader: User) -> list[LoggedAction]:
    """The rows, each with whether to show the button to this reader, and whether it is
    a part of the same decision as the one before; `by` and `reversed_by` must have been selected
    with them."""
    marked, last = list(rows), None
    for row in marked:
        row.may_undo = may_undo(row, reader=reader)
        row.is_of_same = last is not None and (row.by_id, row.done_at) == (last.by_id, last.done_at)
        last = row
    return marked


def may_undo(logged: LoggedAction, *, reader: User) -> bool:
    """Whether to show the button. `by` and `reversed_by` must have been selected with the row."""
    reversible = isinstance(registry.ACTIONS.find(logged.action), Reversible) and not logged.is_reversal
    is_mine_to_undo = rights.administers(reader) or not logged.by.is_superuser
    return reversible and is_mine_to_undo and not is_of_suspension(logged) and not hasattr(logged, "reversed_by")
