"""A finished game is analysed once, for everybody who may see it; a running game never is."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.limiting.limits import ACTIONS
from analysis.models import Tree
from computers import review, reviewing, thinking
from computers.models import Evaluation, Review
from computers.words import refusals
from core.refusal import Refusal
from engine import registry
from engine.contract import Side
from engine.search import analysing as engine
from engine.search import chances
from engine.search.chances import measure_chance
from engine.search.marking import Judged, find_swings
from games import play
from games.models import Game
from tests.computers.conftest import TURNS, finish, look_back, play_first
from tests.factories import GameFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("hasty")]


# --- What comes out ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", [ruleset.slug for ruleset in registry.all_rulesets()])
def test_every_position_is_judged_and_every_line_can_be_played(alice, boris, slug):
    game = GameFactory(first=alice, second=boris, ruleset_slug=slug)
    for _ in range(3):
        play_first(game, game.seats.get(side=game.side_to_move).user)
    look_back(finish(game), alice)
    judged = review.read_lines(game, reader=AnonymousUser())
    assert [each.ply for each in judged] == [0, 1, 2, 3]
    met = dict(enumerate([*thinking.read_history(game), game.position]))
    better = review.read_better(game, met, judged=judged)
    for each in judged:
        assert 0 <= each.chance <= 1
        assert each.best == better[each.ply][0]
        position = met[each.ply]
        for text in better[each.ply]:
            position = position.play(text)


def test_asked_twice_it_is_done_once_and_counted_once(over, alice, boris):
    first = review.ask(alice, game_id=over.pk)
    assert review.ask(boris, game_id=over.pk) == first


def test_better_turns_join_ones_own_analysis_after_the_end_and_one_undo_removes_them(client, over, alice, boris):
    running = GameFactory(first=alice, second=boris, turns=TURNS)
    look_back(over, alice)
    better = Evaluation.objects.filter(review__game=over).order_by("ply")
    better.filter(ply=2).update(score=900, look=Evaluation.Look.LONG)
    better.exclude(ply=2).update(score=-900, look=Evaluation.Look.LONG)
    client.force_login(alice)
    assert client.post(reverse("join_review", args=[running.pk])).status_code == 409
    page = client.post(reverse("join_review", args=[over.pk])).url
    shown = client.get(page).content.decode()
    assert "by-computer" in shown
    Game.objects.filter(pk=over.pk).update(ended_at=None, termination="", winner=None)
    assert "by-computer" not in client.get(page).content.decode(), "nor while staff have the game go on"
    Game.objects.filter(pk=over.pk).update(ended_at=over.ended_at, termination=over.termination, winner=over.winner)
    tree = Tree.objects.get(user=alice, game=over)
    found = tree.nodes.filter(by_computer=True).count()
    client.post(reverse("join_review", args=[over.pk]))
    assert tree.nodes.filter(by_computer=True).count() == found, "twice the same adds nothing"
    client.post(f"{page}undo/", {"at": "0", "edit": tree.edits.get().pk})
    assert not tree.nodes.filter(by_computer=True).exists()


def test_a_turn_that_cost_much_is_shown_with_the_better_one():
    judged = [Judged(0, 0, 0.5, "a"), Judged(1, -900, 0.1, "b")]
    judged += [Judged(2, 0, 0.25, "c"), Judged(3, 0, 0.25, "")]
    swings = find_swings([(Side.FIRST, "m"), (Side.SECOND, "n"), (Side.FIRST, "c")], judged)
    assert [(swing.ply, swing.text, swing.better, swing.kind) for swing in swings] == [
        (1, "m", "a", "blunder"),
        (2, "n", "b", "mistake"),
    ]
    assert [str(review.tell_cost(swing, ruleset=registry.get("mastery"))) for swing in swings] == [
        "Dark’s chances fell from 50\xa0% to 10\xa0%.",
        "Light’s chances fell from 90\xa0% to 75\xa0%.",
    ]


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (0, "Dark 50\xa0%"),
        (999_999, "Dark wins in 1 turn"),
        (-999_994, "Light wins in 2 turns"),
        (-1_000_000, "Light has won"),
    ],
)
def test_the_worth_of_a_position_is_described_correctly(score, words):
    mastery = registry.get("mastery")
    judged = Judged(1, score, measure_chance(score, ruleset=mastery), "")
    assert str(review.tell_worth(judged, ruleset=mastery)) == words


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (500, "Of 100 games from here Dark would win about 50, draw 34 and lose 16."),
        (-500, "Of 100 games from here Light would win about 50, draw 34 and lose 16."),
        (0, "Of 100 games from here Dark would win about 30, draw 40 and lose 30."),
        (-999_994, ""),
    ],
)
def test_what_comes_of_a_position_is_told_of_the_side_that_is_better(score, words, monkeypatch):
    monkeypatch.setattr(chances, "read_curve", lambda ruleset: chances.Curve(500, 590))
    judged = Judged(1, score, 0.5, "")
    assert str(review.tell_outcomes(judged, ruleset=registry.get("mastery"))) == words


# --- Whose, and of which games -----------------------------------------------------------------------------------
def running(alice, boris):
    return GameFactory(first=alice, second=boris, turns=TURNS)


def void(alice, boris):
    game = running(alice, boris)
    play.void(game.pk, staff=UserFactory(is_staff=True, is_superuser=True), reason="Wrong set-up")
    return game


def cancelled(alice, boris):
    game = GameFactory(first=alice, second=boris, turns=TURNS[:1])
    play.offers.propose(game.pk, "cancel", side=Side.FIRST)
    play.offers.accept(game.pk, "cancel", side=Side.SECOND)
    return game


def reopened(alice, boris):
    game = running(alice, boris)
    look_back(finish(game), alice)
    play.reopen(game.pk, staff=UserFactory(is_staff=True, is_superuser=True), reason="A mistake")
    return game


def unplayed(alice, boris):
    return finish(GameFactory(first=alice, second=boris))


def finished(alice, boris):
    return finish(running(alice, boris))


def private(alice, boris):
    return finish(GameFactory(first=alice, second=boris, turns=TURNS, private=True))


NOT_AT_ALL = {"player": 404, "another": 404, "guest": 404}
WHO = {
    running: NOT_AT_ALL,
    void: NOT_AT_ALL,
    cancelled: NOT_AT_ALL,
    reopened: NOT_AT_ALL,
    unplayed: NOT_AT_ALL,
    finished: {"player": 200, "another": 200, "guest": 200},
    private: {"player": 200, "another": 404, "guest": 404},
}


@pytest.mark.parametrize("make", WHO, ids=lambda make: make.__name__)
def test_who_sees_and_who_has_analysed_which_game(alice, boris, carol, make):
    """By any address, also where a row has been left behind; a guest sees what was asked for, and logs in to ask."""
    game = make(alice, boris)
    game.refresh_from_db()
    pages = [reverse("review", args=[game.pk]), *(reverse("review_at", args=[game.pk, ply]) for ply in (0, 1))]
    pages += [reverse("review_line", args=[game.pk, 0, 1]), reverse("review", args=[game.pk]) + "?done=9"]
    for name, status in WHO[make].items():
        client = Client()
        if name != "guest":
            client.force_login({"player": alice, "another": carol}[name])
        Review.objects.all().delete()
        answer = client.post(reverse("ask_review", args=[game.pk]))
        done = Review.objects.exists()
        assert done is (status == 200 and name != "guest"), (name, answer.status_code)
        left, _ = Review.objects.get_or_create(
            game=game, defaults={"asked_at": timezone.now(), "positions": game.ply + 1, "done": 1}
        )
        Evaluation.objects.create(review=left, ply=0, score=1, line=game.ruleset.start().legal_moves()[0])
        for page in pages:
            assert client.get(page).status_code == status, (name, page)
        if status == 404:
            assert not client.get(game.get_absolute_url()).content.count(b"/review/")
        assert (review.read_lines(game, reader=AnonymousUser()) != []) is (make in (finished, private))


def test_a_running_game_is_refused_in_words(client, alice, boris):
    game = running(alice, boris)
    client.force_login(alice)
    answer = client.post(reverse("ask_review", args=[game.pk]))
    assert answer.status_code == 409
    assert str(refusals.NOT_OVER()) in answer.content.decode()


def test_a_game_that_goes_on_again_loses_its_review_at_once(alice, boris):
    reopened(alice, boris)
    assert not Review.objects.exists()
    assert not Evaluation.objects.exists()


def test_a_worker_that_is_at_it_when_the_game_goes_on_keeps_nothing(over, alice, monkeypatch):
    def reopen_meanwhile(*args, **more):
        if Game.objects.get(pk=over.pk).is_over:
            play.reopen(over.pk, staff=UserFactory(is_staff=True, is_superuser=True), reason="A mistake")
        return engine.Judgement(0, ())

    monkeypatch.setattr(reviewing, "judge", reopen_meanwhile)
    review.ask(alice, game_id=over.pk)
    reviewing.review_waiting()
    assert not Evaluation.objects.exists()


def test_nobody_has_more_analysed_in_a_day_than_the_limit(alice, boris, client, monkeypatch):
    most = ACTIONS["review"].limits[0].most
    games = [finish(GameFactory(first=alice, second=boris, turns=TURNS[:1])) for _ in range(most + 1)]
    for game in games[:-1]:
        review.ask(alice, game_id=game.pk)
    client.force_login(alice)
    assert client.post(reverse("ask_review", args=[games[-1].pk])).status_code == 429
    with pytest.raises(Refusal):
        review.ask(alice, game_id=games[-1].pk)


# --- The page ----------------------------------------------------------------------------------------------------
def test_the_page_asks_tells_how_far_it_is_and_shows_what_was_found(client, over, alice, django_assert_max_num_queries):
    client.force_login(alice)
    page = reverse("review", args=[over.pk])
    assert f'href="{page}"' in client.get(over.get_absolute_url()).content.decode()
    assert "Analyse this game" in client.get(page).content.decode()
    assert client.post(reverse("ask_review", args=[over.pk])).url == page
    waiting = client.get(page).content.decode()
    assert 'data-done="0"' in waiting
    assert client.get(page + "?done=0").status_code == 204
    reviewing.review_waiting()
    with django_assert_max_num_queries(13):
        done = client.get(page + "?done=0").content.decode()
    assert "data-done" not in done
    assert done.count("<tr>") == over.ply + 2
    best = review.read_better(
        over, {2: thinking.read_history(over)[2]}, judged=review.read_lines(over, reader=AnonymousUser())
    )[2]
    line = client.get(reverse("review_line", args=[over.pk, 2, 1])).content.decode()
    assert "1 turn of the better line" in line
    assert best[0] in line
    assert client.get(reverse("review_line", args=[over.pk, 2, len(best) + 1])).status_code == 404
    assert client.get(reverse("review_at", args=[over.pk, over.ply + 1])).status_code == 404
