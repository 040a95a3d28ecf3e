"""Games against computers: begun by one click, answered by a worker when it gets to it, looked at once over."""

from collections.abc import Iterator
from functools import partial
from random import Random
from unittest import mock

from django.db.models import F

from accounts.models import User
from computers import (
    availability,
    comparing,
    comparison,
    hindrances,
    joining,
    review,
    reviewing,
    starting,
    tasks,
    thinking,
)
from computers.models import Comparison, Computer, Review, Thought
from computers.relaying import IN_A_ROW
from engine.contract import Side
from engine.search.analysing import judge
from games import clock
from games.fairness import FROM_PLY
from games.models import Game, OfferRecord
from tests.actions import action
from tests.actions.challenges import rulesets, start_game
from tests.actions.drawing import number_from, pairs, players, sides, whether, which
from tests.actions.games import has_games, pick_game, play_text
from tests.actions.scene import Scene
from tests.actions.staff import find_staff

BETRAYED = FROM_PLY + IN_A_ROW - 1
"""So many turns two games have in common when the computer waits."""
FEW = 20
"""Nodes for a position of an analysis."""


@action(number=players, ruleset=rulesets)
def play_computer(site: Scene, *, number: int, ruleset: str) -> None:
    with mock.patch.object(starting, "CHANCE", Random(number)):
        game = starting.start(site.players[number].user, slug=ruleset, level="newcomer")
    site.times.follow(game.pk, keeps_weekends=False)


@action(weight=2)
def think(site: Scene) -> None:
    """The worker comes to all that waits for it, twice, as where a task comes again: each turn is answered once. It
    chooses alike whatever the number of the game is."""
    choose = thinking.playing.choose
    with mock.patch.object(thinking.playing, "choose", lambda *given, **more: choose(*given, **{**more, "seed": 0})):
        for game in Game.objects.filter(pk__in=list(Thought.objects.free(site.now).values_list("game", flat=True))):
            deed = OfferRecord.objects.filter(game=game).order_by("-pk").values_list("pk", flat=True).first() or 0
            thinking.think(game.pk)
            count_accepted(site, game, since=deed)
            judge_answer(site, game)
            thinking.think(game.pk)


def count_accepted(site: Scene, before: Game, *, since: int) -> None:
    """What a computer has accepted, in the account of the clock."""
    accepted = OfferRecord.objects.filter(game=before, pk__gt=since, step=OfferRecord.Step.ACCEPTED).order_by("pk")
    for kind in accepted.values_list("kind", flat=True):
        offer = before.offers[kind]
        site.times.accept(before.pk, kind, offer, by=1 - offer["side"])


def judge_answer(site: Scene, before: Game) -> None:
    """A computer that is switched on, and that nobody has stopped, has done what waited for it, unless it has to wait
    for a game that is relayed to it."""
    game = Game.objects.get(pk=before.pk)
    waits, relayed = Thought.objects.filter(game=game, relayed=True).exists(), find_relayed(site, before)
    if relayed and not waits:
        site.faults.append(f"in game {game.pk} a computer has judged game {relayed}")
    elif Thought.objects.filter(game=game).exists() and not relayed:
        site.faults.append(f"in game {game.pk} a computer has left something to do")
    theirs = [theirs for theirs in site.guests.values() if game.pk in theirs]
    if game.ply != before.ply and theirs:
        theirs[0][game.pk] = site.now


def find_relayed(site: Scene, game: Game) -> int | None:
    """The game between players, which goes on, that has come as far in one against a computer as betrays it: of two
    that were played alike, either."""
    over = [] if game.is_over else list_texts(game)
    for running in Game.objects.active().filter(pk__in=site.relayed).order_by("pk"):
        played = list_texts(running)
        if len(played) >= BETRAYED and over[: len(played)] == played:
            return running.pk
    return None


def list_texts(game: Game) -> list[str]:
    return list(game.turns.filter(taken_back_at=None).order_by("ply").values_list("text", flat=True))


