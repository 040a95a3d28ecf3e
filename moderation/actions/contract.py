"""What an action of staff says of itself; `registry` finds it by its place, `moderation.acting` does it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, ClassVar

from django import forms

from accounts import rights
from accounts.models import User
from core.refusal import Refusal
from games import play
from games.models import Game
from moderation import log
from moderation.models import LoggedAction, Report


@dataclass(frozen=True, slots=True)
class Order:
    """Who acts, why, and what was filled in."""

    staff: User
    now: datetime
    reason: str = ""
    """For other staff."""
    told: str = ""
    """What the person concerned reads."""
    rule: str = ""
    report: Report | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    """To the fields of the action itself."""


class Action(ABC):
    """An action: a file of `kinds/`, whose name is its own, has a class of it, and one of that named `kind`."""

    name: ClassVar[str]
    label: ClassVar[str]
    """On its button."""
    explanation: ClassVar[str]
    """What it does, in a sentence or two."""
    reverse: ClassVar[str] = ""
    """The label of what undoes it; empty where there is nothing to undo."""
    reverse_hint: ClassVar[str] = ""
    """What undoing it does, or why it can’t be undone."""
    order: ClassVar[int] = 50
    """Its place among the others."""
    tells: ClassVar[bool] = False
    """Whether the person concerned reads a message and the rule that is cited."""
    is_grave: ClassVar[bool] = False
    """Whether a second factor is asked for again."""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    def list_fields(self, thing: Any) -> dict[str, forms.Field]:
        """What it asks besides the reason."""
        return {}


class PersonAction(Action):
    """On a person. `act` and `undo` run in a transaction in which the person is locked, and log what they do."""

    def offers(self, person: User) -> bool:
        """Whether it is worth showing."""
        return True

    def require(self, staff: User, person: User) -> None:
        """Whether the one may do it to the other, or undo it. Raises Refusal: not_yours, not_over."""
        rights.require_over(staff, person)

    def may(self, staff: User, person: User) -> bool:
        try:
            self.require(staff, person)
        except Refusal:
            return False
        return True

    def foresee(self, person: User, order: Order) -> list[str]:
        """What it would do, in sentences, besides what the person is told."""
        return []

    @abstractmethod
    def act(self, person: User, order: Order) -> None:
        """Does it. Raises Refusal."""

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        """Takes back what was logged. Raises Refusal."""
        raise NotImplementedError

    def after(self, person: User, order: Order) -> None:
        """What follows once it is committed."""

    def log(self, person: User, order: Order, *, what: str, **more: Any) -> LoggedAction:
        told = {"reason": order.reason, "told": order.told, "rule": order.rule, "report": order.report}
        return log.write(self.name, by=order.staff, person=person, what=what, now=order.now, **{**told, **more})


class GameAction(Action):
    """On a game, through `games.play` or `games.chat`, whose transaction it is and which have it logged."""

    def offers(self, game: Game) -> bool:
        """Whether it is worth showing."""
        return True

    @abstractmethod
    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        """Does it, or rehearses it. Raises Refusal, and Rehearsed."""

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        """Takes back what was logged. Raises Refusal."""
        raise NotImplementedError

    def keep(self, order: Order) -> dict[str, Any]:
        """What undoing it needs to know besides how the game stood."""
        return {}

    def make_case(self, order: Order, *, reverses: LoggedAction | None = None, is_rehearsal: bool = False) -> play.Case:
        report = order.report
        details = {
            "action": self.name,
            "report": report.pk if report else None,
            "person": report.about_id if report else None,
            "rule": order.rule,
            "kept": self.keep(order) if reverses is None else {},
            "reverses": reverses.pk if reverses else None,
        }
        return play.Case(details, is_rehearsal)

    def tell_staff(self, order: Order, *, now: datetime | None = None) -> dict[str, Any]:
        """What every action on a game is called with."""
        return {"staff": order.staff, "reason": order.reason or order.told, "now": now}


def with_answers(order: Order, answers: Mapping[str, Any]) -> Order:
    return replace(order, answers=answers)
