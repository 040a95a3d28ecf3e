"""Blocks and mutes between players: made, ended, and checked where they forbid something. Nothing else writes Block.

A block ends chat and challenges between two players, in both directions. The blocked player is not told, but reads a
neutral sentence when they try. A mute only hides from one player what the other writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import events
from accounts.limiting.spending import spend
from accounts.models import Block, User
from accounts.words import refusals
from core.prepared import PreparedQuery
from core.refusal import Refusal
from core.words import Sentence


class Together(NamedTuple):
    """What two players may do together, by what each is told who cannot because of a block."""

    by_me: Sentence
    """For whoever blocks the other; with their `name`."""
    by_other: Sentence


WRITE = Together(refusals.BLOCKED_WRITING, refusals.NO_WRITING)
PLAY = Together(refusals.BLOCKED_PLAYING, refusals.NO_PLAYING)
CHALLENGE = Together(refusals.BLOCKED_CHALLENGING, refusals.NO_CHALLENGING)


class Tie(NamedTuple):
    """The blocks and mutes between two players, as seen by one of them."""

    blocks: bool = False
    mutes: bool = False
    is_blocked: bool = False
    is_muted: bool = False

    @property
    def is_severed(self) -> bool:
        """Whether one of them blocks the other."""
        return self.blocks or self.is_blocked

    @property
    def hides(self) -> bool:
        """Whether this one does not see what the other writes."""
        return self.is_severed or self.mutes


def make(user: User, other: User, *, mute: bool, now: datetime | None = None) -> None:
    """Blocks or mutes another player; one replaces the other. Raises Refusal: self, too_often."""
    now = now or timezone.now()
    if user.pk == other.pk:
        raise Refusal(refusals.SELF(), status=422)
    with transaction.atomic():
        _lock_both(user, other)
        if Block.objects.filter(user=user, other=other, is_mute=mute).exists():
            return
        spend("block", now=now, sender=user.pk)
        Block.objects.update_or_create(user=user, other=other, defaults={"is_mute": mute, "made_at": now})
        events.player_blocked.send(sender=Block, user_id=user.pk, other_id=other.pk, mute=mute, now=now)


def end(user: User, other: User) -> bool:
    """Ends a block or mute; returns whether there was one."""
    return bool(Block.objects.filter(user=user, other=other).delete()[0])


def find_tie(user_id: int, other_id: int) -> Tie:
    """The blocks and mutes between two players, as the first sees them. One query."""
    between = Block.objects.filter(Q(user=user_id, other=other_id) | Q(user=other_id, other=user_id))
    return tie_of(between.values_list("user_id", "is_mute"), reader=user_id)


def find_ties(user_id: int) -> dict[int, Tie]:
    """The same with each player with whom there are any."""
    made: defaultdict[int, list[tuple[int, bool]]] = defaultdict(list)
    for by, of, is_mute in find_all_of(user_id):
        made[of if by == user_id else by].append((by, is_mute))
    return {other_id: tie_of(rows, reader=user_id) for other_id, rows in made.items()}


@PreparedQuery
def find_all_of(user_id: int) -> QuerySet[Block, tuple[int, int, bool]]:
    """Prepared, since each page of a ladder asks it."""
    theirs = Block.objects.filter(Q(user=user_id) | Q(other=user_id))
    return theirs.values_list("user_id", "other_id", "is_mute")


def tie_of(made: Iterable[tuple[int, bool]], *, reader: int) -> Tie:
    """The same from rows that have been read: by whom each was made, and whether it is a mute."""
    tie = Tie()
    for user_id, is_mute in made:
        if user_id != reader:
            tie = tie._replace(is_blocked=not is_mute, is_muted=is_mute)
        elif is_mute:
            tie = tie._replace(mutes=True)
        else:
            tie = tie._replace(blocks=True)
    return tie


def refuse_severed(user: User, other: User, *, what: Together) -> Tie:
    """Raises Refusal (blocked) where either player blocks the other: `what` names what they cannot do then.

    Returns the other ties between them. Call it within the transaction, with both players locked where a block must not
    come at the same moment.
    """
    tie = find_tie(user.pk, other.pk)
    if refusal := find_refusal(tie, other, what=what):
        raise refusal
    return tie


def find_refusal(tie: Tie, other: User, *, what: Together) -> Refusal | None:
    """The refusal to whoever has these ties with the other, if one of them blocks the other."""
    if tie.blocks:
        return Refusal(what.by_me(name=other.username), status=403)
    return Refusal(what.by_other(), status=403) if tie.is_blocked else None


def is_severed_from(user_id: int, person: str) -> Exists:
    """Whether there is a block between a player and the one in column `person` of the outer query."""
    one, other = Q(user=user_id, other=OuterRef(person)), Q(user=OuterRef(person), other=user_id)
    return Exists(Block.objects.filter(one | other, is_mute=False))


def list_made(user: User) -> QuerySet[Block]:
    """Whom a player has blocked or muted, the newest first."""
    return Block.objects.filter(user=user).select_related("other").order_by("-pk")


def _lock_both(user: User, other: User) -> None:
    """In the order of their ids, as for a challenge, so that accepting one and blocking never overlap."""
    both = User.objects.select_for_update(no_key=True).filter(pk__in=(user.pk, other.pk))
    list(both.order_by("pk").values_list("pk"))
