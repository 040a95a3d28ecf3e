"""Does, undoes and rehearses the actions of staff. All actions of `moderation/actions/` go through here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.db import transaction

from accounts.conduct import rights
from accounts.models import User
from core.refusal import Refusal
from core.said import AS_TOLD
from core.words import Said
from games import challenges, play
from games.models import Game
from games.rating.locking import lock_two
from games.reading.seats import read_seats
from moderation import corrected_reports, deciding, referrals
from moderation.actions import registry
from moderation.actions.contract import Action, GameAction, Order, PersonAction, Reversible, ReversiblePersonAction
from moderation.actions.ladder import tell_ladder
from moderation.changes import describe_change
from moderation.models import LoggedAction
from moderation.orders import check_order, follow, refuse_openly, settle_decider, with_settling
from moderation.words import acting as words
from moderation.words import refusals


def perform(action: Action, thing: User | Game, *, order: Order, beside: Sequence[Step] = ()) -> None:
    """Does an action on a person or a game, together with the other measures of the decision. Raises Refusal:
    not_yours, not_over, nobodys, no_told, no_reason, held, concerned, factor, reversed_lately, and the refusals of the
    action."""
    if isinstance(action, PersonAction) and isinstance(thing, User):
        perform_all([Step(action, thing, order), *beside])
    elif isinstance(action, GameAction) and isinstance(thing, Game):
        perform_on_game(action, thing, order=order, beside=beside)


class Step(NamedTuple):
    """An action on a person, as a part of a decision."""

    action: PersonAction
    person: User
    order: Order


def perform_all(steps: Sequence[Step]) -> None:
    """Does all measures of one decision about people in one transaction, or none of them. The first one answers the
    reports. Raises Refusal as `perform` does."""
    for action, _person, order in steps:
        check_order(action, order)
    with transaction.atomic():
        done = _act_all(_lock_all(steps) if len(steps) > 1 else steps)
    for action, person, order in done:
        action.after(person, order)


def perform_on_game(action: GameAction, game: Game, *, order: Order, beside: Sequence[Step] = ()) -> None:
    """Does an action on a game, with measures against its players in the same transaction. The players are locked
    before the game, and everything else is locked in the order in which the end of a game locks it."""
    check_order(action, order)
    for step in beside:
        check_order(step.action, step.order)
    rights.require_moderator(order.staff)
    order = settle_decider(action, list_players(game), order, game=game)
    if not beside:
        action.act(game, order, case=action.make_case(order))
        return
    done: list[Step] = []

    def act_beside(row: LoggedAction) -> None:
        done[:] = _act_all([Step(what, who, replace(how, now=row.done_at)) for what, who, how in beside])

    order = replace(order, beside=act_beside)
    people = {pk for what, who, how in beside for pk in what.list_locked(who, how)}
    action.act(game, order, case=replace(action.make_case(order), people=people, begin=_lock_of_players))
    for what, who, how in done:
        what.after(who, how)


def _lock_of_players(game: Game) -> None:
    """Locks the ratings and the standing challenges of both players of a locked game, in the order in which its end
    locks them."""
    one, other = (player.pk for player in list_players(game))
    if game.rated:
        list(lock_two(one, other))
    challenges.lock_standing(one, other)


def _act_all(steps: Sequence[Step]) -> list[Step]:
    """Does the steps within the caller's transaction, which has locked every person. Returns the steps with their final
    orders."""
    done = []
    for action, thing, order in steps:
        person = action.lock(thing, order)
        action.require_to_act(order.staff, person)
        order = with_settling(action, settle_decider(action, [person], order))
        action.act(person, order)
        follow(action, order, person=person)
        done.append(Step(action, person, order))
    return done


def _lock_all(steps: Sequence[Step]) -> list[Step]:
    """Locks every person whom one of the measures locks, in order. Returns the steps, whose orders name all these
    people."""
    people = set().union(*(action.list_locked(person, order) for action, person, order in steps))
    list(User.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk").values_list("pk"))
    everybody = tuple({person.pk for _action, person, _order in steps})
    return [Step(action, person, replace(order, everybody=everybody)) for action, person, order in steps]


def foresee_all(action: Action, thing: User | Game, *, order: Order, beside: Sequence[Step]) -> list[Said]:
    """Says what the action and each measure that goes with it would do, with their names. Raises Refusal as `foresee`
    does."""
    said = foresee(action, thing, order=order)
    for action, person, order in beside:
        for each in foresee(action, person, order=order):
            said.append(words.ALONG(label=action.label, name=person, text=each))
    return said


def list_players(game: Game) -> list[User]:
    return [seat.user for seat in read_seats(game)]


def foresee(action: Action, thing: User | Game, *, order: Order) -> list[Said]:
    """Says in sentences what the action would do, without changing anything. Raises the same Refusal as doing it,
    except for ties of which staff cannot know: otherwise they could find out who reported them."""
    check_order(action, order)
    if isinstance(action, PersonAction) and isinstance(thing, User):
        action.require_to_act(order.staff, thing)
        refuse_openly(action, [thing], order)
        return action.foresee(thing, order)
    rights.require_moderator(order.staff)
    assert isinstance(action, GameAction)
    assert isinstance(thing, Game)
    order = replace(order, is_concerned=refuse_openly(action, list_players(thing), order, over=False))
    return rehearse(thing, lambda: action.act(thing, order, case=action.make_case(order, is_rehearsal=True)))


def rehearse(game: Game, do: Callable[[], None]) -> list[Said]:
    """Runs a rehearsal and says what it would change in the game."""
    try:
        do()
    except play.Rehearsed as rehearsed:
        names = read_seats(game).usernames
        before, after = rehearsed.before, rehearsed.after
        return [*describe_change(game.ruleset, before, after, names=names), *tell_ladder(game, before, after)]
    return []


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
    """Says in sentences what undoing would do, without changing anything. Raises the same Refusal as undoing it, except
    for ties of which staff cannot know."""
    rows = LoggedAction.objects.select_related("by", "person", "game", "restriction", "report", "reversed_by")
    logged = rows.get(pk=logged.pk)  # a fresh row: the rehearsal sets `reversed_by` on it
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
    """Undoes what was done to a person, within the caller's transaction. Returns sentences that say what that does; in
    a rehearsal these say more."""
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
    """Locks the people whom undoing an action on a person locks. The caller has to do this before it locks anything
    else."""
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
    """Checks that these staff may undo the decision, and returns the order for it. Raises Refusal: higher, held,
    concerned, factor."""
    if logged.by.is_superuser and not rights.administers(order.staff) and not order.is_appeal:
        raise Refusal(refusals.HIGHER_UNDOES(), status=403)
    if not action.decides:
        return order
    for person in people:
        deciding.refuse_held(person, staff=order.staff, now=order.now)
    concerned = deciding.require_decider(
        order.staff,
        people,
        has_shown_factor=order.has_shown_factor,
        over=over,
        since=deciding.find_beginning_of(logged),
        reporters=deciding.list_reporters(logged.report),
        now=order.now,
        openly=openly,
    )
    return replace(order, is_concerned=concerned)


def find_reversible(logged: LoggedAction) -> Reversible:
    """Returns the action that was logged, if it can be undone. Raises Refusal: no_reverse, reversed_already."""
    action = registry.ACTIONS.find(logged.action)
    if not isinstance(action, Reversible) or logged.is_reversal or is_of_suspension(logged):
        raise Refusal(refusals.NO_REVERSE())
    if LoggedAction.objects.filter(reverses=logged).exists():
        raise Refusal(refusals.REVERSED_ALREADY())
    return action


def is_of_suspension(logged: LoggedAction) -> bool:
    """Whether the row logs what a suspension did to one game. Lifting the suspension undoes that."""
    return logged.game_id is not None and logged.restriction_id is not None


def mark_undoable(rows: Iterable[LoggedAction], *, reader: User) -> list[LoggedAction]:
    """Returns the rows. Each says whether this reader sees the button that undoes it, and whether it belongs to the
    same decision as the row before. The query must have selected `by` and `reversed_by`."""
    marked, last = list(rows), None
    for row in marked:
        row.may_undo = may_undo(row, reader=reader)
        row.is_of_same = last is not None and (row.by_id, row.done_at) == (last.by_id, last.done_at)
        last = row
    return marked


def may_undo(logged: LoggedAction, *, reader: User) -> bool:
    """Whether to show the button that undoes it. The query must have selected `by` and `reversed_by`."""
    reversible = isinstance(registry.ACTIONS.find(logged.action), Reversible) and not logged.is_reversal
    is_mine_to_undo = rights.administers(reader) or not logged.by.is_superuser
    return reversible and is_mine_to_undo and not is_of_suspension(logged) and not hasattr(logged, "reversed_by")
