"""The contract of an action of staff. `registry` finds the actions, and `moderation.acting` does them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, TypedDict

from django import forms

from accounts.conduct import restrictions, rights
from accounts.models import User
from core.refusal import Refusal
from core.words import Said, say_all
from games import play
from games.models import Game
from moderation import log, referrals
from moderation.deciding import Obstacle
from moderation.models import LoggedAction, Report
from moderation.models.log import ANSWERED
from moderation.words import log as log_words
from moderation.words import refusals

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class ByStaff(TypedDict):
    """The arguments that every function for an action of staff on a game takes."""

    staff: User
    reason: str
    now: datetime | None


@dataclass(frozen=True, slots=True)
class Order:
    """An order to do or undo something: who acts, why, and what was filled in."""

    staff: User
    now: datetime
    reason: str = ""
    """The reason, which other staff read."""
    told: str = ""
    """The message, which the person concerned reads."""
    rule: str = ""
    report: Report | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    """What was filled in for the action's own fields, by name."""
    settles: tuple[int, ...] = ()
    """The numbers of the reports that the action answers."""
    has_shown_factor: bool = False
    """Whether the member of staff has just confirmed their second factor."""
    is_concerned: bool = False
    """Whether the member of staff has ties with a person concerned, and decides since no other can. See
    `moderation.deciding`."""
    settling: Callable[[], list[int]] | None = None
    """Answers these reports in the transaction of the action, once the action is logged. Returns the numbers of those
    it answered."""
    is_appeal: bool = False
    """Whether the action is undone because an appeal was right. `moderation.appeals` checks who may do that."""
    together: tuple[Said, ...] = ()
    """The measures of the decision if it has several, as the log names them."""
    everybody: tuple[int, ...] = ()
    """The people whom a decision of several measures is about. What belongs to them is locked all at once, in order."""
    also: Callable[[], None] | None = None
    """Further changes in the transaction of the action, once the action is logged."""
    beside: Callable[[LoggedAction], None] | None = None
    """What the same decision does to people, in the transaction of an action on a game, once that action is logged."""


class Action(ABC):
    """An action. It is a file in `kinds/` that has the action's name, defines a subclass of this class, and assigns an
    instance to `kind`."""

    name: ClassVar[str]
    label: ClassVar[StrOrPromise]
    """The label of its button."""
    explanation: ClassVar[StrOrPromise]
    """What the action does, in a sentence or two."""
    reverse_hint: ClassVar[StrOrPromise] = ""
    """What undoing it does, or why it can’t be undone."""
    order: ClassVar[int] = 50
    """The action's position in lists of actions."""
    done_as: ClassVar[tuple[str, ...]] = ()
    """The kinds of `StaffAction` that the log files under this action, even if other code did them."""
    tells: ClassVar[bool] = False
    """Whether the person concerned reads a message and the rule that is cited."""
    cites_rule: ClassVar[bool] = True
    """Whether that message may cite a rule. If it does, it counts as an earlier offence, so messages that accuse of
    nothing cite none."""
    is_grave: ClassVar[bool] = False
    """Whether staff must confirm their second factor again."""
    decides: ClassVar[bool] = True
    """Whether the action is a decision. Staff make no decisions about people with whom they have ties. A note is no
    decision."""
    settles: ClassVar[bool] = True
    """Whether the decision closes reports and referrals to colleagues. A message to a person closes nothing."""

    gives_first_aid: ClassVar[bool] = False
    """Whether the action can be first aid, which staff with ties may give, too: see `is_first_aid`."""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    def list_fields(self, thing: Any) -> dict[str, forms.Field]:
        """Returns the fields that the action asks for besides the reason."""
        return {}

    def is_first_aid(self, order: Order) -> bool:
        """Whether every moderator may do it at once, even with ties: it hides a text, or lasts a day at most."""
        return False

    def limit_to_first_aid(self, fields: dict[str, forms.Field]) -> dict[str, forms.Field]:
        """Returns the same fields, restricted for staff who may do no more than first aid."""
        return fields

    def may_be_offered(self, obstacle: Obstacle) -> bool:
        """Whether to show the action to these staff. `obstacle` says why they may not decide, and is empty if they
        may."""
        return not obstacle or not self.decides or (self.gives_first_aid and obstacle.leaves_first_aid)

    def fit_to(self, report: Report, fields: dict[str, forms.Field]) -> dict[str, forms.Field]:
        """Returns the same fields with initial values from what this report is about."""
        return fields


