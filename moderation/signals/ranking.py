"""All that the signals find, in one order: what is grave and happened lately comes first."""

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
"""After so long it weighs half."""
COMES_BACK = 1.5
"""What was dismissed comes back once its figure is so many times as large as it was then."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """What a signal found, and how much it weighs now."""

    signal: Signal
    found: Found
    score: float

    @property
    def key(self) -> str:
        """Equal for the same people and games of one signal, whatever its numbers."""
        people = sorted(each.pk for each in self.found.people)
        return sha256(f"{self.signal.name} {people} {sorted(self.found.games)}".encode()).hexdigest()


def rank(*, reader: User, now: datetime, kind: str = "") -> list[Ranked]:
    """What this reader may see of all signals, or of one, the weightiest first; one query besides those of the
    signals."""
    signals = [each for each in SIGNALS.all() if kind in ("", each.name)]
    ranked = [Ranked(each, row, weigh_now(row, now=now)) for each in signals for row in each.find(now=now)]
    ranked = [each for each in ranked if may_see(reader, each.found)]
    dismissed = dict(Dismissal.objects.filter(key__in={each.key for each in ranked}).values_list("key", "figure"))
    kept = [each for each in ranked if not is_dismissed(each, dismissed)]
    return sorted(kept, key=lambda each: (-each.score, each.signal.order, each.key))


def group(ranked: Sequence[Ranked]) -> list[tuple[User, list[Ranked]]]:
    """The rows by the first person they are about, each group where its weightiest row stands."""
    groups: dict[int, list[Ranked]] = {}
    for each in ranked:
        groups.setdefault(each.found.people[0].pk, []).append(each)
    return [(rows[0].found.people[0], rows) for rows in groups.values()]


def weigh_now(found: Found, *, now: datetime) -> float:
    """Its weight, halved for each `HALF_LIFE` since it happened."""
    age = max(now - found.at, timedelta())
    return found.weight * 0.5 ** (age / HALF_LIFE)


def may_see(reader: User, found: Found) -> bool:
    """Nobody sees what is found about themselves, and administrators alone what is found about staff."""
    if not found.people or reader in found.people:
        return False
    return rights.administers(reader) or not any(each.is_staff for each in found.people)


def is_dismissed(ranked: Ranked, dismissed: dict[str, float]) -> bool:
    """Whether it was dismissed, and has not grown by half since."""
    figure = dismissed.get(ranked.key)
    return figure is not None and ranked.found.figure < figure * COMES_BACK
