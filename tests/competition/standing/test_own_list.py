"""The list of one's own standing challenges, and its buttons."""

from datetime import timedelta
from itertools import product

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.time_off import vacation
from competition.models import StandingChallenge
from competition.standing.starting import note_started
from games import challenges
from games.terms import Limits
from tests.competition.standing.conftest import shown
from tests.factories import GameFactory, StandingFactory, UserFactory, give_vacation, prove

KINDS = list(product(("mastery", "master"), (True, False), ("days-3", "days-7", "reserve")))


@pytest.fixture
def standing(alice):
    return StandingFactory(owner=alice)


def test_buttons_pause_resume_and_end_it(logged_in, standing):
    for name, tag in (
        ("pause", "You paused it."),
        ("resume", "Waiting for an opponent since"),
        ("end", "You have no standing"),
    ):
        answer = logged_in.post(reverse(f"standing_{name}", args=[standing.pk]), follow=True)
        assert tag in shown(answer), name
    refused = logged_in.post(reverse("standing_pause", args=[standing.pk]))
    assert refused.status_code == 409
    assert "This standing challenge has ended." in shown(refused)


def test_the_list_tells_terms_games_and_room(logged_in, alice, boris):
    standing = StandingFactory(owner=alice, side="first", limits=Limits(rating_to=1700), pairs=False)
    game = challenges.accept(standing.challenge_id, user=boris)
    page = shown(logged_in.get("/standing/"))
    for words in ("3 days per turn", "you play Dark", "ratings up to 1700", "1 of 1 games running", "against Boris"):
        assert words in page
    assert f"/games/{game.pk}/" in page
    assert "When one of its games ends, there’s room for another." in page
    assert "not paired automatically" in page


def test_one_game_of_two_standing_challenges_is_listed_for_each_owner(logged_in, alice, boris, client):
    mine, theirs = StandingFactory(owner=alice), StandingFactory(owner=boris)
    game = GameFactory(first=boris, second=alice)
    note_started(game, theirs, alice, other_standing=mine, now=timezone.now())
    assert "against Boris" in shown(logged_in.get("/standing/"))
    client.force_login(boris)
    assert "against Alice" in shown(client.get("/standing/"))


@pytest.mark.parametrize(
    ("paused", "sentence"),
    [
        ("vacation", "Your vacation is over. It opens again within a minute."),
        ("restricted", "Paused while you can’t start such games."),
        ("unseen", "Paused because you weren’t here for 14 days."),
        ("hand", "You paused it. Resume it to find opponents again."),
    ],
)
def test_paused_it_says_why_and_what_resumes_it(logged_in, standing, paused, sentence):
    StandingChallenge.objects.update(paused=paused)
    assert sentence in shown(logged_in.get("/standing/"))


def test_on_vacation_it_says_until_when(logged_in, standing, alice):
    now = timezone.now()
    vacation.book(give_vacation(alice, days=9, now=now), from_at=now, until_at=now + timedelta(days=5), now=now)
    assert "Paused while you’re on vacation, until" in shown(logged_in.get("/standing/"))


def test_the_list_asks_as_many_queries_for_ten_as_for_one(logged_in, alice, django_assert_num_queries):
    def make(number):
        presets = ("days-3", "days-7", "reserve")
        kinds = [
            (slug, rated, preset) for preset in presets for slug in ("mastery", "master") for rated in (True, False)
        ]
        slug, rated, preset = kinds[number]
        limits = Limits(rating_within=100)
        made = StandingFactory(owner=alice, ruleset_slug=slug, rated=rated, presets=[preset], limits=limits, keep=3)
        challenges.accept(made.challenge_id, user=UserFactory())

    prove(alice, now=timezone.now())
    make(0)
    logged_in.get("/standing/")
    with CaptureQueriesContext(connection) as one:
        logged_in.get("/standing/")
    for number in range(1, 10):
        make(number)
    with django_assert_num_queries(len(one)):
        assert shown(logged_in.get("/standing/")).count("against Player") == 10
