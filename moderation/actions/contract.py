"""What an action of staff says of itself; `registry` finds it by its place, and `moderation.acting` does it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

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


@dataclass(frozen=True, slots=True)
class Order:
    """Who acts, why, and what was filled in."""

    staff: User
    now: datetime
    reason: str = ""
    """Read by other staff."""
    told: str = ""
    """Read by the person concerned."""
    rule: str = ""
    report: Report | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    """What was filled in for the action's own fields."""
    settles: tuple[int, ...] = ()
    """The numbers of the reports that it answers."""
    has_shown_factor: bool = False
    """Whether the second factor was shown a moment ago."""
    is_concerned: bool = False
    """Whether they have ties with somebody concerned, and decide since nobody else can: `moderation.deciding` says."""
    settling: Callable[[], list[int]] | None = None
    """Answers these reports in the transaction of the action, once it is logged; returns which it did answer."""
    is_appeal: bool = False
    """Whether something is undone since an appeal is upheld: `moderation.appeals` says who may."""
    together: tuple[Said, ...] = ()
    """The measures of the decision, where it has several, as the log names them."""
    everybody: tuple[int, ...] = ()
    """Whom a decision of several measures is about: what they all have is locked at once, in order."""
    also: Callable[[], None] | None = None
    """What else is done in the transaction of the action, once it is logged."""
    beside: Callable[[LoggedAction], None] | None = None
    """What the same decision does to people, in the transaction of an action on a game, once that is logged so."""


class Action(ABC):
    """An action: a file of `kinds/`, whose name is the action's, with a class made from this and an instance of it
    named `kind`."""

    name: ClassVar[str]
    label: ClassVar[StrOrPromise]
    """The label of its button."""
    explanation: ClassVar[StrOrPromise]
    """What it does, in a sentence or two."""
    reverse_hint: ClassVar[StrOrPromise] = ""
    """What undoing it does, or why it can’t be undone."""
    order: ClassVar[int] = 50
    """Its place among the others."""
    done_as: ClassVar[tuple[str, ...]] = ()
    """The kinds of `StaffAction` that the log files under this action, also where something else did them."""
    tells: ClassVar[bool] = False
    """Whether the person concerned reads a message and the rule that is cited."""
    cites_rule: ClassVar[bool] = True
    """Whether that message may cite a rule, by which it counts as an earlier time; not where nobody did anything."""
    is_grave: ClassVar[bool] = False
    """Whether a second factor is asked for again."""
    decides: ClassVar[bool] = True
    """Whether it is a decision, which nobody makes about somebody with whom they have ties; a note is none."""
    settles: ClassVar[bool] = True
    """Whether such a decision answers reports and what colleagues left; a message settles nothing."""

    gives_first_aid: ClassVar[bool] = False
    """Whether it can be first aid, which those with ties may give: see `is_first_aid`."""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    def list_fields(self, thing: Any) -> dict[str, forms.Field]:
        """What it asks besides the reason."""
        return {}

    def is_first_aid(self, order: Order) -> bool:
        """Whether every moderator may do it at once, also those with ties: it hides a text, or lasts a day at most."""
        return False

    def limit_to_first_aid(self, fields: dict[str, forms.Field]) -> dict[str, forms.Field]:
        """The same fields, for staff who may do no more than that."""
        return fields

    def may_be_offered(self, obstacle: Obstacle) -> bool:
        """Whether it is shown to staff who may not decide, where `obstacle` says why; empty where they may."""
        return not obstacle or not self.decides or (self.gives_first_aid and obstacle.leaves_first_aid)

    def fit_to(self, report: Report, fields: dict[str, forms.Field]) -> dict[str, forms.Field]:
        """The same fields, which begin with what this report is about."""
        return fields


