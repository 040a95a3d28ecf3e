"""Staff stop what a computer does in a game, and have it go on, by the actions of the queue's pages."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import Permission
from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from computers import availability, review, reviewing, tasks, thinking
from computers.models import Computer, Review, Thought
from engine.level import Level
from games import play
from games.models import Game
from tests.administration import enter
from tests.computers.conftest import play_first, side_of
from tests.factories import UserFactory
from tests.servers import START_WITHIN

pytestmark = pytest.mark.django_db


@pytest.fixture
def thought(against, alice) -> Thought:
    game = against()
    play_first(game, alice)
    return Thought.objects.get()


def post(browser, action: str, work: Thought | Review):
    pages = {Thought: "admin:computers_thought_changelist", Review: "admin:computers_review_changelist"}
    return browser.post(reverse(pages[type(work)]), {"action": action, "_selected_action": [work.pk]})


def test_a_thought_that_is_stopped_is_taken_up_by_nobody_until_it_goes_on(client, admin, thought, asked):
    browser, game = enter(client, admin), thought.game
    Thought.objects.update(claim="of a worker")
    assert post(browser, "stop", thought).status_code == 302
    asked.clear()
    thinking.think(game.pk)
    thought.refresh_from_db()
    assert (thought.why, thought.claim, bool(thought.stopped_at)) == ("Stopped by staff.", "", True)
    assert (tasks.look_after(), asked, game.turns.count()) == (0, [], game.ply)
    assert post(browser, "resume", thought).status_code == 302
    assert asked == [game.pk]
    thought.refresh_from_db()
    assert (thought.why, thought.claim, thought.stopped_at) == ("", "", None)
    thinking.think(game.pk)
    assert game.turns.count() == game.ply + 1


def test_a_thought_that_is_stopped_midway_plays_no_turn(client, admin, thought, monkeypatch):
    browser, choose, game = enter(client, admin), thinking.playing.choose, thought.game

    def stop_meanwhile(*args, **more):
        post(browser, "stop", thought)
        return choose(*args, **more)

    monkeypatch.setattr(thinking.playing, "choose", stop_meanwhile)
    thinking.think(game.pk)
    assert game.turns.count() == game.ply


def test_a_computer_stopped_while_it_thinks_about_a_draw_answers_nothing(client, admin, thought, alice, monkeypatch):
    browser, takes_draw, game = enter(client, admin), thinking.playing.takes_draw, thought.game
    play.offers.propose(game.pk, "draw", side=side_of(game, alice))
    asked_by_search = []

    def stop_meanwhile(*args, stop, **more):
        post(browser, "stop", thought)
        more["level"] = Level(nodes=6_000)  # one that looks at no more than a few turns would not ask
        takes_draw(*args, **more, stop=lambda: asked_by_search.append(stop()) or asked_by_search[-1])
        return True

    monkeypatch.setattr(thinking.playing, "EARLIEST_DRAW", 0)
    monkeypatch.setattr(thinking.playing, "takes_draw", stop_meanwhile)
    thinking.think(game.pk)
    game.refresh_from_db()
    assert asked_by_search[-1]
    assert ("draw" in game.offers, game.is_over, game.turns.count()) == (True, False, game.ply)


# --- What happens in the game does not undo it -------------------------------------------------------------------
def offer_draw(game, *, by):
    play.offers.propose(game.pk, "draw", side=side_of(game, by))


def offer_takeback(game, *, by):
    play.offers.propose(game.pk, "takeback", side=side_of(game, by))


def take_back_and_play(game, *, by):
    """Staff take back the player's turn, who then plays another."""
    play.take_back_by_staff(game.pk, turns=1, staff=UserFactory(is_staff=True, is_superuser=True), reason="A mistake")
    game.refresh_from_db()
    play_first(game, by)


def end_and_reopen(game, *, by):
    play.resign(game.pk, side=side_of(game, by))
    tasks.look_after()
    play.reopen(game.pk, staff=UserFactory(is_staff=True, is_superuser=True), reason="A mistake")


def end_and_offer_rematch(game, *, by):
    play.resign(game.pk, side=side_of(game, by))
    tasks.look_after()
    play.offers.propose(game.pk, "rematch", side=side_of(game, by))


HAPPENINGS = [offer_draw, offer_takeback, take_back_and_play, end_and_reopen, end_and_offer_rematch]


