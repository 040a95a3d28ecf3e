"""Games against computers: begun by one click, answered by a worker whenever it comes to it, looked at once over."""

from collections.abc import Iterator
from functools import partial
from random import Random
from unittest import mock

from django.db.models import F
from hypothesis import strategies as st

from computers import review, reviewing, starting, thinking
from computers.models import Computer, Review, Thought
from games.engine.search.analysing import judge
from games.models import Game
from tests.stateful.actions import action, players
from tests.stateful.site import Site

FEW = 20
"""Nodes for a position of an analysis."""


@action(number=players)
def play_computer(site: Site, *, number: int) -> None:
    with mock.patch.object(starting, "CHANCE", Random(number)):
        game = starting.start(site.players[number].user, slug="mastery", level=1)
    site.follow_new_game(game.pk, keeps_weekends=False)


@action(weight=2)
def think(site: Site) -> None:
    """The worker comes to all that waits for it, twice, as where a task comes again: each turn is answered once. It
    chooses alike whatever the number of the game is."""
    choose = thinking.playing.choose
    with mock.patch.object(thinking.playing, "choose", lambda *given, **more: choose(*given, **{**more, "seed": 0})):
        for game in Game.objects.filter(pk__in=list(Thought.objects.wanted(site.now).values_list("game", flat=True))):
            thinking.think(game.pk)
            judge_answer(site, game)
            thinking.think(game.pk)


def judge_answer(site: Site, before: Game) -> None:
    """A computer that is switched on, and that nobody has stopped, has done what waited for it."""
    game = Game.objects.get(pk=before.pk)
    if Thought.objects.filter(game=game).exists():
        site.faults.append(f"in game {game.pk} a computer has left something to do")
    theirs = [theirs for theirs in site.guests.values() if game.pk in theirs]
    if game.ply != before.ply and theirs:
        theirs[0][game.pk] = site.now


@action(on=st.booleans())
def switch_computers(site: Site, *, on: bool) -> None:
    Computer.objects.update(on=on)


@action(number=players, which=st.integers(0, 2))
def ask_review(site: Site, *, number: int, which: int) -> None:
    """Of a game that is over, or is not."""
    games = list(Game.objects.order_by(F("ended_at").desc(nulls_last=True), "pk"))
    review.ask(site.players[number].user, game_id=games[which % len(games)].pk)


@action()
def work_on_reviews(site: Site) -> None:
    with mock.patch.object(reviewing, "judge", partial(judge, nodes=FEW)):
        reviewing.review_waiting()


def find_faults_of_computers() -> Iterator[str]:
    """No turn of theirs is forgotten or has a clock, no thought has failed, and no running game is analysed."""
    theirs = Game.objects.active().filter(seats__side=F("side_to_move"), seats__user__is_computer=True)
    for game in theirs.filter(thought=None) | theirs.exclude(deadline_at=None):
        yield f"game {game.pk} waits for a computer: thought {hasattr(game, 'thought')}, deadline {game.deadline_at}"
    for thought in Thought.objects.filter(why__startswith="It failed"):
        yield f"the computer failed in game {thought.game_id}: {thought.why}"
    for row in Review.objects.select_related("game"):
        if not review.may_be_reviewed(row.game):
            yield f"game {row.game_id} has no result, and is analysed"
        if row.why or row.evaluations.count() != row.done:
            yield f"the analysis of game {row.game_id} has {row.evaluations.count()} of {row.done} positions: {row.why}"
