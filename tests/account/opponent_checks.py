"""What must be true of standing challenges and of the games that come from them, in every test that plays for long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F

from accounts.conduct.restrictions import Activity, find
from accounts.limiting.limits import MOST_STANDING
from accounts.models import Block, User
from accounts.time_off.away import find_away
from competition.models import StandingChallenge, StandingGame
from competition.standing.candidates import find_listed, read_candidates
from competition.standing.matching import Candidate
from competition.standing.room import MOST_RUNNING
from games.models import Game, Seat, Turn
from tests.competition.standing.naive_matching import may_meet


def find_wrong_standing() -> Iterator[str]:
    yield from find_wrong_copies()
    yield from find_too_many()
    yield from find_wrongly_listed()


def find_wrong_copies() -> Iterator[str]:
    """Whether a game that came from standing challenges runs is copied as it is, and each such game has its row."""
    for pk, running, ended_at in StandingGame.objects.values_list("pk", "running", "game__ended_at"):
        if running != (ended_at is None):
            yield f"game {pk} ended at {ended_at}, and for its standing challenges it runs: {running}"
    arranged = set(Game.objects.filter(arranged=Game.Arranged.STANDING).values_list("pk", flat=True))
    if arranged != (noted := set(StandingGame.objects.values_list("pk", flat=True))):
        yield f"games {sorted(arranged ^ noted)} come from standing challenges, or do not"


def find_too_many() -> Iterator[str]:
    stand = Counter(StandingChallenge.objects.standing().values_list("owner", flat=True))
    yield from (f"player {pk} has {n} standing challenges" for pk, n in stand.items() if n > MOST_STANDING)


def find_wrongly_listed() -> Iterator[str]:
    """Only what has room and is not paused by hand is listed, and what is listed stands."""
    running = count_running()
    for each in StandingChallenge.objects.select_related("challenge"):
        if each.ended_at is not None:
            if each.challenge.is_pending:
                yield f"{each} has ended, and its challenge waits for an answer"
            continue
        if not each.challenge.is_pending:
            yield f"{each} goes on, and its challenge is {each.challenge.status}"
        in_all = running[f"player {each.owner_id}"]
        most = MOST_RUNNING if has_played(each.owner_id) else 1
        has_room = running[f"standing {each.pk}"] < each.keep and in_all < most
        if each.challenge.withheld == (has_room and not each.paused):
            yield f"{each} has room: {has_room}, is paused: {each.paused!r}, is withheld: {each.challenge.withheld}"


def find_still_absent(ran_at: datetime) -> Iterator[str]:
    """Whoever has visited since they were absent is paused for that no longer, once the tasks of a minute have run."""
    back = StandingChallenge.objects.standing().filter(paused=StandingChallenge.Paused.ABSENT)
    seen = back.filter(
        owner__last_visit_at__gt=F("absent_since"), owner__last_visit_at__lte=ran_at - timedelta(minutes=1)
    )
    for each in seen.select_related("owner"):
        yield f"{each} is paused since {each.absent_since}, and its owner was here at {each.owner.last_visit_at}"


def count_running() -> Counter[str]:
    """By standing challenge and by player, of the games themselves."""
    found: Counter[str] = Counter()
    rows = StandingGame.objects.filter(game__ended_at=None).values_list("standing", "other_standing", "one", "other")
    for standing, other_standing, one, other in rows:
        found.update(f"standing {pk}" for pk in (standing, other_standing) if pk is not None)
        found.update((f"player {one}", f"player {other}"))
    return found


def has_played(user_id: int) -> bool:
    """Whether somebody has played a turn in any game that came from standing challenges."""
    seats = Seat.objects.filter(user=user_id, game__arranged=Game.Arranged.STANDING).values_list("game", "side")
    return any(Turn.objects.filter(game=game, side=side, undone=False).exists() for game, side in seats)


def judge_start(game: StandingGame, *, are_severed: Callable[[int, int], bool], now: datetime) -> Iterator[str]:
    """What is wrong with a game that standing challenges have just started."""
    running = count_running()
    for standing in filter(None, (game.standing, game.other_standing)):
        if running[f"standing {standing.pk}"] > standing.keep:
            yield f"{standing} keeps {standing.keep} games running, and started game {game.pk} beside as many"
    for pk in (game.one_id, game.other_id):
        if running[f"player {pk}"] > (MOST_RUNNING if has_played(pk) else 1):
            yield f"game {game.pk} is one too many for player {pk}"
    yield from judge_absent(game)
    if are_severed(game.one_id, game.other_id):
        yield f"game {game.pk} began between two of whom one blocks the other"
    if game.other_standing is not None:
        yield from judge_pair(game, now=now)


def judge_absent(game: StandingGame) -> Iterator[str]:
    """Nobody is given an opponent who lost their last such game on time, and was not here since that began."""
    given = [each.owner_id for each in (game.standing, game.other_standing) if each is not None]
    for pk in given:
        lost = Seat.objects.filter(
            user=pk, game__arranged__in=("standing", "ladder"), game__termination="time", game__ended_at__isnull=False
        ).exclude(side=F("game__winner"))
        since = lost.order_by("-game__ended_at").values_list("game__started_at", "game__ended_at", "game", "side")[:1]
        seen_at = User.objects.values_list("last_visit_at", flat=True).get(pk=pk)
        for began, _, lost_game, side in since:
            here = seen_at is not None and seen_at > began
            if not here and not Turn.objects.filter(side=side, game=lost_game, played_at__gt=began).exists():
                yield f"game {game.pk} was found for player {pk}, who lost game {lost_game} without having been here"


def judge_pair(game: StandingGame, *, now: datetime) -> Iterator[str]:
    """What is wrong with two whom the site has brought together."""
    both = (game.one_id, game.other_id)
    if away := find_away(both, now=now):
        yield f"game {game.pk} was found for players {sorted(away)}, who are away"
    if StandingGame.objects.between(*both).filter(game__ended_at=None).exclude(pk=game.pk).exists():
        yield f"game {game.pk} was found for players {both}, who play already"
    for pk in both:
        if find(pk, Activity.OPEN_CHALLENGE, now=now):
            yield f"game {game.pk} was found for player {pk}, who is barred"


def find_waiting(now: datetime) -> Iterator[tuple[int, int]]:
    """Two standing challenges that are free, fit, and may meet: whoever pairs at such an instant leaves none of them.
    Judged by the naive matcher, from all that are listed."""
    listed = [replace(each, is_due=True) for each in read_candidates(find_listed(now), now=now)]
    apart = {(row.one_id, row.other_id) for row in StandingGame.objects.filter(game__ended_at=None)}
    apart |= set(Block.objects.filter(is_mute=False).values_list("user", "other"))
    for at, one in enumerate(listed):
        for other in listed[at + 1 :]:
            if may_meet(one, other, apart, now) and not have_played_enough(one, other, now=now):
                yield one.number, other.number


def have_played_enough(one: Candidate, other: Candidate, *, now: datetime) -> bool:
    terms: Any = one.terms
    slug, is_rated = terms[0], bool(terms[2])
    since = now - timedelta(days=90)
    games = Game.objects.filter(rated=True, ruleset_slug=slug, started_at__gt=since, seats__user=one.owner)
    return is_rated and games.filter(pk__in=Game.objects.filter(seats__user=other.owner)).count() >= 12