class PersonAction(Action):
    """An action on a person. `act` runs in a transaction in which the person is locked, and logs what it does."""

    needs_person: ClassVar[bool] = True
    """Whether it is refused for computers and guests: nobody reads what they are told, and a computer without its name,
    or one that may not play, would be a fault of the site."""

    takes_others: ClassVar[bool] = False
    """Whether others can be ticked beside it."""
    goes_along: ClassVar[bool] = False
    """Whether it can be ticked beside another in one decision: how long is all that has to be asked for it."""

    def offers(self, person: User) -> bool:
        """Whether it is worth showing."""
        return True

    def require(self, staff: User, person: User) -> None:
        """Refuses staff who may not do it to this person, or undo it. Raises Refusal: not_yours, not_over."""
        rights.require_over(staff, person)

    def require_to_act(self, staff: User, person: User) -> None:
        """Refuses, where these staff may not do it to this person now. They may still undo it. Raises Refusal:
        nobodys, and those of `require`."""
        self.require(staff, person)
        if self.needs_person and not person.is_person:
            raise Refusal(refusals.NOBODYS())

    def may(self, staff: User, person: User) -> bool:
        """Whether to show its button."""
        try:
            self.require_to_act(staff, person)
        except Refusal:
            return False
        return True

    def lock(self, person: User, order: Order) -> User:
        """The person, locked before it is done, with everybody else whom it locks: users come before games."""
        return restrictions.lock(person.pk)

    def list_locked(self, person: User, order: Order) -> set[int]:
        """Whom `lock` locks, so that a decision of several measures locks all at once, in order."""
        return {person.pk}

    def foresee(self, person: User, order: Order) -> list[Said]:
        """What it would do, in sentences, besides what the person is told."""
        return []

    def show_more(self, person: User, order: Order, fields: Mapping[str, forms.Field]) -> None:
        """Shows in the fields of a form that was sent what can only be known from what was filled in. Raises Refusal
        where that is not enough."""

    @abstractmethod
    def act(self, person: User, order: Order) -> None:
        """Does it. Raises Refusal."""

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
        """The person, locked before it is undone, with everybody else whom that locks."""
        return restrictions.lock(person_id)

    def foresee_undo(self, person: User, logged: LoggedAction, order: Order) -> list[Said]:
        """What undoing it would do, in sentences, besides what the log says of it."""
        return []

    @abstractmethod
    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        """Undoes what was logged. Raises Refusal."""


class ConcerningOthers(ReversiblePersonAction):
    """An action on a person that others hear of, too, since games of theirs are concerned: each may appeal, and where
    they are right it is undone as far as it concerns them."""

    done_to_others: ClassVar[StrOrPromise]
    """What these others read that staff have done: a sentence that stands alone, without a full stop."""

    @abstractmethod
    def list_games_of(self, user_id: int, logged: LoggedAction) -> list[int]:
        """The games of theirs that were concerned; none for whom it does not concern, or who is the person."""

    @abstractmethod
    def read_reason(self, logged: LoggedAction) -> str:
        """What staff wrote for these others."""

    @abstractmethod
    def foresee_undo_for(self, user_id: int, logged: LoggedAction) -> list[Said]:
        """What undoing it for one of them would do, in sentences."""

    @abstractmethod
    def undo_for(self, user_id: int, logged: LoggedAction) -> None:
        """Undoes it as far as it concerns one of them. The caller has locked whom `lock_to_undo` locks."""


class GameAction(Action):
    """An action on a game, through `games.play` or `games.chat`, which have a transaction of their own and log it.

    Each can be undone, and both players are told of it and of its undoing.
    """

    tells = True
    reverse: ClassVar[StrOrPromise]
    """The label of the button that undoes it."""
    done: ClassVar[StrOrPromise]
    """What the players read that staff have done: a sentence that stands alone, without a full stop."""
    undone: ClassVar[StrOrPromise]
    """The same of undoing it."""
    also_own: ClassVar[bool] = False
    """Whether a moderator may do it in a game of their own, as hiding a text."""

    def offers(self, game: Game) -> bool:
        """Whether it is worth showing."""
        return True

    @abstractmethod
    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        """Does it, or rehearses it. Raises Refusal, and Rehearsed."""

    @abstractmethod
    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        """Undoes what was logged. Raises Refusal."""

    def keep(self, order: Order) -> dict[str, Any]:
        """What undoing it needs to know besides the state of the game."""
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

    def tell_staff(self, order: Order, *, now: datetime | None = None) -> dict[str, Any]:
        """The arguments with which every action on a game is called."""
        return {"staff": order.staff, "reason": order.told or order.reason, "now": now}


Reversible = ReversiblePersonAction | GameAction
