"""The order of a ladder: who stands where, and the few ways in which a place changes.

Code that changes the order of a ladder has locked the ladder first (`lock_ladder`), after users, games and ratings.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db import connection
from django.db.models import Max, Min

from competition import events
from competition.events import Leaving
from competition.models import Ladder, LadderGame, LadderMember

STEP = 2**32
"""The first gap between the ranks of two neighbours. It can be halved 32 times, for players who are put there one after
the other."""


class Place(NamedTuple):
    """A player's place on a ladder."""

    user_id: int
    place: int
    """The number of the place. 1 is the highest."""
    is_leaving: bool = False
    """Whether the player has left, and stays only until games that others started are over."""
    rank: int = 0


def lock_ladder(slug: str) -> None:
    """Makes other transactions that change the order of this ladder wait until this one ends."""
    if not _lock(slug):
        Ladder.objects.bulk_create([Ladder(ruleset_slug=slug)], ignore_conflicts=True)
        _lock(slug)


def _lock(slug: str) -> list[Ladder]:
    return list(Ladder.objects.select_for_update(no_key=True).filter(ruleset_slug=slug))


# --- Reading -----------------------------------------------------------------------------------------------------
def find_member(slug: str, user_id: int) -> LadderMember | None:
    """Returns the player's row if they are on the ladder, or None."""
    return LadderMember.objects.on(slug).filter(user=user_id).first()


def count_members(slug: str) -> int:
    return LadderMember.objects.on(slug).count()


def place_of(member: LadderMember) -> int:
    """Returns the place of a player who is on a ladder. Makes one query."""
    assert member.rank is not None
    return LadderMember.objects.filter(ruleset_slug=member.ruleset_slug, rank__lt=member.rank).count() + 1


def find_places(slug: str, user_ids: Iterable[int]) -> dict[int, Place]:
    """Returns the place of each of these people who is on the ladder. Makes one query, and one more for each of
    them."""
    found = LadderMember.objects.on(slug).filter(user__in=set(user_ids))
    return {
        each.user_id: Place(each.user_id, place_of(each), each.leaving_at is not None, each.rank or 0) for each in found
    }


def read_places(slug: str, *, start: int, most: int) -> list[Place]:
    """Returns at most `most` places of a ladder, after the first `start` places. Makes one query."""
    rows = LadderMember.objects.on(slug).values_list("user_id", "leaving_at")[start : start + most]
    return [
        Place(user_id, place, leaving_at is not None) for place, (user_id, leaving_at) in enumerate(rows, start + 1)
    ]


# --- Changing ----------------------------------------------------------------------------------------------------
def put_last(member: LadderMember) -> None:
    """Puts a player at the bottom of a locked ladder."""
    found = LadderMember.objects.on(member.ruleset_slug).exclude(pk=member.pk).aggregate(last=Max("rank"))
    member.rank = (found["last"] or 0) + STEP
    member.save()


def put_before(member: LadderMember, other: LadderMember) -> None:
    """Puts a player on a locked ladder directly above another one. Only the player's own row changes, however far they
    move. If there is no rank left between two players, all get new ranks first."""
    rank = _find_rank_before(member, other)
    if rank is None:
        renumber(member.ruleset_slug)
        other.refresh_from_db(fields=["rank"])
        rank = _find_rank_before(member, other)
    member.rank = rank
    member.save()


def _find_rank_before(member: LadderMember, other: LadderMember) -> int | None:
    """Returns a rank between the other player’s and the next one above, or None if there is none left."""
    assert other.rank is not None
    others = LadderMember.objects.filter(ruleset_slug=member.ruleset_slug, rank__lt=other.rank).exclude(pk=member.pk)
    above = others.order_by("-rank").values_list("rank", flat=True).first()
    if above is None:
        return other.rank - STEP
    rank = (above + other.rank) // 2
    return None if rank == above else rank


def put_at(member: LadderMember, place: int) -> None:
    """Puts a player at this place of a locked ladder, or at the bottom if the ladder has fewer places."""
    others = LadderMember.objects.on(member.ruleset_slug).exclude(pk=member.pk)
    other = others[place - 1 : place].first()
    if other is None:
        put_last(member)
    else:
        put_before(member, other)


def renumber(slug: str) -> None:
    """Gives all players on a locked ladder new ranks with equal gaps. The new ranks are all above the old ones or all
    below, so that no two rows ever have the same rank while they are written."""
    found = LadderMember.objects.on(slug).order_by().aggregate(first=Min("rank"), last=Max("rank"))
    begin = found["last"] if found["last"] <= 0 else found["first"] - (count_members(slug) + 1) * STEP
    table = connection.ops.quote_name(LadderMember._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET rank = %s + numbered.number * %s FROM ("
            f"SELECT id, ROW_NUMBER() OVER (ORDER BY rank) AS number FROM {table} "
            "WHERE ruleset_slug = %s AND rank IS NOT NULL"
            f") AS numbered WHERE {table}.id = numbered.id",
            [begin, STEP, slug],
        )


def take_off(member: LadderMember) -> None:
    """Takes a player off a locked ladder. They may join again."""
    member.rank = member.leaving_at = None
    member.save()


def drop(member: LadderMember, *, why: Leaving, now: datetime, game_id: int | None = None) -> None:
    """Takes a player off a locked ladder who has not left themselves, and announces it."""
    take_off(member)
    told = {"user_id": member.user_id, "ruleset_slug": member.ruleset_slug, "why": why}
    events.ladder_left.send(sender=LadderMember, game_id=game_id, now=now, **told)


def is_awaited(member: LadderMember) -> bool:
    """Whether a game that another player started with them can still move a place. Games from before they joined
    cannot."""
    games = LadderGame.objects.filter(challenged=member.user_id, ruleset_slug=member.ruleset_slug)
    return games.filter(running=True, settled_at=None, started_at__gte=member.joined_at).exists()
