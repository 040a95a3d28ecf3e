"""A second matcher, written from the text of the rules alone, as slow and plain as can be."""

from __future__ import annotations

from datetime import timedelta

from engine.contract import Side


def have_control_in_common(a, b):
    return len(set(a.controls) & set(b.controls)) > 0


def both_want_same_side(a, b):
    return (a.side, b.side) in [(Side.FIRST, Side.FIRST), (Side.SECOND, Side.SECOND)]


def reach_of(a, now):
    """100 + 50 for each full day waited, never beyond the owner’s own limit."""
    reach = 100
    waited = now - a.since
    while waited >= timedelta(days=1):
        reach += 50
        waited -= timedelta(days=1)
    if a.within is not None and reach > a.within:
        return a.within
    return reach


def reach_of_days(a, now):
    return (now - a.since) // timedelta(days=1)


def keeps_limits_of(a, b):
    """Whether b is somebody for whom a asks."""
    if a.within is not None and abs(a.points - b.points) > a.within:
        return False
    if a.lowest is not None and b.points < a.lowest:
        return False
    if a.highest is not None and b.points > a.highest:
        return False
    if a.established_only and not b.is_established:
        return False
    few_games = b.on_time is None
    return a.on_time_least is None or few_games or b.on_time >= a.on_time_least


def may_meet(a, b, apart, now):
    gap = abs(a.points - b.points)
    return (
        a.owner != b.owner
        and (a.owner, b.owner) not in apart
        and (b.owner, a.owner) not in apart
        and a.terms == b.terms
        and have_control_in_common(a, b)
        and not both_want_same_side(a, b)
        and keeps_limits_of(a, b)
        and keeps_limits_of(b, a)
        and gap <= reach_of(a, now)
        and gap <= reach_of(b, now)
        and (a.is_due or b.is_due)
    )


def match_naively(candidates, *, now, apart=(), refused=()):
    """The pairs in order: the number of the longer waiting, of the other, and their time control. `refused` are sets
    of two numbers that are found to fit and turn out not to."""
    apart = list(apart)
    waiting = sorted(candidates, key=lambda c: (c.since, c.made_at, c.number))
    pairs = []
    while waiting:
        a = waiting.pop(0)
        others = [b for b in waiting if may_meet(a, b, apart, now) and {a.number, b.number} not in refused]
        if not others:
            continue
        nearest = min(abs(a.points - b.points) for b in others)
        near = [b for b in others if abs(a.points - b.points) == nearest]  # the longest waiting first
        longest = [b for b in near if reach_of_days(b, now) == reach_of_days(near[0], now)]
        b = next((b for b in longest if not (a.last_opponent == b.owner or b.last_opponent == a.owner)), longest[0])
        waiting.remove(b)
        apart.append((a.owner, b.owner))
        control = next(control for control in a.controls if control in b.controls)
        pairs.append((a.number, b.number, control))
    return pairs
