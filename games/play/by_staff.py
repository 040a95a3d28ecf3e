"""What all actions of staff on a game have in common: a reason, and a record of who acted and why.

What moderation adds for its log (the case) is passed on, and so is the state of the game before and after. A rehearsal
does everything and then rolls it back, so that the preview shows what would happen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import F, Max, OuterRef, Subquery

from accounts.models import User
from core.refusal import Refusal
from engine import glicko
from games import events
from games.models import Game, PlayerRating, StaffAction, Turn
from games.play.clocks import find_left
from games.play.playing import playing
from games.words import refusals

State = dict[str, Any]
"""The state of a game as JSON."""
RATING = Subquery(
    PlayerRating.objects.filter(user=OuterRef("user"), ruleset_slug=OuterRef("game__ruleset_slug")).values("rating")
)
"""That of the player of a seat."""


@dataclass(frozen=True, slots=True)
class Case:
    """The context in which staff act: `details` are passed on to receivers, and with `is_rehearsal` everything is
    rolled back. With `also_own` staff act on a game of their own, since the caller knows that nobody else can."""

    details: Mapping[str, Any] = field(default_factory=dict)
    is_rehearsal: bool = False
    also_own: bool = False
    may_be_soon: bool = False
    """Whether a deadline may be moved to less than a day from now: an administrator has just shown a second factor."""
    people: Collection[int] = ()
    """Whom the same transaction is about besides: they are locked before the game."""
    begin: Callable[[Game], None] | None = None
    """Locks what else that needs, once the game is locked and before it is changed."""


NO_CASE = Case()


class Rehearsed(Exception):
    """Ends a rehearsal and rolls it back; carries the state of the game before, and the one it would have after."""

    def __init__(self, before: State, after: State) -> None:
        super().__init__("A rehearsal.")
        self.before, self.after = before, after


@contextmanager
def acting_as_staff(
    game_id: int,
    *,
    kind: str,
    staff: User,
    reason: str,
    also_over: bool = False,
    case: Case = NO_CASE,
    now: datetime | None = None,
) -> Iterator[tuple[Game, StaffAction]]:
    """A game as `playing` gives it, for staff, and the record of what they do, which is kept with it.

    `kind` is one that the action has declared (`declare_kind`). The action changes the game as of `done_at` of the
    record, and says to it what it did. Raises Refusal: over (unless `also_over`), no_reason, own_game; and
    Rehearsed, of a rehearsal. Whether `staff` has the permission is for the caller to ask.
    """
    reason = reason.strip()
    if not reason:
        raise Refusal(refusals.NO_REASON(), status=422)
    with playing(game_id, also_over=also_over, now=now, people=case.people) as act:
        game, now = act.game, act.now
        if case.begin is not None:
            case.begin(game)
        if not case.also_own and game.seats.filter(user=staff).exists():
            raise Refusal(refusals.OWN_GAME(), status=403)
        before = describe_fully(game, now=now)
        record = StaffAction(game=game, kind=kind, reason=reason, staff=staff, done_at=now)
        yield game, record
        record.revision = game.revision
        record.save(force_insert=True)
        events.staff_acting.send(sender=StaffAction, game_id=game.pk, details=case.details)
        after = describe_fully(game, now=now)
        if case.is_rehearsal:
            raise Rehearsed(before, after)
        told = {"before": before, "after": after, "details": case.details}
        events.staff_acted.send(sender=StaffAction, staff_action_id=record.pk, **told)


def refuse_changed(game: Game, left: State | None) -> None:
    """Raises Refusal, changed_since, where a locked game has ended otherwise or anew, or has had other turns, since
    staff `left` it. Other changes, such as an offer of a rematch, do not affect the result and do not count."""
    if left is not None and any(state != left.get(name, state) for name, state in describe_result(game).items()):
        raise Refusal(refusals.CHANGED_SINCE())


def describe_result(game: Game) -> State:
    """The values that change only when somebody ends the game, lets it go on, plays in it or takes a turn back."""
    return {
        "winner": game.winner,
        "termination": game.termination,
        "ended_at": game.ended_at and game.ended_at.isoformat(),
        "ply": game.ply,
        "last_turn": Turn.objects.filter(game=game).aggregate(pk=Max("pk"))["pk"],
    }


def describe_state(game: Game, *, now: datetime) -> State:
    """Describes everything about a game that staff may change. The time left is that of the running turn, in
    seconds. For a rated game it includes its players' ratings as they are shown, by side, and whether staff have
    taken it out."""
    left = find_left(game, now=now)
    instants = {name: getattr(game, name) for name in ("deadline_at", "paused_until", "chat_closed_at", "hidden_at")}
    seats = list(game.seats.annotate(rating=RATING, out=F("game__rated_game__taken_out_at")))
    return {
        **describe_result(game),
        "side_to_move": int(game.side_to_move),
        "revision": game.revision,
        "banks": {str(seat.side): None if seat.bank is None else seat.bank.total_seconds() for seat in seats},
        "time_left": None if left is None else left.total_seconds(),
        **{name: at and at.isoformat() for name, at in instants.items()},
        **(describe_ratings(seats) if game.rated else {}),
    }


def describe_fully(game: Game, *, now: datetime) -> State:
    """The same, with what higher apps keep of the game."""
    state = describe_state(game, now=now)
    answers: list[Any] = events.state_described.send(sender=Game, game_id=game.pk, arranged=game.arranged)
    for _, more in answers:
        state |= more or {}
    return state


def describe_ratings(seats: Sequence[Any]) -> State:
    """Those of closed accounts are None."""
    return {
        "ratings": {str(seat.side): None if seat.rating is None else glicko.show(seat.rating) for seat in seats},
        "out_of_ratings": any(seat.out is not None for seat in seats),
    }
