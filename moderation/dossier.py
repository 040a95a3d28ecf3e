"""Collects what staff see of a person or a game. The number of queries does not grow with the data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from accounts.conduct import restrictions, rights
from accounts.models import Restriction, User
from core.refusal import Refusal
from engine import glicko, registry
from games.models import Game, Message, PlayerRating, RatedGame, Seat, Turn
from games.reading.ratings import Why, read_rated
from games.reading.seats import read_seats
from games.telling.ratings import tell_change_of, tell_why_not
from moderation import acting, deciding, log, reports
from moderation.deciding import Obstacle
from moderation.evidence import linked
from moderation.models import LoggedAction, Report
from moderation.reasons import NEUTRAL

SHOWN = 20
MOST_COUNTED = 1000
"""The most games and reports of a person that are counted. These are the newest ones."""
RECENT = 5
"""The most games of two people that are named."""
LINES = 60
"""The most lines of chat that the page shows. These are the newest ones."""


@dataclass(frozen=True, slots=True)
class Dossier:
    """A person as moderators see them."""

    person: User
    standing: list[Restriction]
    past: list[Restriction]
    log: list[LoggedAction]
    notes: list[LoggedAction]
    reports: list[Report]
    reports_counted: dict[str, int]
    record: dict[str, int]
    """How many reports that this person made were right, wrong, or are open."""
    games: dict[str, int]
    ratings: list[tuple[str, int, int]]
    """For each ruleset its name, the rating as it is shown, and how many games count."""
    shared: list[linked.Linked]
    may_act: bool
    obstacle: Obstacle
    """Why the reader may not decide about the person now, as far as they may know: ties, or a colleague who works on
    it. It is empty if they may."""


def describe_person(person: User, *, reader: User, now: datetime) -> Dossier:
    rows = (
        log.list_visible(reader)
        .filter(person=person)
        .select_related("by", "person", "reversed_by", "game", "restriction")
    )
    logged = acting.mark_undoable(rows.order_by("-pk")[:SHOWN], reader=reader)
    laid = list(Restriction.objects.filter(user=person).select_related("by").order_by("-pk")[:SHOWN])
    for each in laid:
        each.told = restrictions.tell_staff(each)
    return Dossier(
        person=person,
        standing=[each for each in laid if stands(each, now=now)],
        past=[each for each in laid if not stands(each, now=now)],
        log=logged,
        notes=list(rows.filter(action="note", reverses=None, reversed_by=None).order_by("-pk")[:SHOWN]),
        reports=list(
            reports.list_visible(reader).filter(about=person).select_related("reporter").order_by("-pk")[:SHOWN]
        ),
        reports_counted=count_outcomes(reports.list_visible(reader).filter(about=person)),
        record=count_outcomes_of(person, reader=reader),
        games=count_games(person),
        ratings=list_ratings(person),
        shared=linked.list_linked(person, now=now),
        may_act=rights.may_act_on(reader, person),
        obstacle=find_obstacle([person], reader=reader, now=now),
    )


def find_obstacle(
    people: Iterable[User], *, reader: User, over: bool = True, report: Report | None = None, now: datetime
) -> Obstacle:
    """Says why the reader may not decide about these people now. The sentence is empty if they may."""
    people = list(people)
    reporters = {} if report is not None else deciding.list_only_reporters(reader, people, now=now)
    try:
        for person in people:
            deciding.refuse_held(person, staff=reader, now=now)
        deciding.require_decider(
            reader, people, has_shown_factor=True, openly=True, over=over, report=report, reporters=reporters, now=now
        )
    except Refusal as refusal:
        return Obstacle(refusal)
    return Obstacle()


def stands(restriction: Restriction, *, now: datetime) -> bool:
    return not restriction.is_closed and (restriction.until_at is None or restriction.until_at > now)


def count_outcomes(found: QuerySet[Report]) -> dict[str, int]:
    """Counts these reports by outcome. It counts only the newest `MOST_COUNTED`, in one query."""
    newest = found.exclude(matter__in=NEUTRAL).order_by("-pk")[:MOST_COUNTED].values_list("outcome", flat=True)
    counted = Counter(newest)
    return {"open": counted[""], "right": counted["acted"], "wrong": counted["no_breach"]}


def count_outcomes_of(reporter: User, *, reader: User) -> dict[str, int]:
    """Counts, by outcome, the reports that this person made, as far as the reader may see them."""
    return count_outcomes(reports.list_visible(reader).filter(reporter=reporter))


def count_games(person: User) -> dict[str, int]:
    """Counts the person's games, and how many of the newest are running, were lost on time, or were left early. Makes
    two queries."""
    newest = Seat.objects.filter(user=person).order_by("-game_id")[:MOST_COUNTED].values("pk")
    lost = Q(game__winner=1 - F("side"))
    return {"games": Seat.objects.filter(user=person).count()} | Seat.objects.filter(pk__in=newest).aggregate(
        looked_at=Count("pk"),
        running=Count("pk", filter=Q(game__ended_at=None)),
        timed_out=Count("pk", filter=Q(game__termination="time") & lost),
        resigned_early=Count("pk", filter=Q(game__termination="resignation", game__ply__lt=6) & lost),
    )


def list_ratings(person: User) -> list[tuple[str, int, int]]:
    """Returns the person's ratings, those with the most games first. Makes one query."""
    rows = PlayerRating.objects.filter(user=person, games__gt=0).order_by("-games", "ruleset_slug")
    return [(registry.get(row.ruleset_slug).name, glicko.show(row.rating), row.games) for row in rows]