@pytest.mark.parametrize("failed", [False, True], ids=["working", "failed"])
@pytest.mark.parametrize("happen", HAPPENINGS)
def test_only_staff_start_again_what_staff_stopped(client, admin, thought, alice, asked, happen, failed):
    browser, game = enter(client, admin), thought.game
    if failed:
        thinking.stop(thought, why="It failed: ValueError")
    post(browser, "stop", thought)
    happen(game, by=alice)
    game.refresh_from_db()
    before = (game.revision, game.ply, Game.objects.count())
    asked.clear()
    assert (tasks.look_after(), asked) == (0, [])
    thinking.think(game.pk)
    game.refresh_from_db()
    assert (game.revision, game.ply, Game.objects.count()) == before
    post(browser, "resume", Thought.objects.get())
    thinking.think(game.pk)
    game.refresh_from_db()
    assert (game.revision, game.ply, Game.objects.count()) != before
    assert not Thought.objects.filter(game=game).exists()


@pytest.mark.parametrize("happen", HAPPENINGS)
def test_the_next_event_restarts_a_thought_that_failed(thought, alice, happen):
    game = thought.game
    thinking.stop(thought, why="It failed: ValueError")
    happen(game, by=alice)
    assert not Thought.objects.exclude(stopped_at=None, why="").exists()
    assert Thought.objects.free(timezone.now()).exists()


def test_a_thought_that_staff_restarted_can_fail_and_start_again_by_itself(client, admin, thought, alice):
    browser = enter(client, admin)
    post(browser, "stop", thought)
    post(browser, "resume", thought)
    thought.refresh_from_db()
    thinking.stop(thought, why="It failed: ValueError")
    offer_draw(thought.game, by=alice)
    assert Thought.objects.free(timezone.now()).exists()


def test_stopping_it_a_second_time_keeps_the_first_reason(client, admin, thought):
    Thought.objects.update(stopped_at=thought.asked_at, why="It failed: ValueError")
    post(enter(client, admin), "stop", thought)
    assert Thought.objects.get().why == "It failed: ValueError"


def test_an_analysis_is_stopped_and_goes_on(client, admin, over, alice, hasty, asked):
    browser = enter(client, admin)
    review.ask(alice, game_id=over.pk)
    post(browser, "stop", over.review)
    reviewing.review_waiting()
    assert not Review.objects.get().done
    asked.clear()
    post(browser, "resume", over.review)
    assert asked == ["reviewer"]
    reviewing.review_waiting()
    assert Review.objects.get().is_done


def switch(browser, computer: Computer, *, on: bool):
    form = {"action": "switch_on" if on else "switch_off", "_selected_action": [computer.pk]}
    return browser.post(reverse("admin:computers_computer_changelist"), form)


def test_a_thought_whose_computer_was_switched_off_midway_plays_no_turn_before_it_is_on_again(
    client, admin, thought, monkeypatch
):
    browser, choose, game = enter(client, admin), thinking.playing.choose, thought.game
    computer = Computer.objects.get(user__seats__game=game)

    def switch_meanwhile(*args, **more):
        monkeypatch.setattr(thinking.playing, "choose", choose)
        switch(browser, computer, on=False)
        return choose(*args, **more)

    monkeypatch.setattr(thinking.playing, "choose", switch_meanwhile)
    thinking.think(game.pk)
    assert (game.turns.count(), Thought.objects.get().claim) == (game.ply, "")
    switch(browser, computer, on=True)
    thinking.think(game.pk)
    assert game.turns.count() == game.ply + 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_thought_that_begins_as_its_computer_is_switched_off_plays_no_turn_before_it_is_on_again(admin, thought):
    game, computers = thought.game, Computer.objects.all()
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        availability.set_available(computers, on=False, staff=admin)
        pool.submit(think_and_close, game.pk).result(START_WITHIN)  # it passes over a row that is locked
    assert (game.turns.count(), Thought.objects.get().claim) == (game.ply, "")
    availability.set_available(computers, on=True, staff=admin)
    thinking.think(game.pk)
    assert game.turns.count() == game.ply + 1


def think_and_close(game_id: int) -> None:
    try:
        thinking.think(game_id)
    finally:
        connection.close()


def test_games_that_wait_for_a_computer_are_played_once_it_is_switched_on(
    client, admin, against, thought, alice, asked, django_capture_on_commit_callbacks
):
    browser, other = enter(client, admin), against("masters")
    play_first(other, alice)
    for computer in Computer.objects.all():
        switch(browser, computer, on=False)
    asked.clear()
    with django_capture_on_commit_callbacks() as callbacks:
        switch(browser, Computer.objects.get(ruleset_slug="mastery"), on=True)
    assert asked == []
    for callback in callbacks:
        callback()
    assert asked == [thought.game_id]


@pytest.mark.parametrize("action", ["stop", "resume"])
def test_staff_who_may_only_see_the_queue_change_nothing(client, thought, action):
    if action == "resume":
        Thought.objects.update(stopped_at=thought.asked_at)
    before = Thought.objects.values().get()
    reader = UserFactory(is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_thought"))
    browser = enter(client, reader)
    assert browser.get(reverse("admin:computers_thought_changelist")).status_code == 200
    post(browser, action, thought)
    assert Thought.objects.values().get() == before
