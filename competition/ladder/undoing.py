"""Undoes what a game's end that staff decided did to its ladder. It gives the places back if no one has moved since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from competition import events
from competition.ladder.order import find_places, lock_ladder, put_at, read_places
from competition.models import LadderGame, LadderMember
from games.models import Game, Seat

State = dict[str, Any]
"""The state of the ladder of a game, as JSON."""
SETTLED = ("settled_at", "challenger_score", "moved_from", "moved_to", "left", "held")
"""What the end of a game writes into its row."""
KEPT = ("leaving_at", "played_at", "rejoin_at")
"""What the end may change in a player's row besides the place."""
LONGEST = 2000
"""The most places that are stored. A game between players who stand further apart gives no place back."""


def describe(game_id: int) -> State:
    """Describes what the end of a ladder game has done, the places of its two players (None if they have none), and the
    `stretch`: the players from just above the higher of the two down to the lower one. It begins at place `start`.
    Makes seven queries."""
    row = LadderGame.objects.get(pk=game_id)
    places = find_places(row.ruleset_slug, (row.challenger_id, row.challenged_id))
    standing = sorted(each.place for each in places.values())
    start = max(standing[0] - 1, 1) if standing else 1
    length = standing[-1] + 1 - start if standing else 0
    found = read_places(row.ruleset_slug, start=start - 1, most=length) if length <= LONGEST else []
    return {
        "settled": {name: _write(getattr(row, name)) for name in SETTLED},
        "players": {
            str(member.user_id): {
                "place": places[member.user_id].place if member.user_id in places else None,
                **{name: _write(getattr(member, name)) for name in KEPT},
            }
            for member in _list_members(row)
        },
        "sides": list(Seat.objects.filter(game=game_id).order_by("side").values_list("user_id", flat=True)),
        "start": start,
        "stretch": [each.user_id for each in found],
    }


def on_state_described(*, game_id: int, arranged: str, **_: Any) -> dict[str, Any]:
    """Returns what the log of staff stores about a ladder game. For other games it returns nothing, and makes no
    query."""
    return {"ladder": describe(game_id)} if arranged == Game.Arranged.LADDER else {}


def _list_members(row: LadderGame) -> list[LadderMember]:
    both = (row.challenger_id, row.challenged_id)
    return list(LadderMember.objects.filter(ruleset_slug=row.ruleset_slug, user__in=both).order_by("pk"))


def _write(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def give_back(game_id: int, *, before: State, after: State) -> bool:
    """Makes a locked game, which runs again, count for the ladder as before: gives its places back, and lets its next
    end move players. `before` and `after` are the states of the ladder around the end that was settled.

    Returns False if that is impossible because others have moved since. Then nothing changes.
    """
    row = LadderGame.objects.get(pk=game_id)
    if before["settled"]["settled_at"] is not None or not row.running or _read_settled(row) != after["settled"]:
        return False
    lock_ladder(row.ruleset_slug)
    members = {member.user_id: member for member in _list_members(row)}
    moved = [pk for pk in before["stretch"] if _has_moved(pk, row, before, after)]
    if _is_moved(before, after) and not _stand_as_left(row, members, before, after, moved):
        return False
    for pk in moved:
        _put_after(members[pk], before["stretch"][: before["stretch"].index(pk)])
    for pk, member in members.items():
        _set_back(member, before["players"].get(str(pk), {}), after["players"].get(str(pk), {}))
    had_moved = row.moved_to is not None
    for name in SETTLED:
        setattr(row, name, before["settled"][name])
    row.save()
    if had_moved:
        _announce_others(row)
    return True


def _announce_others(row: LadderGame) -> None:
    """Announces that the players between the two, whom the challenger had passed, have moved up again."""
    places = find_places(row.ruleset_slug, (row.challenger_id, row.challenged_id))
    if row.challenger_id in places and row.challenged_id in places:
        first, last = places[row.challenged_id].place + 1, places[row.challenger_id].place - 1
        if first <= last:
            told = {"ruleset_slug": row.ruleset_slug, "game_id": row.pk, "now": timezone.now()}
            events.ladder_restored.send(sender=LadderGame, first=first, last=last, **told)


def _read_settled(row: LadderGame) -> State:
    return {name: _write(getattr(row, name)) for name in SETTLED}


def _is_moved(before: State, after: State) -> bool:
    return _places(before) != _places(after)


def _places(state: State) -> dict[str, int | None]:
    return {pk: player["place"] for pk, player in state["players"].items()}


def _has_moved(pk: int, row: LadderGame, before: State, after: State) -> bool:
    """Whether the end took this player off, or moved them to the place of the other."""
    was, then = (_places(state).get(str(pk)) for state in (before, after))
    return was is not None and (then is None or (pk == row.challenger_id and row.moved_to is not None))


def _stand_as_left(
    row: LadderGame, members: Mapping[int, LadderMember], before: State, after: State, moved: Sequence[int]
) -> bool:
    """Whether the stretch is still as the end of the game left it, so that no one has joined, left or passed."""
    if not before["stretch"] or not all(pk in members for pk in moved):
        return False
    left = [pk for pk in before["stretch"] if pk not in moved]
    if row.moved_to is not None and _places(after)[str(row.challenger_id)] is not None:
        at = before["stretch"].index(row.challenged_id)
        left.insert(sum(pk not in moved for pk in before["stretch"][:at]), row.challenger_id)
    if any(members[pk].rank is not None for pk in moved if pk not in left):
        return False
    if not left:
        return True
    first = find_places(row.ruleset_slug, left[:1]).get(left[0])
    if first is None or (before["start"] == 1 and first.place != 1):
        return False
    return [each.user_id for each in read_places(row.ruleset_slug, start=first.place - 1, most=len(left))] == left


def _put_after(member: LadderMember, above: Sequence[int]) -> None:
    """Puts a player directly below the last of these people, who are above them, or at the top if there are none."""
    on = LadderMember.objects.on(member.ruleset_slug).exclude(pk=member.pk)
    rank = on.filter(user__in=above[-1:]).values_list("rank", flat=True).first()
    put_at(member, 1 if rank is None else on.filter(rank__lte=rank).count() + 1)


def _set_back(member: LadderMember, was: State, then: State) -> None:
    """Restores the other fields of a player’s row, unless something has changed them since."""
    for name in KEPT:
        if was and _write(getattr(member, name)) == then.get(name):
            at = was[name]
            setattr(member, name, at and datetime.fromisoformat(at))
    member.save()
