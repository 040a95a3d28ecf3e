"""Reads what decides who may challenge whom on a ladder. It reads this for all rows of a page at once, in a constant
number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts import safeguards
from accounts.conduct.blocks import Tie, find_ties
from accounts.conduct.restrictions import Activity, find_restricted, refuse
from accounts.models import User
from accounts.time_off.away import find_away
from competition.ladder.order import Place
from competition.models import LadderGame, LadderMember
from core.refusal import Refusal
from games.play.rated_pairs import find_all_free_at

REPEATS_WITHIN = timedelta(days=60)
"""For how long a challenge counts when the same player is challenged again."""
PAUSE = timedelta(days=7)
"""How long after their last ladder game two players may start another."""
COUNTS_FOR = timedelta(days=30)
"""How long a running game counts among those that others started with a player. Otherwise friends could fill these."""
LEAST_REACH = 5
"""How many places up a player may challenge on any ladder. On a large one it is a tenth of the ladder."""
ASKED = (Activity.CHALLENGE, Activity.RATED)
"""Activities from which neither player of a ladder game may be barred."""


def find_reach(size: int) -> int:
    """Returns how many places up a player may challenge on a ladder with this number of players."""
    return max(LEAST_REACH, -(-size // 10))


@dataclass(frozen=True, slots=True)
class Figures:
    """What is known about a player and about those above them whom they might challenge."""

    slug: str
    challenger: User
    own: Place | None
    """The player's place, if they are on the ladder."""
    size: int
    """How many players are on the ladder."""
    now: datetime
    people: Mapping[int, User]
    """The players by their ids. All rows' players are among them."""
    own_refusal: Refusal | None = None
    """Why the player may challenge no one on any ladder."""
    restricted: Collection[int] = ()
    ties: Mapping[int, Tie] = field(default_factory=dict)
    away: Mapping[int, datetime] = field(default_factory=dict)
    playing: Collection[int] = ()
    """The ids of those with whom the player has a running ladder game."""
    ended: Mapping[int, datetime] = field(default_factory=dict)
    """When the player's last ladder game with each of these players ended."""
    challenged: Mapping[int, datetime] = field(default_factory=dict)
    """When the player last challenged each of these players."""
    games_out: int = 0
    """How many running games the player started. It leaves out games in which one of the two is on vacation, or the
    other has left the ladder."""
    games_in: Mapping[int, list[bool]] = field(default_factory=dict)
    """For each other player the running games that others started with them not long ago, without those of players on
    vacation. Each value says whether the challenger had challenged them not long before."""
    free_at: Mapping[int, datetime] = field(default_factory=dict)
    """When the player may start a rated game again with each of these players. With all others they may now."""

    @property
    def reach(self) -> int:
        return find_reach(self.size)

    def is_in_reach(self, place: Place) -> bool:
        """Whether this place is neither too low nor too high to be challenged."""
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
    """Reads the figures of a player for these rows. Rows out of reach cost no further query. `away` are those of
    `people` who are on vacation; if the caller gives them, they are not read again."""
    bare = Figures(slug, challenger, own, size, now, people)
    wanted = [each for each in places if bare.is_in_reach(each) and not each.is_leaving]
    if own is None or own.is_leaving or not wanted:
        return bare
    return replace(
        bare,
        **_read_games(slug, challenger.pk, wanted, people=people, away=away, now=now),
        own_refusal=_find_own_refusal(challenger, now=now),
        restricted=find_restricted(
            [each.user_id for each in wanted if people[each.user_id].restricted], ASKED, now=now
        ),
        ties=find_ties(challenger.pk),
        free_at=find_all_free_at(challenger.pk, slug=slug, now=now),
    )


