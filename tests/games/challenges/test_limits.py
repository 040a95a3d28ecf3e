"""Whom a challenge is for: its list, its page and its post agree, by both players’ figures as they stand."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from games import challenges, clock, punctuality
from games.challenges import Terms
from games.models import Game, OnTimeRecord, PlayerRating, Seat
from games.terms import Limits
from tests.factories import ChallengeFactory, UserFactory
from tests.games.rating.test_told import give_rating

pytestmark = pytest.mark.django_db
SURE, UNSURE = 60, 200
"""Deviations of an established and of a provisional rating."""
NEWCOMER = None
READERS = {
    "Rowan": (1385, SURE, (0, 0)),
    "Lea": (1400, SURE, (9, 0)),
    "Max": (1600, SURE, (50, 5)),
    "Nora": (1601, SURE, (50, 8)),
    "Finn": (1500, UNSURE, (10, 1)),
    "Zoe": NEWCOMER,
}
"""By name: rating, deviation, and how many games were finished and lost on time."""
BETWEEN = "This challenge is for players rated {} to {}; you’re at {}."
PROVISIONAL = "This challenge is for players with an established rating; yours is still provisional."
LATE = "This challenge is for players who finish at least {} % of their games on time; you finish {} % ({} of {})."
CASES = [
    ({}, {}),
    (
        {"rating_from": 1400, "rating_to": 1600},
        {"Rowan": BETWEEN.format(1400, 1600, 1385), "Nora": BETWEEN.format(1400, 1600, 1601)},
    ),
    (
        {"rating_within": 100},
        {
            "Rowan": BETWEEN.format(1400, 1600, 1385),
            "Nora": BETWEEN.format(1400, 1600, 1601),
        },
    ),
    (
        {"rating_from": 1550},
        {
            name: f"This challenge is for players rated 1550 or higher; you’re at {mine}."
            for name, mine in (("Rowan", 1385), ("Lea", 1400), ("Finn", "1500?"), ("Zoe", "1500?"))
        },
    ),
    (
        {"rating_to": 1385},
        {
            name: f"This challenge is for players rated 1385 or lower; you’re at {mine}."
            for name, mine in (("Lea", 1400), ("Max", 1600), ("Nora", 1601), ("Finn", "1500?"), ("Zoe", "1500?"))
        },
    ),
    ({"established_only": True}, {"Finn": PROVISIONAL, "Zoe": PROVISIONAL}),
    ({"on_time_least": 90}, {"Nora": LATE.format(90, 84, 42, 50)}),
    ({"on_time_least": 80}, {}),
    (
        {"rating_to": 1600, "established_only": True, "on_time_least": 90},
        {
            "Nora": "This challenge is for players rated 1600 or lower; you’re at 1601.",
            "Finn": PROVISIONAL,
            "Zoe": PROVISIONAL,
        },
    ),
]
CODES = {"players rated": "rating_limit", "established": "provisional", "on time": "reliability"}


@pytest.fixture
def ann(db):
    owner = UserFactory(username="Ann")
    give_rating(owner, 1500, SURE, at=timezone.now())
    return owner


def make_reader(name: str):
    user = UserFactory(username=name)
    if READERS[name]:
        rating, deviation, (games, lost) = READERS[name]
        give_rating(user, rating, deviation, at=timezone.now())
        finish(user, games=games, lost=lost)
    return user


def finish(user, *, games: int, lost: int) -> None:
    """Games of the last weeks that the user has ended, so many of them lost on time."""
    other, now = UserFactory(), timezone.now()
    control = clock.to_json(clock.Days(3))
    same = {"ruleset_slug": "mastery", "control": control, "position_text": "", "started_at": now}
    for number in range(games):
        ended = {"winner": 1, "termination": "time" if number < lost else "resignation"}
        game = Game.objects.create(**same, **ended, turn_started_at=now, ended_at=now - timedelta(hours=number))
        Seat.objects.bulk_create([Seat(game=game, user=user, side=0), Seat(game=game, user=other, side=1)])


def row_of(page: str, challenge) -> str:
    rows = re.findall(r"<li[^>]*>.*?</li>", page.split("challenge-list")[-1], re.DOTALL)
    return next(row for row in rows if f'href="{challenge.get_absolute_url()}"' in row)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(("limits", "refusals"), CASES)
def test_list_page_and_post_agree(client, ann, limits, refusals, name):
    challenge, reader = ChallengeFactory(challenger=ann, limits=Limits(**limits)), make_reader(name)
    client.force_login(reader)
    accept, why = reverse("challenge_accept", args=[challenge.pk]), refusals.get(name, "")
    row = unescape(row_of(client.get("/challenges/").content.decode(), challenge))
    answer = client.get(challenge.get_absolute_url())
    page, posted = unescape(answer.content.decode()), client.post(accept)
    assert answer.status_code == 200
    assert (accept in row, accept in page) == (not why, not why)
    if not why:
        assert posted.status_code == 302
        assert challenge.games.count() == 1
        return
    assert (why in row, why in page, why in unescape(posted.content.decode())) == (True, True, True)
    assert 'class="unfit"' in row
    assert posted.status_code == 403
    assert posted.context["refusal"].code == next(code for part, code in CODES.items() if part in why)
    assert not challenge.games.exists()


def test_the_rating_looked_at_is_that_of_now_of_both(client, ann):
    challenge, reader = ChallengeFactory(challenger=ann, limits=Limits(rating_within=100)), make_reader("Rowan")
    client.force_login(reader)
    assert 'class="unfit"' in client.get("/challenges/").content.decode()
    PlayerRating.objects.filter(user=ann).update(rating=1485)
    assert 'class="unfit"' not in client.get("/challenges/").content.decode()
    assert client.post(reverse("challenge_accept", args=[challenge.pk])).status_code == 302


def test_a_row_shows_rating_on_time_figure_and_what_is_asked_for(client, ann):
    finish(ann, games=12, lost=1)
    punctuality.store([ann.pk], now=timezone.now())
    limits = Limits(rating_within=100, established_only=True, on_time_least=80)
    rows = {
        "limited": ChallengeFactory(challenger=ann, limits=limits, pair=True),
        "new": ChallengeFactory(challenger=UserFactory(username="Newt"), ruleset_slug="masters"),
    }
    page = client.get("/challenges/").content.decode()
    limited, new = (row_of(page, rows[name]) for name in ("limited", "new"))
    assert "Rating 1500 · 91 % of games on time" in limited
    asked = "ratings from 1400 to 1600 · established ratings · at least 80 % of games finished on time"
    assert f"Only for: {asked}" in limited
    assert "two games at once, one with each side" in limited
    assert "Rating ?" in new
    assert "Only for" not in new
    assert "<form" not in limited, "a visitor gets a link"


def test_who_has_switched_ratings_off_reads_none_in_the_list_nor_on_the_page(client, ann):
    challenge, reader = ChallengeFactory(challenger=ann, limits=Limits(rating_within=200)), make_reader("Lea")
    reader.show_ratings = False
    reader.save()
    client.force_login(reader)
    for address in ("/challenges/", challenge.get_absolute_url()):
        page = client.get(address).content.decode()
        assert "ratings within 200 points of Ann’s" in page
        assert "1500" not in page


def test_ones_own_is_neither_refused_nor_accepted(client, ann):
    challenge = ChallengeFactory(challenger=ann, limits=Limits(rating_from=2000))
    client.force_login(ann)
    row = row_of(client.get("/challenges/").content.decode(), challenge)
    assert "<form" not in row
    assert "unfit" not in row


def test_proposals_begin_with_what_is_for_the_reader(client, ann):
    reader = make_reader("Rowan")
    fitting = ChallengeFactory(challenger=ann)
    for _ in range(5):
        ChallengeFactory(challenger=UserFactory(), limits=Limits(rating_from=2000))
    client.force_login(reader)
    home = client.get("/")
    assert home.context["open" if home.context.get("is_new") else "proposed"][0].offer.pk == fitting.pk


def test_queries_do_not_grow_with_rows_that_have_limits(client, django_assert_num_queries):
    def post(number):
        for user in UserFactory.create_batch(number):
            give_rating(user, 1500, SURE, at=timezone.now())
            OnTimeRecord.objects.create(user=user, kept=8, games=10, counted_at=timezone.now())
            ChallengeFactory(challenger=user, limits=Limits(rating_within=100, on_time_least=80))

    client.force_login(make_reader("Lea"))
    post(2)
    client.get("/challenges/")
    with django_assert_num_queries(7):  # session, user, bell, the list, ratings, one's own figure, what is one's own
        client.get("/challenges/")
    post(18)
    with django_assert_num_queries(7):
        assert len(client.get("/challenges/").context["open"]) == 20


STANDING = Terms("mastery", {}, ["days-3", "days-7"])


def test_a_standing_challenge_is_marked_and_its_time_limit_is_chosen(client, ann):
    challenge, reader = challenges.stand(ann, terms=STANDING, now=timezone.now()), make_reader("Lea")
    client.force_login(reader)
    row = row_of(client.get("/challenges/").content.decode(), challenge)
    assert '<span class="tag">standing</span>' in row
    assert '<option value="1">7 days per turn</option>' in row
    assert challenge.get_absolute_url() in client.get("/challenges/?pace=days").content.decode()
    page = client.get(challenge.get_absolute_url()).content.decode()
    assert "Open until" not in page
    assert re.search(r'<input type="radio" name="control" value="0" checked> 3 days per turn', page)
    for control, status, left in (("2", 422, 0), ("x", 422, 0), ("1", 302, 1), ("", 422, 1)):
        answer = client.post(reverse("challenge_accept", args=[challenge.pk]), {"control": control})
        assert (answer.status_code, challenge.games.count()) == (status, left)
    assert challenge.games.get().clock_control == clock.Days(7)


def test_whoever_accepts_on_terms_that_have_changed_since_is_shown_the_new_ones(client, ann):
    challenge = challenges.stand(ann, terms=STANDING, now=timezone.now())
    client.force_login(make_reader("Lea"))
    accept, seen = reverse("challenge_accept", args=[challenge.pk]), r'name="terms" value="(\w+)"'
    (listed,) = re.findall(seen, client.get("/challenges/").content.decode())
    assert re.findall(seen, client.get(challenge.get_absolute_url()).content.decode()) == [listed]
    challenges.change_standing(challenge, terms=STANDING._replace(rated=True))
    answer = client.post(accept, {"terms": listed})
    assert answer.status_code == 409
    assert "Ann changed this challenge after you opened the page. Please look at it again." in answer.content.decode()
    assert not challenge.games.exists()
    (shown,) = re.findall(seen, answer.content.decode())
    assert client.post(accept, {"terms": shown}).status_code == 302
    assert challenge.games.get().rated


def test_an_own_standing_challenge_is_not_among_those_sent_but_has_its_page(client, ann):
    challenge = challenges.stand(ann, terms=STANDING, now=timezone.now())
    client.force_login(ann)
    for address in ("/challenges/", "/"):
        assert not client.get(address).context["sent"]
    page = client.get(challenge.get_absolute_url()).content.decode()
    assert "It stays open: each time somebody accepts, a game starts." in page
    assert reverse("challenge_withdraw", args=[challenge.pk]) not in page
