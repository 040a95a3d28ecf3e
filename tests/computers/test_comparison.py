"""How often somebody plays what the computer would have: asked for by staff, worked off behind all that players wait
for, of finished games between people alone, with the same figure of others."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from computers import comparing, comparison, review, reviewing, tasks
from computers.models import LEASE, Comparison, Review
from core.refusal import Refusal
from engine.contract import Side
from engine.search import analysing as engine
from engine.search.analysing import Judgement
from games import play
from games.models import Game
from tests.computers.conftest import TURNS, Killed, make_game, work
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hasty")]
DAY = timedelta(days=1)


def read(person) -> tuple[int, int]:
    row = Comparison.objects.filter(person=person, done_at__isnull=False).latest("pk")
    return row.same, row.turns


# --- What is counted ---------------------------------------------------------------------------------------------
def test_each_turn_of_the_person_is_looked_at_and_the_same_ones_are_counted(over, alice, boris, mira, judged):
    comparison.ask(alice, by=mira)
    work()
    assert sorted(judged) == [0, 2], "before her two turns"
    assert read(alice) == (2, 2)
    row = Comparison.objects.get()
    assert (row.games, row.asked_by, row.done, row.sample, row.claim) == (1, mira, 2, [], "")


def test_another_turn_that_leads_elsewhere_is_not_the_same(over, boris, mira, monkeypatch):
    monkeypatch.setattr(comparing, "judge", lambda position, **more: Judgement(0, (position.legal_moves()[-1],)))
    comparison.ask(boris, by=mira)
    work()
    assert read(boris) == (0, 2)


def test_a_turn_that_is_written_otherwise_and_leads_to_the_same_position_is_the_same(over, alice, mira, monkeypatch):
    written = {"Md1-c1": "Md1-c1 "}

    class Position:
        def __init__(self, real):
            self.real = real

        def legal_moves(self):
            return self.real.legal_moves()

        def play(self, text):
            return self.real.play(text.strip())

    read_all = comparing.Met.read
    monkeypatch.setattr(comparing.Met, "read", lambda self, turn: [*map(Position, read_all(self, turn))])

    def judge(position, *, history, **more):
        return Judgement(0, (written.get(TURNS[len(history)], "Mc1-b1"),))

    monkeypatch.setattr(comparing, "judge", judge)
    comparison.ask(alice, by=mira)
    work()
    assert read(alice)[0] == 1


def test_a_turn_without_a_choice_does_not_count(over, alice, mira, judged, monkeypatch):
    monkeypatch.setattr(type(over.position), "legal_moves", lambda self: ("Md1-c1",))
    comparison.ask(alice, by=mira)
    work()
    assert read(alice) == (0, 0)
    assert judged == []


def test_only_finished_games_with_a_result_between_people_count(over, alice, boris, carol, mira, judged, against):
    make_game(alice, carol, over=False)
    void = make_game(alice, carol)
    Game.objects.filter(pk=void.pk).update(termination="void", winner=None)
    game = against()
    play.resign(game.pk, side=Side(game.seats.get(user=alice).side))
    comparison.ask(alice, by=mira)
    work()
    assert Comparison.objects.get().games == 1
    assert read(alice) == (2, 2)


LONG = [*TURNS, *TURNS, "Md1-b1"]


def test_a_game_that_has_led_to_a_running_one_is_left_out(over, alice, boris, carol, mira, judged):
    same = make_game(alice, carol, turns=LONG)
    running = make_game(boris, carol, turns=LONG, over=False)
    assert running.ply == same.ply == 9
    comparison.ask(alice, by=mira)
    work()
    assert read(alice) == (2, 2), "of the short game alone"


def test_the_newest_turns_are_looked_at_and_no_more_than_the_sample(alice, boris, mira, judged, monkeypatch):
    monkeypatch.setattr(comparing, "SAMPLE", 3)
    for _ in range(2):
        make_game(alice, boris)
    comparison.ask(alice, by=mira)
    work()
    assert read(alice) == (3, 3)
    assert judged == [2, 0, 2]


def test_a_game_that_goes_on_again_meanwhile_counts_no_more(over, alice, mira, admin, judged):
    found = comparison.ask(alice, by=mira)
    found = comparing.lease_next()
    Comparison.objects.update(sample=comparing.choose_turns(found))
    play.reopen(over.pk, staff=admin, reason="Resigned in error.")
    Comparison.objects.update(claim="")
    work()
    assert read(alice) == (0, 0)
    assert judged == []


# --- The work ----------------------------------------------------------------------------------------------------
def test_one_whose_worker_was_killed_goes_on_where_it_stopped(over, alice, mira, asked, judged, monkeypatch):
    def die(position, **more):
        raise Killed

    comparison.ask(alice, by=mira)
    with monkeypatch.context() as patch:
        patch.setattr(comparing, "judge", die)
        with pytest.raises(Killed):
            work()
    asked.clear()
    assert tasks.look_after() == 0, "it may still be alive"
    Comparison.objects.update(seen_at=timezone.now() - LEASE.lasts - timedelta(seconds=1))
    assert tasks.look_after() == 1
    assert asked == ["reviewer"]
    work()
    assert read(alice) == (2, 2)
    assert tasks.look_after() == 0


def test_a_player_who_waits_for_an_analysis_comes_first(over, alice, boris, mira, judged, monkeypatch):
    order = []
    monkeypatch.setattr(reviewing, "judge", lambda *args, **more: order.append("analysis") or Judgement(0, ()))

    def judge(*args, **more):
        order.append("comparison")
        if len(order) == 1:
            review.ask(boris, game_id=over.pk)
        return Judgement(0, ())

    monkeypatch.setattr(comparing, "judge", judge)
    comparison.ask(alice, by=mira)
    work()
    assert order == ["comparison", *["analysis"] * 5, "comparison"]
    assert Review.objects.get().is_done
    assert Comparison.objects.get().done_at


def test_what_staff_ask_for_comes_before_what_the_site_asks_for(over, alice, boris, mira, judged):
    now = timezone.now()
    Comparison.objects.create(person=boris, asked_at=now - DAY)
    comparison.ask(alice, by=mira)
    assert [comparing.lease_next().person, comparing.lease_next().person] == [alice, boris]
    assert comparing.lease_next() is None


def test_a_failure_stops_it_says_why_and_it_can_be_asked_for_again(over, alice, mira, judged, monkeypatch):
    def fail(*args, **more):
        raise RuntimeError("broken")

    found = comparison.ask(alice, by=mira)
    with monkeypatch.context() as patch:
        patch.setattr(comparing, "judge", fail)
        work()
    found.refresh_from_db()
    assert (found.why, found.claim) == ("It failed: RuntimeError", "")
    assert tasks.look_after() == 0
    assert comparison.ask(alice, by=mira) == found
    work()
    assert read(alice) == (2, 2)


def test_what_staff_of_computers_stopped_does_not_go_on_by_asking(over, alice, mira, judged):
    comparison.ask(alice, by=mira)
    Comparison.objects.update(stopped_at=timezone.now(), by_staff=True)
    comparison.ask(alice, by=mira)
    work()
    assert judged == []


def test_a_database_that_fails_for_a_moment_stops_nothing(over, alice, mira, judged, monkeypatch):
    def fail(*args, **kwargs):
        raise OperationalError("the connection is lost")

    comparison.ask(alice, by=mira)
    with monkeypatch.context() as patch:
        patch.setattr(comparing, "keep", fail)
        work()
    Comparison.objects.update(seen_at=timezone.now() - LEASE.lasts - timedelta(seconds=1))
    assert tasks.look_after() == 1
    work()
    assert read(alice) == (2, 2)


def test_the_computer_itself_looks_at_it(over, alice, mira, monkeypatch):
    monkeypatch.setattr(comparing, "judge", lambda *args, **more: engine.judge(*args, **more, nodes=60))
    comparison.ask(alice, by=mira)
    work()
    same, turns = read(alice)
    assert turns == 2
    assert 0 <= same <= 2


# --- Asking ------------------------------------------------------------------------------------------------------
def test_it_is_asked_for_once_while_it_waits_and_anew_once_it_is_done(over, alice, mira, zoe, judged):
    first = comparison.ask(alice, by=mira)
    assert comparison.ask(alice, by=zoe) == first
    work()
    assert comparison.ask(alice, by=zoe) != first


REFUSED = {
    "no_games": lambda alice: UserFactory(),
    "no_person": lambda alice: UserFactory(kind="computer"),
    "too_many": lambda alice: alice,
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_cannot_be_compared_is_refused(over, alice, boris, mira, monkeypatch, code):
    person = REFUSED[code](alice)
    if code == "too_many":
        monkeypatch.setattr(comparison, "MOST_WAITING", 1)
        comparison.ask(boris, by=mira)
    with pytest.raises(Refusal) as refused:
        comparison.ask(person, by=mira)
    assert refused.value.code == code