def _read_games(
    slug: str,
    user_id: int,
    others: Collection[Place],
    *,
    people: Collection[int],
    away: Mapping[int, datetime] | None,
    now: datetime,
) -> dict[str, Any]:
    """Reads which ladder games the player and these others have, which of all their players are away, and which games
    the player had with each of the others."""
    ranks = [each.rank for each in others]
    mine = [Running(*row) for row in find_running(slug, user_id)]
    theirs = [Running(*row) for row in find_running_between(slug, min(ranks), max(ranks))]
    running = {game.number: game for game in [*theirs, *mine]}.values()
    met = {user_id, *(each.user_id for each in others), *(player for game in running for player in (game.by, game.of))}
    away = {**(away or {}), **find_away(met if away is None else met.difference(people), now=now)}
    counting = [game for game in running if game.by not in away and game.of not in away]
    games_in: defaultdict[int, list[bool]] = defaultdict(list)
    for game in counting:
        if now < game.started_at + COUNTS_FOR:
            games_in[game.of].append(bool(game.repeats))
    ended, challenged = _read_last(slug, user_id, now=now)
    return {
        "away": away,
        "playing": {game.of if game.by == user_id else game.by for game in mine},
        "ended": ended,
        "challenged": challenged,
        "games_out": sum(game.by == user_id and bool(game.stands) for game in counting),
        "games_in": games_in,
    }


def _read_last(slug: str, user_id: int, *, now: datetime) -> tuple[dict[int, datetime], dict[int, datetime]]:
    """Reads when the last ladder game of a player with each other player ended, and when they last challenged each of
    them. It leaves out what is too long ago to matter."""
    ended, challenged = dict[int, datetime](), dict[int, datetime]()
    for by, of, start, end in find_lately(slug, user_id, now - REPEATS_WITHIN, now - PAUSE):
        other = of if by == user_id else by
        if end is not None:
            ended[other] = max(end, ended.get(other, end))
        if by == user_id:
            challenged[other] = max(start, challenged.get(other, start))
    return ended, challenged


# --- Prepared, since each page of a ladder runs them --------------------------------------------------------------
class Running(NamedTuple):
    """A running ladder game."""

    number: int
    by: int
    of: int
    repeats: bool
    started_at: datetime
    stands: bool = True
    """Whether the challenged player is still on the ladder, without having left it since the game started."""


RUNNING = ("game_id", "challenger_id", "challenged_id", "repeats", "started_at")


def find_running(slug: str, user_id: int) -> QuerySet[LadderGame, tuple[Any, ...]]:
    """Returns the running ladder games of a player, and whether the player whom they challenged is still on the
    ladder."""
    games = LadderGame.objects.filter(Q(challenger=user_id) | Q(challenged=user_id), running=True, ruleset_slug=slug)
    stands = LadderMember.objects.filter(
        user=OuterRef("challenged"),
        ruleset_slug=OuterRef("ruleset_slug"),
        rank__isnull=False,
        leaving_at=None,
        joined_at__lte=OuterRef("started_at"),
    )
    return games.annotate(stands=Exists(stands)).values_list(*RUNNING, "stands")


def find_running_between(slug: str, first: int, last: int) -> QuerySet[LadderGame, tuple[Any, ...]]:
    """Returns the running ladder games that others started with the players between two ranks."""
    there = {
        "challenged__ladder_places__ruleset_slug": slug,
        "challenged__ladder_places__rank__range": (first, last),
    }
    return LadderGame.objects.filter(running=True, ruleset_slug=slug, **there).values_list(*RUNNING)


def find_lately(
    slug: str, user_id: int, started_after: datetime, ended_after: datetime
) -> QuerySet[LadderGame, tuple[int, int, datetime, datetime | None]]:
    """Returns the ladder games of a player that started or ended lately: between whom, and when."""
    mine = Q(challenger=user_id) | Q(challenged=user_id)
    lately = Q(started_at__gt=started_after) | Q(game__ended_at__gt=ended_after)
    games = LadderGame.objects.filter(mine, lately, ruleset_slug=slug)
    return games.values_list("challenger_id", "challenged_id", "started_at", "game__ended_at")


def _find_own_refusal(challenger: User, *, now: datetime) -> Refusal | None:
    try:
        for activity in ASKED:
            refuse(challenger, activity, now=now)
        safeguards.refuse_new(challenger, now=now)
    except Refusal as refusal:
        return refusal
    return None
