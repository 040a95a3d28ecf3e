"""What decides who may challenge whom on a ladder, read for all rows of a page at once, in a constant number of
queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Max, Q

from accounts import safeguards
from accounts.conduct.blocks import Tie, find_ties
from accounts.conduct.restrictions import Activity, find_restricted, refuse
from accounts.models import User
from accounts.time_off.away import find_away
from competition.ladder.order import Place
from competition.models import LadderGame
from core.refusal import Refusal
from games.play.rated_pairs import find_all_free_at

LEAST_REACH = 5
"""So many places above oneself may be challenged on any ladder; on a large one a tenth of it."""
ASKED = (Activity.CHALLENGE, Activity.RATED)
"""What neither player of a ladder game may be forbidden."""


def find_reach(size: int) -> int:
    """How many places above oneself may be challenged on a ladder of so many players."""
    return max(LEAST_REACH, -(-size // 10))


@dataclass(frozen=True, slots=True)
class Figures:
    """What is known of a player and of those above them whom they might challenge."""

    slug: str
    challenger: User
    own: Place | None
    """Where they stand, if they do."""
    size: int
    """How many stand on the ladder."""
    now: datetime
    people: Mapping[int, User]
    """By their ids, with those of all rows."""
    own_refusal: Refusal | None = None
    """Why they may challenge nobody, on whatever ladder."""
    restricted: Collection[int] = ()
    ties: Mapping[int, Tie] = field(default_factory=dict)
    away: Mapping[int, datetime] = field(default_factory=dict)
    playing: Collection[int] = ()
    """With whom they have a running ladder game."""
    ended: Mapping[int, datetime] = field(default_factory=dict)
    """When their last ladder game with each of these ended."""
    challenged: Mapping[int, datetime] = field(default_factory=dict)
    """When they last challenged each of these."""
    games_out: int = 0
    """Running games that they started, of players who are not on vacation."""
    games_in: Mapping[int, list[bool]] = field(default_factory=dict)
    """For each of the others their running games that others started, none of players on vacation: whether its
    challenger had challenged them not long before."""
    free_at: Mapping[int, datetime] = field(default_factory=dict)
    """When they may start a rated game again with each of these; who is missing they may now."""

    @property
    def reach(self) -> int:
        return find_reach(self.size)

    def is_in_reach(self, place: Place) -> bool:
        """Whether somebody stands neither too low nor too high to be challenged."""
        return self.own is not None and self.own.place - self.reach <= place.place < self.own.place


def read_figures(
    slug: str,
    *,
    challenger: User,
    own: Place | None,
    size: int,
    places: Iterable[Place],
    people: Mapping[int, User],
    away: Mapping[int, datetime] | None = None,
    now: datetime,
) -> Figures:
    """The figures of a player for these rows. Of rows out of reach nothing more is read, and nobody is looked for among
    those who are away if the caller knows them: `away` are those of these people who are."""
    bare = Figures(slug, challenger, own, size, now, people)
    wanted = sorted(each.user_id for each in places if bare.is_in_reach(each) and not each.is_leaving)
    if own is None or own.is_leaving or not wanted:
        return bare
    return replace(
        bare,
        **_read_games(slug, challenger.pk, wanted, people=people, away=away, now=now),
        own_refusal=_find_own_refusal(challenger, now=now),
        restricted=find_restricted([pk for pk in wanted if people[pk].restricted], ASKED, now=now),
        ties=find_ties(challenger.pk),
        free_at=find_all_free_at(challenger, wanted, slug=slug, now=now),
    )


def _read_games(
    slug: str,
    user_id: int,
    others: Collection[int],
    *,
    people: Collection[int],
    away: Mapping[int, datetime] | None,
    now: datetime,
) -> dict[str, Any]:
    """What ladder games the player and these others have, who of all their players is away, and what games the player
    had with each of the others."""
    running = _read_running(slug, user_id, others)
    met = {user_id, *others, *(player for by, of, _ in running for player in (by, of))}
    away = {**(away or {}), **find_away(met if away is None else met.difference(people), now=now)}
    counting = [(by, of, repeats) for by, of, repeats in running if by not in away and of not in away]
    games_in: defaultdict[int, list[bool]] = defaultdict(list)
    for _, of, repeats in counting:
        games_in[of].append(repeats)
    ended, challenged = _read_last(slug, user_id, others)
    return {
        "away": away,
        "playing": {of if by == user_id else by for by, of, _ in running if user_id in (by, of)},
        "ended": ended,
        "challenged": challenged,
        "games_out": sum(by == user_id for by, _, _ in counting),
        "games_in": games_in,
    }


def _read_running(slug: str, user_id: int, others: Collection[int]) -> list[tuple[int, int, bool]]:
    """The running ladder games that this player started or others started with them, and those that anybody started
    with one of the others: by whom, with whom, and whether they had challenged them not long before."""
    wanted = Q(challenger=user_id) | Q(challenged__in=[user_id, *others])
    games = LadderGame.objects.filter(wanted, running=True, ruleset_slug=slug)
    return list(games.values_list("challenger", "challenged", "repeats"))


def _read_last(slug: str, user_id: int, others: Collection[int]) -> tuple[dict[int, datetime], dict[int, datetime]]:
    """When the last ladder game of a player with each of these ended, and when they last challenged each of them."""
    between = Q(challenger=user_id, challenged__in=others) | Q(challenged=user_id, challenger__in=others)
    rows = LadderGame.objects.filter(between, ruleset_slug=slug).values("challenger", "challenged").order_by()
    ended, challenged = dict[int, datetime](), dict[int, datetime]()
    last = rows.annotate(end=Max("game__ended_at"), start=Max("started_at"))
    for by, of, end, start in last.values_list("challenger", "challenged", "end", "start"):
        other = of if by == user_id else by
        if end is not None:
            ended[other] = max(end, ended.get(other, end))
        if by == user_id:
            challenged[other] = start
    return ended, challenged


def _find_own_refusal(challenger: User, *, now: datetime) -> Refusal | None:
    try:
        for activity in ASKED:
            refuse(challenger, activity, now=now)
        safeguards.refuse_new(challenger, now=now)
    except Refusal as refusal:
        return refusal
    return None
