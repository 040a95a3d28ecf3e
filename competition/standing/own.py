"""A player's own standing challenges, as their page shows them: terms, running games, room, and why one is paused."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from accounts.time_off.away import find_away
from competition.models import StandingChallenge, StandingGame
from competition.standing.apart import tell_kept_apart
from competition.standing.pausing import Paused
from competition.standing.room import MOST_RUNNING
from competition.words import standing as words
from core.words import DAY, LONG_DAY_TIME, Said, tell_day, tell_moment
from games import telling
from games.models import Challenge
from games.reading.fitting import read_figures
from games.reading.ratings import Shown, may_see_ratings
from games.telling.limits import tell_only_for


class OwnGame(NamedTuple):
    """A running game that came from a standing challenge."""

    pk: int
    opponent: str


class Own(NamedTuple):
    """A standing challenge as its owner sees it."""

    standing: StandingChallenge
    terms: list[str]
    """What it offers, one fact each. The game is not among them, since the ruleset says it."""
    side: str
    """The side that the player plays, or nothing if it is random."""
    only_for: str
    games: list[OwnGame]
    state: Said
    """Whether it waits for an opponent, has no room or is paused, and what ends that."""
    is_waiting: bool
    kept_apart: list[Said]
    """With whose standing challenges it fits but is not paired yet, and until when."""

    @property
    def running(self) -> Said:
        return words.RUNNING(running=len(self.games), keep=self.standing.keep)


def read_own(owner: User, *, now: datetime) -> list[Own]:
    """Returns the standing challenges that have not ended, oldest first. Makes one query for their games, two for
    ratings and figures of games on time if shown, one for a vacation, and one if one waits and is rated
    (`tell_kept_apart`)."""
    found = list(
        StandingChallenge.objects.standing().filter(owner=owner).select_related("challenge__challenger").order_by("pk")
    )
    games, in_all = _read_games(owner.pk)
    away = find_away([owner.pk], now=now) if any(each.paused == Paused.VACATION for each in found) else {}
    apart = tell_kept_apart(found, owner=owner, now=now)
    ratings = _read_ratings([each.challenge for each in found], owner=owner, now=now)
    return [
        Own(
            standing=each,
            terms=telling.all_terms_of(each.challenge),
            side=_tell_side(each.challenge),
            only_for=tell_only_for(each.challenge, ratings.get(each.challenge.ruleset_slug)),
            games=games[each.pk],
            state=_tell_state(each, running=len(games[each.pk]), in_all=in_all, away_until=away.get(owner.pk)),
            is_waiting=not each.challenge.withheld,
            kept_apart=apart.get(each.pk, []),
        )
        for each in found
    ]


def _read_games(user_id: int) -> tuple[dict[int, list[OwnGame]], int]:
    """Returns the running games by standing challenge, and how many run in all, including those from others' standing
    challenges."""
    by_standing: defaultdict[int, list[OwnGame]] = defaultdict(list)
    rows = StandingGame.objects.running().of(user_id).select_related("one", "other").order_by("game")
    for row in rows:
        is_one = row.one_id == user_id
        mine, opponent = (row.standing_id, row.other) if is_one else (row.other_standing_id, row.one)
        if mine is not None:
            by_standing[mine].append(OwnGame(row.game_id, opponent.shown_name))
    return by_standing, len(rows)


def _read_ratings(found: list[Challenge], *, owner: User, now: datetime) -> dict[str, Shown]:
    """Returns the owner's ratings by ruleset, if a limit refers to them."""
    within = [each for each in found if each.rating_within is not None]
    if not within or not may_see_ratings(owner):
        return {}
    figures = read_figures(within, reader=None)
    slugs = {each.ruleset_slug for each in within}
    return {slug: figures.show_rating(owner.pk, slug=slug, now=now) for slug in slugs}


def _tell_side(challenge: Challenge) -> str:
    side = challenge.side_offered
    return "" if side is None else str(words.SIDE(side=challenge.ruleset.sides[side]))


def _tell_state(standing: StandingChallenge, *, running: int, in_all: int, away_until: datetime | None) -> Said:
    if standing.paused == Paused.VACATION:
        return words.ON_VACATION(until=tell_moment(away_until, form=LONG_DAY_TIME)) if away_until else words.AWAY()
    if standing.paused:
        return PAUSED[Paused(standing.paused)]()
    if running >= standing.keep:
        return words.FULL()
    if in_all >= MOST_RUNNING:
        return words.MOST_RUNNING(most=MOST_RUNNING)
    if standing.challenge.withheld:
        return words.FIRST_TURN()
    return words.WAITING(since=tell_day(standing.waiting_since, form=DAY))


PAUSED = {
    Paused.HAND: words.BY_HAND,
    Paused.RESTRICTED: words.RESTRICTED,
    Paused.UNSEEN: words.UNSEEN,
    Paused.ABSENT: words.ABSENT,
}
