"""Orders the findings of all signals: grave and recent ones come first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from accounts.conduct import rights
from accounts.models import User
from moderation.models import Dismissal
from moderation.signals.contract import Found, Signal
from moderation.signals.registry import SIGNALS

HALF_LIFE = timedelta(days=30)
"""The time after which a finding weighs half."""
COMES_BACK = 1.5
"""A dismissed finding comes back once its figure is this many times as large as it was then."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A finding of a signal, and how much it weighs now."""

    signal: Signal
    found: Found
    score: float

    @property
    def key(self) -> str:
        """A key that is equal for the same people and games of one signal, whatever its numbers are."""
        people = sorted(each.pk for each in self.found.people)
        return sha256(f"{self.signal.name} {people} {sorted(self.found.games)}".encode()).hexdigest()


def rank(*, reader: User, now: datetime, kind: str = "") -> list[Ranked]:
    """Returns what this reader may see of all signals or of one, the weightiest first. Makes one query besides those of
    the signals."""
    signals = [each for each in SIGNALS.all() if kind in ("", each.name)]
    ranked = [Ranked(each, row, weigh_now(row, now=now)) for each in signals for row in each.find(now=now)]
    ranked = [each for each in ranked if may_see(reader, each.found)]
    dismissed = dict(Dismissal.objects.filter(key__in={each.key for each in ranked}).values_list("key", "figure"))
    kept = [each for each in ranked if not is_dismissed(each, dismissed)]
    return sorted(kept, key=lambda each: (-each.score, each.signal.order, each.key))


def group(ranked: Sequence[Ranked]) -> list[tuple[User, list[Ranked]]]:
    """Groups the rows by the first person that they are about. The order of groups is that of their weightiest rows."""
    groups: dict[int, list[Ranked]] = {}
    for each in ranked:
        groups.setdefault(each.found.people[0].pk, []).append(each)
    return [(rows[0].found.people[0], rows) for rows in groups.values()]


def weigh_now(found: Found, *, now: datetime) -> float:
    """Returns the finding's weight now, which halves with each `HALF_LIFE` since it happened."""
    age = max(now - found.at, timedelta())
    return found.weight * 0.5 ** (age / HALF_LIFE)


def may_see(reader: User, found: Found) -> bool:
    """Whether the reader may see the finding: not if it is about them, and only administrators if it is about staff."""
    if not found.people or reader in found.people:
        return False
    return rights.administers(reader) or not any(each.is_staff for each in found.people)


def is_dismissed(ranked: Ranked, dismissed: dict[str, float]) -> bool:
    """Whether the finding was dismissed, and has not grown by half since then."""
    figure = dismissed.get(ranked.key)
    return figure is not None and ranked.found.figure < figure * COMES_BACK