@action(meanwhile=False, pair=pairs, number=players)
def relay_game(site: Scene, *, pair: tuple[int, int], number: int) -> None:
    """Two begin a game, and a player has it played by a computer turn by turn, until it waits."""
    start_game(site, pair=pair, control=clock.Days(7), weekends=False, vacation=0)
    running = Game.objects.latest("pk")
    play_computer(site, number=number, ruleset=running.ruleset_slug)
    game = Game.objects.latest("pk")
    site.relayed.append(running.pk)
    for _ in range(BETRAYED + 2):  # and once more, where it is asked only then
        ply, is_mine = game.ply, not game.seats.get(side=game.side_to_move).user.is_computer
        if is_mine:
            play_text(site, game, game.position.legal_moves()[number])
        else:
            think(site)
        game.refresh_from_db()
        if game.ply == ply or game.is_over:
            return
        play_text(site, running, list_texts(game)[-1])


@action(on=whether)
def switch_computers(site: Scene, *, on: bool) -> None:
    availability.set_available(Computer.objects.all(), on=on, staff=find_staff())


@action(meanwhile=False, needs=has_games, number=which, side=sides)
def call_off(site: Scene, *, number: int, side: Side) -> None:
    """Leaves the game of a computer that does not play."""
    game = pick_game(site, number)
    hindrances.call_off(game, side=side, expected_revision=game.revision)


@action(number=players, which=number_from(0, 2))
def ask_review(site: Scene, *, number: int, which: int) -> None:
    """Of a game that is over, or is not."""
    games = list(Game.objects.order_by(F("ended_at").desc(nulls_last=True), "pk"))
    review.ask(site.players[number].user, game_id=games[which % len(games)].pk)


@action(number=players)
def compare(site: Scene, *, number: int) -> None:
    """Staff have somebody compared with the computer."""
    comparison.ask(site.players[number].user, by=find_staff())


@action()
def work_on_reviews(site: Scene) -> None:
    quick = partial(judge, nodes=FEW)
    with mock.patch.object(reviewing, "judge", quick), mock.patch.object(comparing, "judge", quick):
        tasks.review()


@action(number=players, which=number_from(0, 2))
def join_review(site: Scene, *, number: int, which: int) -> None:
    """Takes what the computer found into an analysis of one's own; twice, as the second time adds nothing."""
    over = list(Game.objects.ended().exclude(review=None).filter(private=False).order_by("pk"))
    if over:
        tree = joining.join(site.players[number].user, over[which % len(over)])
        size = tree.nodes.count()
        joining.join(site.players[number].user, over[which % len(over)])
        if tree.nodes.count() != size:
            site.faults.append(f"analysis {tree.pk} had {size} nodes, and has {tree.nodes.count()} by the same lines")


def find_faults_of_computers() -> Iterator[str]:
    """No turn of theirs is forgotten or has a clock, no thought or comparison has failed, and no running game is
    analysed."""
    theirs = Game.objects.active().filter(seats__side=F("side_to_move"), seats__user__kind=User.Kind.COMPUTER)
    for game in theirs.filter(thought=None) | theirs.exclude(deadline_at=None):
        yield f"game {game.pk} waits for a computer: thought {hasattr(game, 'thought')}, deadline {game.deadline_at}"
    for thought in Thought.objects.filter(why__startswith="It failed"):
        yield f"the computer failed in game {thought.game_id}: {thought.why}"
    for row in Review.objects.select_related("game"):
        if not review.may_be_reviewed(row.game):
            yield f"game {row.game_id} has no result, and is analysed"
        if row.why or row.evaluations.count() != row.done:
            yield f"the analysis of game {row.game_id} has {row.evaluations.count()} of {row.done} positions: {row.why}"
    for found in Comparison.objects.all():
        if found.why or not found.same <= found.turns <= found.done:
            yield f"comparison {found.pk} has {found.same} of {found.turns} of {found.done} turns: {found.why}"
