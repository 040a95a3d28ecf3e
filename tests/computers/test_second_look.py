"""Turns that seem to have cost much are looked at again for longer, before they are marked."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils import timezone

from computers import review, reviewing, tasks
from computers.models import LEASE, Computer, Evaluation, Review
from engine.contract import Side
from engine.search.analysing import Judgement
from engine.search.marking import DEEPER, MOST_AGAIN, find_swings
from games import play
from games.models import Game, Turn
from tests.computers.conftest import Killed, look_back
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hasty")]
BEST = "Pd4-d5"
"""Found in every position by both looks."""
FIRST_LOOK = [0, -900, -900, -200, -200]
"""After turn 1, by Dark, the chances seem to have fallen, and after turn 3, again by Dark, to have risen."""
SECOND_LOOK = [0, -700, -650, -100, 0]
AGAIN = [0, 1, 2, 3]


class Judge:
    """Says what the scores are, and notes which positions it was asked about, and for how long."""

    def __init__(self, first=FIRST_LOOK, second=SECOND_LOOK) -> None:
        self.scores = {1: first, DEEPER: second}
        self.asked: list[tuple[int, int]] = []
        self.before = lambda ply, times: None

    def __call__(self, position, *, history, times, **more) -> Judgement:
        ply = len(history)
        self.before(ply, times)
        self.asked.append((ply, times))
        return Judgement(self.scores[times][ply % len(FIRST_LOOK)], (BEST,))

    def list_again(self) -> list[int]:
        return [ply for ply, times in self.asked if times == DEEPER]


@pytest.fixture
def judge(monkeypatch) -> Judge:
    found = Judge()
    monkeypatch.setattr(reviewing, "judge", found)
    return found


def list_marks(game: Game) -> list[tuple[int, str]]:
    judged = review.read_lines(game, reader=AnonymousUser())
    played = [(Side(turn.side), turn.text) for turn in game.turns.order_by("ply")]
    return [(swing.ply, swing.kind) for swing in find_swings(played, judged)]


def let_lease_end() -> None:
    Review.objects.update(seen_at=timezone.now() - LEASE.lasts - timedelta(seconds=1))


def test_positions_around_suspect_turns_are_looked_at_again_and_marked_by_that(over, alice, judge):
    done = look_back(over, alice)
    assert judge.asked == [*((ply, 1) for ply in range(5)), *((ply, DEEPER) for ply in AGAIN)]
    assert (done.again, done.again_done, done.is_done) == (4, 4, True)
    scores = Evaluation.objects.order_by("ply").values_list("score", flat=True)
    assert list(scores) == [*SECOND_LOOK[:4], FIRST_LOOK[4]]
    assert list_marks(over) == [(1, "blunder")]


def test_a_turn_that_the_second_look_clears_is_not_marked(over, alice, judge):
    judge.scores[DEEPER] = [0] * 5
    look_back(over, alice)
    assert list_marks(over) == []


def test_where_nothing_seems_to_have_cost_much_one_look_is_all(over, alice, judge):
    judge.scores[1] = [0] * 5
    done = look_back(over, alice)
    assert (done.again, done.is_done, judge.list_again()) == (0, True, [])


def test_an_analysis_is_done_when_both_looks_are(over, alice, judge):
    states = []
    judge.before = lambda ply, times: states.append((times, Review.objects.get().is_done, list_marks(over)))
    look_back(over, alice)
    assert {done for _, done, _ in states} == {False}
    assert [marks for times, _, marks in states if times == 1] == [[]] * 5
    assert Review.objects.get().is_done


@pytest.mark.parametrize("dies_at", range(9))
def test_a_kill_at_any_moment_loses_nothing(over, alice, judge, asked, dies_at):
    def die(ply, times):
        if len(judge.asked) == dies_at:
            judge.before = lambda *_: None
            raise Killed

    judge.before = die
    review.ask(alice, game_id=over.pk)
    with pytest.raises(Killed):
        reviewing.review_waiting()
    let_lease_end()
    asked.clear()
    assert (tasks.look_after(), asked) == (1, ["reviewer"])
    reviewing.review_waiting()
    assert judge.asked == [*((ply, 1) for ply in range(5)), *((ply, DEEPER) for ply in AGAIN)]
    assert list_marks(over) == [(1, "blunder")]
    assert tasks.look_after() == 0


def test_staff_stop_it_in_its_second_look_and_have_it_go_on(over, alice, judge, client):
    def stop(ply, times):
        if times == DEEPER:
            Review.objects.update(stopped_at=timezone.now(), claim="")

    judge.before = stop
    look_back(over, alice)
    assert Review.objects.get().again_done == 0
    page = client.get(reverse("review", args=[over.pk])).content.decode()
    assert "stopped while it looked again at the turns that may have cost most" in page
    judge.before = lambda *_: None
    Review.objects.update(stopped_at=None)
    reviewing.review_waiting()
    assert Review.objects.get().is_done


def test_progress_is_told_in_words_and_the_page_hears_of_each_step(over, alice, judge, client):
    told, page = [], reverse("review", args=[over.pk])

    def look(ply, times):
        row = Review.objects.get()
        assert client.get(f"{page}?done={row.looks}").status_code == 204
        assert client.get(f"{page}?done={row.looks - 1}").status_code == 200
        told.append(client.get(page).content.decode().split('<label for="progress">')[1].split("<")[0])

    judge.before = look
    look_back(over, alice)
    assert told[1:5] == [f"Position {done} of 5" for done in range(1, 5)]
    assert told[5:] == [f"Looking again at turn {turn}" for turn in (1, 2, 3, 3)]
    assert "data-done" not in client.get(page).content.decode()


def test_an_analysis_by_an_older_version_stays_as_it_is(over, alice, judge, asked, client):
    """It looked once and marked by that; neither is it gone on with, nor does its page speak of a second look."""
    look_back(over, alice)
    Review.objects.update(again=None, again_done=0)
    for ply, score in enumerate(FIRST_LOOK):
        Evaluation.objects.filter(ply=ply).update(score=score, look=Evaluation.Look.SHORT)
    judge.asked.clear()
    assert tasks.look_after() == 0
    reviewing.review_waiting()
    assert judge.asked == []
    assert list_marks(over) == [(1, "blunder")]
    assert "looks at it again" not in client.get(reverse("review", args=[over.pk])).content.decode()


def test_an_analysis_that_an_older_version_began_gets_its_second_look(over, alice, judge):
    review.ask(alice, game_id=over.pk)
    row = Review.objects.get()
    for ply in range(3):
        Evaluation.objects.create(review=row, ply=ply, score=FIRST_LOOK[ply], line=BEST)
    Review.objects.update(done=3)
    reviewing.review_waiting()
    assert judge.list_again() == AGAIN


@pytest.mark.parametrize("times", [1, DEEPER])
@pytest.mark.parametrize("act", [play.void, play.reopen])
def test_a_game_that_is_voided_or_goes_on_meanwhile_keeps_nothing(over, alice, judge, act, times):
    def end(ply, now):
        if (ply, now) == (1, times):
            judge.before = lambda *_: None
            act(over.pk, staff=UserFactory(is_staff=True, is_superuser=True), reason="Wrong set-up")

    judge.before = end
    review.ask(alice, game_id=over.pk)
    reviewing.review_waiting()
    assert not Review.objects.exists()
    assert not Evaluation.objects.exists()
    assert judge.asked[-1] == (1, times)


def make_long(game: Game, *, plies: int) -> None:
    """Pieces go to and fro, however often."""
    known = list(game.turns.order_by("ply"))
    turns = [
        Turn(
            **{field.attname: getattr(known[(ply - 1) % len(known)], field.attname) for field in Turn._meta.fields}
            | {"id": None, "ply": ply}
        )
        for ply in range(len(known) + 1, plies + 1)
    ]
    Turn.objects.bulk_create(turns)
    Game.objects.filter(pk=game.pk).update(ply=plies)


@pytest.mark.late
def test_of_a_game_of_1000_turns_the_first_500_positions_are_looked_at(over, alice, judge, client):
    """In both looks; the second one has a bound of its own."""
    make_long(over, plies=1_000)
    judge.scores = {1: [0, -900, 0, 900, 300], DEEPER: [0, -900, 0, 900, 300]}
    done = look_back(over, alice)
    assert (done.positions, done.done, done.is_done) == (review.MOST_POSITIONS, review.MOST_POSITIONS, True)
    assert 0 < done.again == len(judge.list_again()) <= MOST_AGAIN
    page = client.get(reverse("review", args=[over.pk])).content.decode()
    assert "It looks at the first 500 positions of a game." in page
    assert client.get(reverse("review_at", args=[over.pk, 900])).status_code == 200


def test_a_game_against_a_level_that_is_gone_is_analysed(alice, judge, against):
    game = against()
    Computer.objects.filter(user__seats__game=game).update(level_name="retired")
    play.play_move(game.pk, side=game.seats.get(user=alice).side, expected_revision=game.revision, text=first_of(game))
    play.resign(game.pk, side=game.seats.get(user=alice).side)
    assert look_back(Game.objects.get(pk=game.pk), alice).is_done


def first_of(game: Game) -> str:
    return game.position.legal_moves()[0]
