"""What decides who may challenge whom on a ladder, read for all rows of a page at once, in a constant number of
queries."""

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
from core.prepared import PreparedQuery
from core.refusal import Refusal
from games.play.rated_pairs import find_all_free_at

REPEATS_WITHIN = timedelta(days=60)
"""So long a challenger counts as one who has challenged the same player before."""
PAUSE = timedelta(days=7)
"""How long after their last ladder game two players may start another."""
COUNTS_FOR = timedelta(days=30)
"""So long a running game counts among those that others started with somebody, so that friends cannot fill them."""
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
    """Running games that they started, of players who are not on vacation and with somebody who still stands there."""
    games_in: Mapping[int, list[bool]] = field(default_factory=dict)
    """For each of the others their running games that others started not long ago, none of players on vacation:
    whether its challenger had challenged them not long before."""
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
    """What ladder games the player and these others have, who of all their players is away, and what games the player
    had with each of the others."""
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
    """When the last ladder game of a player with each other ended, and when they last challenged each of them, as far
    as either still matters."""
    ended, challenged = dict[int, datetime](), dict[int, datetime]()
    for by, of, start, end in find_lately(slug, user_id, now - REPEATS_WITHIN, now - PAUSE):
        other = of if by == user_id else by
        if end is not None:
            ended[other] = max(end, ended.get(other, end))
        if by == user_id:
            challenged[other] = max(start, challenged.get(other, start))
    return ended, challenged


# --- Prepared, since each page of a ladder asks them --------------------------------------------------------------
class Running(NamedTuple):
    """A running ladder game."""

    number: int
    by: int
    of: int
    repeats: bool
    started_at: datetime
    stands: bool = True
    """Whether the challenged player has not left the ladder since it began."""


RUNNING = ("game_id", "challenger_id", "challenged_id", "repeats", "started_at")


@PreparedQuery
def find_running(slug: str, user_id: int) -> QuerySet[LadderGame, tuple[Any, ...]]:
    """The running ladder games of a player, and whether whom they challenged still stands there."""
    games = LadderGame.objects.filter(Q(challenger=user_id) | Q(challenged=user_id), running=True, ruleset_slug=slug)
    stands = LadderMember.objects.filter(
        user=OuterRef("challenged"),
        ruleset_slug=OuterRef("ruleset_slug"),
        rank__isnull=False,
        leaving_at=None,
        joined_at__lte=OuterRef("started_at"),
    )
    return games.annotate(stands=Exists(stands)).values_list(*RUNNING, "stands")


@PreparedQuery
def find_running_between(slug: str, first: int, last: int) -> QuerySet[LadderGame, tuple[Any, ...]]:
    """The running ladder games that others started with those who stand between two ranks."""
    there = {
        "challenged__ladder_places__ruleset_slug": slug,
        "challenged__ladder_places__rank__range": (first, last),
    }
    return LadderGame.objects.filter(running=True, ruleset_slug=slug, **there).values_list(*RUNNING)


@PreparedQuery
def find_lately(
    slug: str, user_id: int, started_after: datetime, ended_after: datetime
) -> QuerySet[LadderGame, tuple[int, int, datetime, datetime | None]]:
    """The ladder games of a player that started or ended lately: between whom, and when."""
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
