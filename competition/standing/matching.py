"""Decides which standing challenges meet. It is pure: it neither uses the site nor reads a clock.

The challenge that has waited longest goes first, and gets the opponent with the nearest rating. Among equally near ones
it prefers those that have waited more full days, and then any but the last opponent. Candidates are sorted by rating,
grouped by side and time controls, so that the nearest is found without looking at the others.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from engine.contract import Side

REACH, REACH_A_DAY = 100, 50
"""How far apart ratings may be at first, and how much further with each full day waited."""
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, repr=False)
class Candidate:
    """A standing challenge that has room, with what pairing needs to know about its owner."""

    number: int
    owner: int
    since: datetime
    """Since when it waits: since then it has had room, and has started no game."""
    made_at: datetime
    terms: Hashable
    """What has to be the same: the ruleset, its options, and whether games are rated."""
    controls: tuple[str, ...]
    """The time controls, with the favourite first."""
    points: int
    """The owner's rating."""
    side: Side | None = None
    """The side that its owner wishes to play, if a side can be chosen."""
    is_established: bool = False
    on_time: int | None = None
    """The percentage of games that its owner finished on time, or None while too few count."""
    within: int | None = None
    """How far the other's rating may be from the owner's, and the bounds for it."""
    lowest: int | None = None
    highest: int | None = None
    established_only: bool = False
    on_time_least: int | None = None
    last_opponent: int | None = None
    """The player whom its owner has played last."""
    is_due: bool = True
    """Whether something about it is new. Two candidates that are both not new have been compared before."""

    def __repr__(self) -> str:
        """Names it as logs do."""
        return str(self.number)

    @property
    def turn(self) -> tuple[datetime, datetime, int]:
        """The key that sorts candidates: the longest waiting first, then the older."""
        return self.since, self.made_at, self.number

    def reach(self, now: datetime) -> int:
        """Returns how far the other's rating may be from the owner's."""
        grown = REACH + REACH_A_DAY * count_days(self.since, now=now)
        return grown if self.within is None else min(grown, self.within)

    def welcomes(self, other: Candidate) -> bool:
        """Whether the other is within its limits. The limit on the distance of ratings belongs to `reach` instead."""
        return not (
            (self.lowest is not None and other.points < self.lowest)
            or (self.highest is not None and other.points > self.highest)
            or (self.established_only and not other.is_established)
            or (self.on_time_least is not None and other.on_time is not None and other.on_time < self.on_time_least)
        )


def have_just_met(one: Candidate, other: Candidate) -> bool:
    """Whether the last opponent of either owner is the other owner."""
    return one.last_opponent == other.owner or other.last_opponent == one.owner


class Pair(NamedTuple):
    """Two candidates that fit."""

    longer: Candidate
    """The one of the two that has waited longer."""
    other: Candidate
    control: str
    """The first time control of the longer waiting one that the other has, too."""


def find_control(longer: Candidate, other: Candidate) -> str | None:
    return next((each for each in longer.controls if each in other.controls), None)


def fits(one: Candidate, other: Candidate, *, now: datetime) -> bool:
    """Whether two may meet, as far as the two alone decide that."""
    return (
        one.owner != other.owner
        and one.terms == other.terms
        and find_control(one, other) is not None
        and (one.side is None or one.side != other.side)
        and abs(one.points - other.points) <= min(one.reach(now), other.reach(now))
        and one.welcomes(other)
        and other.welcomes(one)
    )


def choose_side(longer: Candidate, other: Candidate, *, last: Side | None) -> Side | None:
    """Returns the side of the longer waiting one: as it wishes, or as the other's wish leaves it, or the side that it
    did not have in their `last` game. None leaves it to chance."""
    if longer.side is not None:
        return longer.side
    taken = other.side if other.side is not None else last
    return None if taken is None else Side(1 - taken)


