"""Staff stop what a computer does in a game, and have it go on, by the actions of the queue's pages."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from computers import review, reviewing, tasks, thinking
from computers.models import Review, Thought
from games import play
from tests.administration import enter
from tests.computers.conftest import play_first, side_of
from tests.factories import UserFactory

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


def test_one_that_was_stopped_while_it_was_thought_plays_no_turn(client, admin, thought, monkeypatch):
    browser, choose, game = enter(client, admin), thinking.playing.choose, thought.game

    def stop_meanwhile(*args, **more):
        post(browser, "stop", thought)
        return choose(*args, **more)

    monkeypatch.setattr(thinking.playing, "choose", stop_meanwhile)
    thinking.think(game.pk)
    assert game.turns.count() == game.ply


def test_one_that_was_stopped_while_it_thought_about_a_draw_answers_nothing(client, admin, thought, alice, monkeypatch):
    browser, takes_draw, game = enter(client, admin), thinking.playing.takes_draw, thought.game
    play.offers.propose(game.pk, "draw", side=side_of(game, alice))
    asked_by_search = []

    def stop_meanwhile(*args, stop, **more):
        post(browser, "stop", thought)
        takes_draw(*args, **more, stop=lambda: asked_by_search.append(stop()) or asked_by_search[-1])
        return True

    monkeypatch.setattr(thinking.playing, "takes_draw", stop_meanwhile)
    thinking.think(game.pk)
    game.refresh_from_db()
    assert asked_by_search[-1]
    assert ("draw" in game.offers, game.is_over, game.turns.count()) == (True, False, game.ply)


def test_stopping_again_leaves_why_it_stopped(client, admin, thought):
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


@pytest.mark.parametrize("action", ["stop", "resume"])
def test_staff_who_may_see_the_queue_and_not_run_computers_change_nothing(client, thought, action):
    if action == "resume":
        Thought.objects.update(stopped_at=thought.asked_at)
    before = Thought.objects.values().get()
    reader = UserFactory(is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_thought"))
    browser = enter(client, reader)
    assert browser.get(reverse("admin:computers_thought_changelist")).status_code == 200
    post(browser, action, thought)
    assert Thought.objects.values().get() == before
