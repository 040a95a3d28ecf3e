"""How often a person plays what the computer would have played, in the words of the page. It does not judge the
person."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from computers import comparison
from computers.comparison import Base, Share
from computers.models import Comparison
from core.words import Said
from moderation.words import decisions as words


@dataclass(frozen=True, slots=True)
class Counted:
    """A finished comparison, with its figure in words."""

    row: Comparison
    told: Said


@dataclass(frozen=True, slots=True)
class Likeness:
    """What is known about a person: the comparison that waits, if any, the finished ones, and the figure of all
    others."""

    person: User
    waiting: Comparison | None
    done: tuple[Counted, ...]
    base: Base
    base_told: Said
    middle_told: Said | None

    @property
    def may_ask(self) -> bool:
        """Whether the page has the button. Computers and guests have none. A failed comparison can be asked for
        again."""
        if self.person.kind != User.Kind.PERSON:
            return False
        return self.waiting is None or (self.waiting.stopped_at is not None and not self.waiting.by_staff)


def read_likeness(person: User) -> Likeness:
    """Reads it in two queries."""
    rows = comparison.list_of(person)
    base = comparison.read_base(but=person)
    done = [row for row in rows if row.done_at][: comparison.SHOWN]
    return Likeness(
        person=person,
        waiting=next((row for row in rows if not row.done_at), None),
        done=tuple(Counted(row, tell(Share(row.same, row.turns))) for row in done),
        base=base,
        base_told=tell(base.share),
        middle_told=tell_between(base.middle) if base.middle else None,
    )


def tell(share: Share) -> Said:
    """Writes a share, such as “84 of 200 turns, 42 % (95 % interval: 35 to 49 %)”."""
    if not share.turns:
        return words.NO_TURNS()
    told = words.PERCENT(n=round(100 * share.value))
    return words.SAME_TURNS(same=share.same, turns=share.turns, share=told, interval=tell_between(share.interval))


def tell_between(ends: tuple[float, float]) -> Said:
    """Writes an interval, such as “35 to 49 %”."""
    least, most = (round(100 * end) for end in ends)
    return words.BETWEEN(least=least, most=most)