def count_days(since: datetime, *, now: datetime) -> int:
    """Returns the full days waited. The reach grows with each."""
    return max((now - since) // DAY, 0)


def tie(one: int, other: int) -> tuple[int, int]:
    """Returns two numbers in a fixed order, so that the order in which they are given does not matter."""
    return (one, other) if one < other else (other, one)


class Matching:
    """Yields one pair after another. A caller who cannot start a pair's game says so by `part` or `drop` before the
    next pair, and the search goes on. Otherwise both are taken, and their owners do not meet again."""

    def __init__(
        self, candidates: Iterable[Candidate], *, now: datetime, apart: Iterable[tuple[int, int]] = ()
    ) -> None:
        """Sorts the candidates. `apart` holds ties of players who may not meet: one blocks the other, or they already
        play."""
        self._order = sorted(candidates, key=lambda each: each.turn)
        self._now = now
        self._apart = set(apart)
        self._parted: set[tuple[int, int]] = set()
        self._gone: set[int] = set()
        self._reach = {each.number: each.reach(now) for each in self._order}
        self._buckets = _sort(self._order)
        self._open_to: dict[Hashable, list[_Bucket]] = {}
        self.unlooked = {each.number for each in self._order}
        """The numbers of those for which not everything has been tried yet."""

    def __iter__(self) -> Iterator[Pair]:
        for seeker in self._order:
            while seeker.number not in self._gone and (other := self._find_nearest(seeker)):
                yield Pair(seeker, other, find_control(seeker, other) or "")
                if not self._is_parted(seeker, other):
                    self._gone.update((seeker.number, other.number))
                    self._apart.add(tie(seeker.owner, other.owner))
            self._gone.add(seeker.number)  # all later ones have been looked at now, and none fits
            self.unlooked.discard(seeker.number)

    def part(self, pair: Pair) -> None:
        """Notes that these two cannot meet now."""
        self._parted.add(tie(pair.longer.number, pair.other.number))

    def drop(self, numbers: Collection[int]) -> None:
        """Takes these out of all further pairs."""
        self._gone.update(numbers)

    def _is_parted(self, one: Candidate, other: Candidate) -> bool:
        return not self._gone.isdisjoint((one.number, other.number)) or self._are_parted(one, other)

    def _are_parted(self, one: Candidate, other: Candidate) -> bool:
        return bool(self._parted) and tie(one.number, other.number) in self._parted

    def _find_nearest(self, seeker: Candidate) -> Candidate | None:
        """Returns the nearest one that fits. Among equally near ones it prefers more days waited, then not the last
        opponent, then the longest waiting."""
        best: Candidate | None = None
        most = self._reach[seeker.number]
        for bucket in self._find_open(seeker):
            for line in (bucket.upward, bucket.downward):
                found = self._search(line, seeker, most=most)
                if found is None:
                    continue
                gap = abs(found.points - seeker.points)
                if best is None or gap < most or self._rank(seeker, found) < self._rank(seeker, best):
                    best, most = found, gap
        return best

    def _rank(self, seeker: Candidate, other: Candidate) -> tuple[int, bool, tuple[datetime, datetime, int]]:
        """Returns the key that sorts those whose ratings are equally near."""
        return -count_days(other.since, now=self._now), have_just_met(seeker, other), other.turn

    def _search(self, line: _Line, seeker: Candidate, *, most: int) -> Candidate | None:
        """Returns the first of a line that fits and whose rating is near enough. If that is the last opponent, returns
        the next one instead if its rating and days waited are the same."""
        place, rows, gone = line.find_start(seeker.points), line.rows, self._gone
        met: Candidate | None = None
        while place < len(rows):
            other = rows[place]
            gap = abs(other.points - seeker.points)
            if gap > most or (met and not self._is_alike(met, other)):
                return met
            if other.number in gone:
                line.leave_out(place)
            elif gap <= self._reach[other.number] and self._may_meet(seeker, other):
                if not have_just_met(seeker, other):
                    return other
                met = met or other
            place = line.find_from(place + 1)
        return met

    def _is_alike(self, one: Candidate, other: Candidate) -> bool:
        """Whether two have the same rating and days waited, so that only the last opponent decides between them."""
        days = {count_days(each.since, now=self._now) for each in (one, other)}
        return one.points == other.points and len(days) == 1

    def _may_meet(self, seeker: Candidate, other: Candidate) -> bool:
        """Checks what the bucket does not already decide."""
        return (
            seeker.owner != other.owner
            and seeker.welcomes(other)
            and other.welcomes(seeker)
            and tie(seeker.owner, other.owner) not in self._apart
            and not self._are_parted(seeker, other)
        )

    def _find_open(self, seeker: Candidate) -> list[_Bucket]:
        """Returns the buckets whose terms, side and time controls fit this candidate's."""
        key = _tell_bucket(seeker)
        if key not in self._open_to:
            self._open_to[key] = [each for each in self._buckets[seeker.terms] if each.is_open_to(seeker)]
        return self._open_to[key]


class _Bucket:
    """Candidates with the same terms, time controls, wish for a side, and newness."""

    def __init__(self, rows: list[Candidate]) -> None:
        self.sample = rows[0]
        self.upward, self.downward = _Line(rows, sign=1), _Line(rows, sign=-1)

    def is_open_to(self, seeker: Candidate) -> bool:
        sample = self.sample
        sides = seeker.side is None or seeker.side != sample.side
        return sides and (seeker.is_due or sample.is_due) and find_control(seeker, sample) is not None


class _Line:
    """Candidates sorted by rating. Those that are gone can be left out."""

    def __init__(self, rows: list[Candidate], *, sign: int) -> None:
        """Sorts the rows. An upward line starts at the seeker’s own rating, a downward line below it."""
        self.rows = sorted(rows, key=lambda each: (sign * each.points, each.turn))
        self._keys = [sign * each.points for each in self.rows]
        self._sign = sign
        self._next = list(range(len(rows) + 1))

    def find_start(self, points: int) -> int:
        bisect = bisect_left if self._sign > 0 else bisect_right
        return self.find_from(bisect(self._keys, self._sign * points))

    def find_from(self, place: int) -> int:
        """Returns the first place from `place` on that has not been left out."""
        following = self._next
        while following[place] != place:
            following[place] = following[following[place]]
            place = following[place]
        return place

    def leave_out(self, place: int) -> None:
        self._next[place] = place + 1


def _tell_bucket(each: Candidate) -> tuple[Hashable, ...]:
    return each.terms, each.is_due, each.side, frozenset(each.controls)


def _sort(candidates: Iterable[Candidate]) -> dict[Hashable, list[_Bucket]]:
    """Returns the buckets by terms."""
    rows: defaultdict[Hashable, list[Candidate]] = defaultdict(list)
    for each in candidates:
        rows[_tell_bucket(each)].append(each)
    found: defaultdict[Hashable, list[_Bucket]] = defaultdict(list)
    for same in rows.values():
        found[same[0].terms].append(_Bucket(same))
    return found
