"""How often somebody plays what the computer would have played, in the words of the page. It is no verdict."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from computers import comparison
from computers.comparison import Base, Share
from computers.models import Comparison


@dataclass(frozen=True, slots=True)
class Counted:
    """A comparison that is done, with its figure in words."""

    row: Comparison
    told: str


@dataclass(frozen=True, slots=True)
class Likeness:
    """What is known of a person: the comparison that waits, if any, those that are done, and the same of all others."""

    person: User
    waiting: Comparison | None
    done: tuple[Counted, ...]
    base: Base
    base_told: str
    middle_told: str

    @property
    def may_ask(self) -> bool:
        """Whether the page has the button, which no computer and no guest has; one that failed can be asked for
        again."""
        if self.person.kind != User.Kind.PERSON:
            return False
        return self.waiting is None or (self.waiting.stopped_at is not None and not self.waiting.by_staff)


def read_likeness(person: User) -> Likeness:
    """In two queries."""
    rows = comparison.list_of(person)
    base = comparison.read_base(but=person)
    done = [row for row in rows if row.done_at][: comparison.SHOWN]
    return Likeness(
        person=person,
        waiting=next((row for row in rows if not row.done_at), None),
        done=tuple(Counted(row, tell(Share(row.same, row.turns))) for row in done),
        base=base,
        base_told=tell(base.share),
        middle_told=tell_between(base.middle) if base.middle else "",
    )


def tell(share: Share) -> str:
    """Such as “84 of 200 turns, 42 % (95 % interval: 35 to 49 %)”."""
    if not share.turns:
        return "no turns that count"
    noun = "turn" if share.turns == 1 else "turns"
    told = f"{share.same} of {share.turns} {noun}, {percent(share.value)}"
    return f"{told} (95{SPACE}% interval: {tell_between(share.interval)})"


SPACE = "\N{NO-BREAK SPACE}"


def percent(value: float) -> str:
    return f"{round(100 * value)}{SPACE}%"


def tell_between(ends: tuple[float, float]) -> str:
    """Such as “35 to 49 %”."""
    return f"{round(100 * ends[0])} to {percent(ends[1])}"