def describe_pair(one: User, other: User) -> dict[str, Any]:
    """Counts the results of one against the other among the other's last games, and names the latest of them. Makes one
    query."""
    newest = Seat.objects.filter(user=other).order_by("-game_id")[:MOST_COUNTED].values("game_id")
    both = Seat.objects.filter(user=one, game__in=newest).order_by("-game_id")
    played = list(both.values_list("game_id", "side", "game__winner"))
    return {
        "games": len(played),
        "won": sum(winner == side for _, side, winner in played),
        "lost": sum(winner == 1 - side for _, side, winner in played),
        "recent": [game for game, _, _ in played[:RECENT]],
    }


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game as moderators see it."""

    game: Game
    ply: int
    position_text: str
    last_turn: str | None
    lines: list[Message]
    log: list[LoggedAction]
    turns: int
    obstacle: Obstacle
    """Why the reader may not decide about the game now. It is empty if they may."""
    ratings: list[str]
    """How a rated game changed the players' ratings, or why it doesn’t count."""


def describe_game(game: Game, *, reader: User, ply: int | None = None) -> GameFile:
    """Collects the board after `ply` turns, the chat, and what staff did. Makes five queries, and one more for a rated
    game."""
    ply = game.ply if ply is None else min(max(ply, 0), game.ply)
    turn = Turn.objects.filter(game=game, ply=ply, taken_back_at=None).first() if ply else None
    text = turn.position_text if turn else game.ruleset.start(**game.options).text()
    rows = LoggedAction.objects.filter(game=game).select_related("by", "person", "reversed_by", "restriction")
    logged = acting.mark_undoable(rows.order_by("-pk")[:SHOWN], reader=reader)
    lines = list(Message.objects.filter(game=game).select_related("user").order_by("-pk")[:LINES])
    obstacle = find_obstacle(acting.list_players(game), reader=reader, over=False, now=timezone.now())
    last, ratings = turn.text if turn else None, tell_ratings(game)
    return GameFile(game, ply, text, last, lines[::-1], logged, game.ply, obstacle, ratings)


def tell_ratings(game: Game) -> list[str]:
    """Says how a finished rated game changed each rating, such as “Alice: Mastery 1515 → 1639 (+124)”, or why it
    doesn’t count. For a running one, says whether staff have taken it out. Makes one or two queries, and none for
    unrated games."""
    if not game.rated:
        return []
    rated = read_rated(game)
    if rated is None:
        out = RatedGame.objects.filter(game=game).exclude(taken_out_at=None).exists()
        return [tell_why_not(game, why=Why.STAFF)] if out else []
    if rated.why:
        return [tell_why_not(game, why=rated.why)]
    seats, about = read_seats(game), {"ruleset": game.ruleset.name}
    named = zip(seats.usernames, seats, strict=True)
    return [tell_change_of(rated.changes[seat.user_id], name=name, **about) for name, seat in named]