class PersonAction(Action):
    """An action on a person. `act` runs in a transaction in which the person is locked, and logs what it does."""

    needs_person: ClassVar[bool] = True
    """Whether the action is refused for computers and guests. Nobody would read the message, and renaming or barring a
    computer would break the site."""

    takes_others: ClassVar[bool] = False
    """Whether other measures can be ticked together with this action."""
    goes_along: ClassVar[bool] = False
    """Whether the action can be ticked as a further measure of a decision. It asks for nothing except how long it
    lasts."""

    def offers(self, person: User) -> bool:
        """Whether the action makes sense for this person, so that it is shown."""
        return True

    def require(self, staff: User, person: User) -> None:
        """Refuses staff who may neither do this to the person nor undo it. Raises Refusal: not_yours, not_over."""
        rights.require_over(staff, person)

    def require_to_act(self, staff: User, person: User) -> None:
        """Refuses staff who may not do this to the person now. They may still undo it. Raises Refusal: nobodys, and
        those of `require`."""
        self.require(staff, person)
        if self.needs_person and not person.is_person:
            raise Refusal(refusals.NOBODYS())

    def may(self, staff: User, person: User) -> bool:
        """Whether to show the action's button."""
        try:
            self.require_to_act(staff, person)
        except Refusal:
            return False
        return True

    def lock(self, person: User, order: Order) -> User:
        """Locks the person and the others whom the action locks, and returns the person. Users are locked before
        games."""
        return restrictions.lock(person.pk)

    def list_locked(self, person: User, order: Order) -> set[int]:
        """Returns the ids of those whom `lock` locks, so that a decision of several measures locks them all at once, in
        order."""
        return {person.pk}

    def foresee(self, person: User, order: Order) -> list[Said]:
        """Says in sentences what the action would do, besides the message to the person."""
        return []

    def show_more(self, person: User, order: Order, fields: Mapping[str, forms.Field]) -> None:
        """Shows in the fields of a submitted form what depends on the answers in it. Raises Refusal if the answers are
        not enough."""

    @abstractmethod
    def act(self, person: User, order: Order) -> None:
        """Does the action. Raises Refusal."""

    def after(self, person: User, order: Order) -> None:
        """Runs after the commit."""

    def log(self, person: User, order: Order, *, what: Said, **more: Any) -> LoggedAction:
        told = {"reason": order.reason, "told": order.told, "rule": order.rule, "report": order.report}
        if order.settling is not None and "reverses" not in more and (answered := order.settling()):
            what = say_all(what, log_words.REPORTS_ANSWERED(n=len(answered)))
            more["after"] = {**more.get("after", {}), ANSWERED: answered}
        if order.together and "reverses" not in more:
            what = say_all(what, log_words.TOGETHER(measures=list(order.together)))
        row = log.write(self.name, by=order.staff, person=person, what=what, now=order.now, **{**told, **more})
        if order.is_concerned:
            referrals.ask_to_confirm(row, now=order.now)
        return row


class ReversiblePersonAction(PersonAction):
    """An action on a person that can be undone. `undo` runs in a transaction as `act` does, and logs what it does."""

    reverse: ClassVar[StrOrPromise]
    """The label of the button that undoes it."""

    def lock_to_undo(self, person_id: int, logged: LoggedAction) -> User:
        """Locks the person and the others whom undoing locks, and returns the person."""
        return restrictions.lock(person_id)

    def foresee_undo(self, person: User, logged: LoggedAction, order: Order) -> list[Said]:
        """Says in sentences what undoing would do, besides what the log says of it."""
        return []

    @abstractmethod
    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        """Undoes the logged action. Raises Refusal."""


class ConcerningOthers(ReversiblePersonAction):
    """An action on a person that other people are told of, too, since it concerns games of theirs. Each of them may
    appeal. If they are right, the action is undone as far as it concerns them."""

    done_to_others: ClassVar[StrOrPromise]
    """What these other people read that staff have done: a sentence that stands alone, without a full stop."""

    @abstractmethod
    def list_games_of(self, user_id: int, logged: LoggedAction) -> list[int]:
        """Returns the user's games that the action concerned. There are none for the person themselves, or for
        uninvolved users."""

    @abstractmethod
    def read_reason(self, logged: LoggedAction) -> str:
        """Returns what staff wrote for these other people."""

    @abstractmethod
    def foresee_undo_for(self, user_id: int, logged: LoggedAction) -> list[Said]:
        """Says in sentences what undoing it for one of them would do."""

    @abstractmethod
    def undo_for(self, user_id: int, logged: LoggedAction) -> None:
        """Undoes it as far as it concerns one of them. The caller has locked those whom `lock_to_undo` locks."""


class GameAction(Action):
    """An action on a game, done by `games.play` or `games.chat`, which open a transaction of their own and log the
    action.

    Each action can be undone. Both players are told of the action, and again if it is undone.
    """

    tells = True
    reverse: ClassVar[StrOrPromise]
    """The label of the button that undoes it."""
    done: ClassVar[StrOrPromise]
    """What the players read that staff have done: a sentence that stands alone, without a full stop."""
    undone: ClassVar[StrOrPromise]
    """What the players read once staff have undone it: a sentence that stands alone, without a full stop."""
    also_own: ClassVar[bool] = False
    """Whether moderators may do it in their own games, as they may hide a text."""

    def offers(self, game: Game) -> bool:
        """Whether the action makes sense for this game, so that it is shown."""
        return True

    @abstractmethod
    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        """Does or rehearses the action. Raises Refusal, and Rehearsed."""

    @abstractmethod
    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        """Undoes the logged action. Raises Refusal."""

    def keep(self, order: Order) -> dict[str, Any]:
        """Returns what undoing needs to know besides the state of the game."""
        return {}

    def make_case(self, order: Order, *, reverses: LoggedAction | None = None, is_rehearsal: bool = False) -> play.Case:
        report = order.report
        details = {
            "action": self.name,
            "report": report.pk if report else None,
            "person": report.about_id if report and report.accuses else None,
            "kept": self.keep(order) if reverses is None else {},
            "reverses": reverses.pk if reverses else None,
            "order": order,
        }
        may_be_soon = order.has_shown_factor and rights.administers(order.staff)
        return play.Case(details, is_rehearsal, order.is_concerned, may_be_soon)

    def tell_staff(self, order: Order, *, now: datetime | None = None) -> ByStaff:
        """Returns who acts, why and when, for a function of `games.play`."""
        return {"staff": order.staff, "reason": order.told or order.reason, "now": now}


Reversible = ReversiblePersonAction | GameAction
