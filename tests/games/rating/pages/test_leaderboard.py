"""The leaderboard of a game: who is ranked, in which order, and what stands below."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from engine import glicko
from games.models import PlayerRating, RatingEntry
from games.reading import leaderboard as reading
from games.views.leaderboard import MOST_PAGES, PAGE
from tests.factories import GameFactory, UserFactory
from tests.games.rating.pages.seen import ADDRESS, make_ranked, words_at

pytestmark = pytest.mark.django_db


def names_at(client, query: str = "") -> list[str]:
    return [row.username for row in client.get(ADDRESS + query).context["rows"]]


def test_the_strongest_come_first_each_with_what_is_known(client, alice, boris, carol, rate):
    rate(alice, 1600.4, deviation=60)
    rate(boris, 1701.5, deviation=50, days_ago=28, games=7)
    rate(carol, 1900, slug="masters")
    assert names_at(client) == ["Boris", "Alice"]
    first = client.get(ADDRESS).context["rows"][0]
    aged = (50**2 + 4 * (glicko.SCALE * 0.06) ** 2) ** 0.5
    assert (first.rank, first.shown.text, first.shown.deviation, first.shown.games) == (1, "1702", round(aged), 7)
    assert "1 Boris 1702 ± 108 7" in words_at(client)
    assert names_at(client, "?page=1") == ["Boris", "Alice"]


@pytest.mark.parametrize(
    ("fields", "is_ranked"),
    [
        ({"deviation": 109.9, "days_ago": 0}, True),
        ({"deviation": 110.1, "days_ago": 0}, False),
        ({"deviation": 109, "days_ago": 30}, False),  # provisional by now
        ({"deviation": 60, "days_ago": 89.9}, True),
        ({"deviation": 60, "days_ago": 90.1}, False),
        ({"deviation": 60, "opponents": 5}, False),
    ],
)
def test_ranked_is_who_is_established_has_lately_played_and_met_enough_others(client, alice, rate, fields, is_ranked):
    rate(alice, 1600, **fields)
    assert (names_at(client) == ["Alice"]) is is_ranked


def test_games_played_by_the_rules_of_the_site_lead_there(client, alice, rate, win):
    for number in range(6):
        win(alice, rate(f"Other{number}", 1500, opponents=0), days_ago=6 - number)
    assert names_at(client) == []  # six games leave much unknown
    PlayerRating.objects.filter(user=alice).update(established_until=timezone.now() + timedelta(days=1))
    assert names_at(client) == ["Alice"]


def test_closed_and_suspended_accounts_are_absent(client, alice, boris, carol, rate, suspended):
    rate(alice, 1600)
    rate(boris, 1700)
    rate(carol, 1800)
    dora = rate("Dora", 1500)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    kept = suspended(boris)
    suspended(dora, until=timedelta(days=3))
    restrictions.impose(carol, Restriction.Kind.MUTED, reason="Insults", by=kept.by)
    assert names_at(client) == ["Carol"]
    restrictions.close(kept.pk, how=Restriction.Close.LIFTED)
    Restriction.objects.filter(user=dora).update(until_at=timezone.now() - timedelta(minutes=1))  # not closed yet
    assert names_at(client) == ["Carol", "Boris", "Dora"]


def test_it_has_pages_up_to_a_last_one_and_nonsense_is_the_first(client):
    make_ranked(PAGE * MOST_PAGES + 1, lowest=900)
    seen = [names_at(client, f"?page={page}") for page in (1, 2, MOST_PAGES)]
    assert [len(names) for names in seen] == [PAGE] * 3
    assert len({name for names in seen for name in names}) == PAGE * 3
    assert client.get(f"{ADDRESS}?page=2").context["rows"][0].rank == PAGE + 1
    assert "Next" not in words_at(client, f"{ADDRESS}?page={MOST_PAGES}")
    assert "Next" in words_at(client, f"{ADDRESS}?page={MOST_PAGES - 1}")
    for page in (0, -1, 10**20, MOST_PAGES + 1, "nonsense", "1.5", ""):
        assert names_at(client, f"?page={page}") == seen[0]


def test_a_page_beyond_the_last_leads_back(client, alice, rate):
    rate(alice, 1600)
    assert "Nobody is ranked that far down. To the first page" in words_at(client, f"{ADDRESS}?page=2")


@pytest.mark.parametrize(
    ("rating", "told"),
    [
        ({"rating": 1600}, "Your rank: 2 of 2, with a rating of 1600."),
        ({"rating": 1800}, "Your rank: 1 of 2, with a rating of 1800."),
        ({"rating": 1600, "deviation": 200}, "Your rating of 1600? is still provisional"),
        ({"rating": 1600, "days_ago": 100}, "Your rating is 1600. Finish a rated game, and you’re ranked again."),
        (
            {"rating": 1600, "opponents": 3},
            "You’re ranked once 6 different opponents with an established rating have played you in rated games of 10 "
            "turns or more; so far 3 have.",
        ),
        ({"rating": 1600, "opponents": 1}, "10 turns or more; so far one has."),
        ({"rating": 1600, "games": 0}, "You haven’t finished a rated game of Mastery yet."),
        (None, "You haven’t finished a rated game of Mastery yet."),
    ],
)
def test_a_reader_is_told_where_they_stand(client, alice, boris, rate, rating, told):
    rate(boris, 1700)
    if rating:
        rate(alice, **rating)
    client.force_login(alice)
    assert told in words_at(client)
    client.logout()
    assert "Your r" not in words_at(client)


def test_who_is_suspended_and_still_plays_is_told_why_they_are_not_ranked(client, alice, rate, suspended):
    rate(alice, 1600)
    suspended(alice)
    client.force_login(alice)
    assert "While you’re suspended, you’re not ranked." in words_at(client)


def test_who_is_further_down_than_the_last_page_is_told_about_where(client, alice, rate):
    make_ranked(PAGE * MOST_PAGES + 500, lowest=1000)
    rate(alice, 1000)
    client.force_login(alice)
    found = re.search(r"Your rank: about (\d+) of 1501", words_at(client))
    assert abs(int(found[1]) - 1500) <= 5


# --- The change in 30 days ---------------------------------------------------------------------------------------
def change_of(client, name: str) -> str:
    """With everybody ranked who has a rating."""
    PlayerRating.objects.update(opponents=6, established_until=timezone.now() + timedelta(days=9))
    return next(row.told_change for row in client.get(ADDRESS).context["rows"] if row.username == name)


def test_a_row_tells_how_the_rating_has_changed_in_30_days(client, alice, boris, win):
    for days_ago in (50, 40, 29, 3):
        win(alice, boris, days_ago=days_ago)
    win(boris, alice, days_ago=2, turns=())  # does not count
    entries = RatingEntry.objects.filter(user=alice, why="").order_by("ended_at")
    before, after = (glicko.show(entries[place].rating) for place in (1, 3))
    assert after > before
    assert change_of(client, "Alice") == f"+{after - before}"
    assert change_of(client, "Boris").startswith("−")


def test_a_new_player_has_changed_since_where_everybody_starts(client, alice, boris, win):
    win(alice, boris, days_ago=3)
    rating = PlayerRating.objects.get(user=alice).rating
    assert change_of(client, "Alice") == f"+{glicko.show(rating) - glicko.show(glicko.START.rating)}"


def test_who_has_not_played_within_30_days_has_not_changed(client, alice, boris, win):
    win(alice, boris, days_ago=31)
    assert change_of(client, "Alice") == change_of(client, "Boris") == "±0"


def test_the_rating_of_a_month_before_is_found_by_an_index(alice, boris, win):
    for days_ago in range(60, 0, -1):
        win(alice, boris, days_ago=days_ago)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")  # of a small table it would read all
    asked = reading._find_past.make((alice.pk, boris.pk), "mastery", timezone.now() - reading.MONTH)
    assert "rating_entry_in_order" in asked.explain()


def test_the_distribution_counts_all_who_are_ranked(client, alice, boris, carol, rate):
    rate(alice, 1499.5)  # shown as 1500
    rate(boris, 1599.4)
    rate(carol, 1799)
    rate("Dora", 1900, deviation=300)
    make_ranked(7, lowest=1510)
    words = words_at(client)
    assert "Rating Players 1500–1599 9 1600–1699 0 1700–1799 1" in words


def test_what_is_counted_is_kept_as_much_longer_as_it_takes(client, monkeypatch):
    make_ranked(10)
    monkeypatch.setattr(reading, "perf_counter", iter([0.0, 5.0]).__next__)
    for _ in range(2):
        assert client.get(ADDRESS).context["bars"].bars[0].number == 10


def test_it_tells_what_rated_games_say_about_moving_first(client, alice, boris, win):
    assert "No rated game has finished yet. Ratings assume no advantage for either side." in words_at(client)
    for _ in range(3):
        win(alice, boris)  # who moves first
    win(alice, boris, turns=())  # does not count
    GameFactory(first=alice, second=boris)
    reading.cache.clear()
    words = words_at(client)
    assert "Of 3 rated games, Dark, who moves first, won 3 and Light won 0. Drawn: 0." in words
    assert "Dark’s share of the points: 100 %" in words


@pytest.mark.parametrize(
    ("wins", "share", "margin"),
    [((48, 45, 7), 52, 10), ((500, 500, 0), 50, 4), ((0, 0, 4), 50, 25), ((1, 0, 0), 100, 98)],
)
def test_the_share_of_the_points_has_a_margin(wins, share, margin):
    found = reading.Wins(*wins)
    assert (found.share, found.margin) == (share, margin)


def test_every_game_has_one_and_others_are_not_found(client, alice, rate):
    rate(alice, 1600)
    words = words_at(client, "/leaderboard/")
    assert "Mastery Rank Player Rating Games Change in 30 days 1 Alice 1600" in words
    assert words.count("Nobody is ranked yet.") == 2
    for slug in ("mastery", "masters", "master"):
        assert f'href="/leaderboard/{slug}/"' in client.get("/leaderboard/").content.decode()
        assert client.get(f"/leaderboard/{slug}/").status_code == 200
    assert client.get("/leaderboard/chess/").status_code == 404


def test_it_takes_as_many_queries_for_many_as_for_few(client, alice, boris, rate, django_assert_num_queries):
    rate(alice, 1600)
    client.force_login(alice)
    client.get(ADDRESS)  # the first visit is noted
    for people in (0, 60):
        make_ranked(people)
        client.get(ADDRESS)
        reading.cache.set("rating-figures:3:mastery", ((), (), (0, 0, 0), (), {}), 100)
        for query in ("", "?page=2"):
            rows = client.get(ADDRESS + query).context["rows"]
            # The session, the user, the bell; the page; the ratings a month before, of who is there; one's rating
            with django_assert_num_queries(5 + bool(rows)):
                client.get(ADDRESS + query)


def test_the_ratings_of_a_month_before_are_kept_for_the_first_page(client, django_assert_num_queries):
    make_ranked(60)
    client.get(ADDRESS)
    reading.cache.set("rating-figures:3:mastery", reading.cache.get("rating-figures:3:mastery"), 100)
    with django_assert_num_queries(1):
        assert len(client.get(ADDRESS).context["rows"]) == PAGE
    with django_assert_num_queries(2):
        client.get(f"{ADDRESS}?page=2")


def test_the_order_is_that_of_an_index():
    make_ranked(3000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    assert "rating_ranked" in reading.find_ranked("mastery", now=timezone.now())[:51].explain()


def test_it_is_linked_where_one_looks_for_it(client, alice):
    for page in ("/people/", "/rules/ratings/", "/"):
        assert 'href="/leaderboard/"' in client.get(page).content.decode()


def test_who_hides_ratings_reads_none_and_where_to_show_them(client, alice, boris, rate):
    rate(boris, 1713)
    User.objects.filter(pk=alice.pk).update(show_ratings=False)
    client.force_login(alice)
    for address in ("/leaderboard/", ADDRESS):
        page = client.get(address)
        assert page.status_code == 200
        assert "1713" not in page.content.decode()
        assert "Boris" not in page.content.decode()
        assert "You’ve chosen not to see ratings. You can show them again in your settings" in words_at(client, address)
    assert UserFactory().show_ratings
