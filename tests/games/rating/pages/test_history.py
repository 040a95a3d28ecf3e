"""The history of somebody's rating: each rated game that has ended, and all that its numbers are computed from."""

import re

import pytest

from accounts.models import User
from core.paging import PAGE
from engine import glicko
from engine.contract import Side
from games import play
from games.models import RatingEntry
from tests.factories import GameFactory, UserFactory

ADDRESS = "/people/Alice/ratings/mastery/"
pytestmark = pytest.mark.django_db


def rows_at(client, address: str = ADDRESS):
    return client.get(address).context["rows"]


def words_at(client, address: str = ADDRESS) -> str:
    page = client.get(address).content.decode().partition("<main")[2].partition("</main")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", page).replace("&nbsp;", " ").split())


def test_each_game_stands_there_the_newest_first_with_what_it_changed(client, alice, boris, carol, win):
    win(alice, boris, days_ago=30)
    win(carol, alice, days_ago=20)
    win(alice, carol, days_ago=10)
    win(boris, carol, days_ago=5)
    rows = rows_at(client)
    assert [(row.opponent.name, row.outcome) for row in rows] == [("Carol", "won"), ("Carol", "lost"), ("Boris", "won")]
    assert (rows[-1].before, rows[-1].after, rows[-1].change) == (1500, 1662, "+162")
    assert [row.before for row in rows[:-1]] == [row.after for row in rows[1:]]
    words = words_at(client)
    assert "won Boris 1500? ± 700" in words
    assert "1500 → 1662 (+162)" in words
    assert words_at(client, "/people/Boris/ratings/mastery/").count("Numbers") == 2


def test_what_stands_on_the_page_is_enough_to_compute_each_number_by_hand(client, alice, boris, carol, win):
    for days, winner, loser in ((40, alice, boris), (33.5, carol, alice), (33, boris, alice), (2, alice, carol)):
        win(winner, loser, days_ago=days)
    page = client.get(ADDRESS).content.decode()
    games = re.findall(r"<details.*?</details>", page, re.DOTALL)
    assert len(games) == 4
    numbers = [[float(cell) for cell in re.findall(r"<td>([\d.]+)</td>", game)] for game in games]
    later = None
    for game, cells in zip(games, numbers, strict=True):
        score = float(re.search(r"Score: ([\d.]+)\.", game)[1])
        weeks = float(re.search(r"counts: ([\d.]+)\.", game)[1])
        before, opponent, after = cells[:3], cells[3:5], cells[5:8]
        found = glicko.rate(glicko.Rating(*before), [glicko.Result(*opponent, score)], weeks)
        assert list(found) == pytest.approx(after, abs=0.0005)
        assert later in (None, after)
        later = before
    assert later == [1500, 350, 0.06]


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("short", "Not rated: Boris hadn’t moved yet."),
        ("void", "Not rated: the game has no result."),
    ],
)
def test_a_game_that_does_not_count_says_why(client, alice, boris, admin, win, end, told):
    game = win(alice, boris, turns=("Md1-c1",) if end == "short" else ("Md1-c1", "Mc8-b8"))
    if end == "void":
        play.void(game.pk, staff=admin, reason="A mistake")
    assert told in words_at(client)
    assert "Numbers" not in words_at(client)
    assert "±" in words_at(client)


def test_a_game_that_was_reopened_and_goes_on_is_left_out(client, alice, boris, admin, win):
    game = win(alice, boris)
    play.reopen(game.pk, staff=admin, reason="A mistake")
    assert RatingEntry.objects.filter(game=game).count() == 2
    assert rows_at(client) == []
    assert "No rated games of Mastery have finished yet." in words_at(client)


def test_unrated_and_private_games_are_not_in_it(client, alice, boris):
    for terms in ({}, {"private": True}):
        game = GameFactory(first=alice, second=boris, turns=("Md1-c1", "Mc8-b8"), **terms)
        play.resign(game.pk, side=Side.FIRST)
    client.force_login(alice)
    assert rows_at(client) == []


def test_it_has_pages_by_the_game_that_was_last(client, alice, boris, win):
    games = [win(alice, boris, days_ago=PAGE + 5 - number).pk for number in range(PAGE + 2)][::-1]
    first = client.get(ADDRESS)
    assert [row.entry.game_id for row in first.context["rows"]] == games[:PAGE]
    older = f"?below={games[PAGE - 1]}"
    assert f'href="{older}"' in first.content.decode()
    page = client.get(ADDRESS + older)
    assert [row.entry.game_id for row in page.context["rows"]] == games[PAGE:]
    assert "Newest" in words_at(client, ADDRESS + older)
    for below in (0, -1, 10**20, "nonsense", 999_999):
        assert [row.entry.game_id for row in rows_at(client, f"{ADDRESS}?below={below}")] == games[:PAGE]


def test_it_takes_as_many_queries_for_many_as_for_few(client, alice, boris, win, django_assert_num_queries):
    client.get(ADDRESS)  # what is kept between requests is kept now
    for _ in range(2):
        for _ in range(5):
            win(alice, boris)
        with django_assert_num_queries(5):  # the person; the page, its players; the line; the rating
            client.get(ADDRESS)


def test_addresses_in_another_case_lead_there_and_unknown_ones_nowhere(client, alice):
    assert client.get("/people/alice/ratings/mastery/").url == ADDRESS
    for address in ("/people/Nobody/ratings/mastery/", "/people/Alice/ratings/chess/"):
        assert client.get(address).status_code == 404
    assert client.get("/people/closed account 1/ratings/mastery/").status_code == 410
    assert client.get(ADDRESS).status_code == 200


def test_closed_opponents_have_no_link_and_names_are_never_markup(client, alice, boris, win):
    dora = UserFactory(username="Dora")
    User.objects.filter(pk=dora.pk).update(username="<b>x")
    dora.refresh_from_db()
    win(alice, boris)
    win(alice, dora)
    User.objects.filter(pk=boris.pk).update(is_active=False)
    page = client.get(ADDRESS).content.decode()
    assert 'href="/people/Boris/"' not in page
    assert "Boris" in page
    assert "<b>x" not in page
    assert "&lt;b&gt;x" in page


def test_who_hides_ratings_reads_none_also_of_their_own(client, alice, boris, win):
    win(alice, boris)
    User.objects.update(show_ratings=False)
    client.force_login(alice)
    assert "1662" not in client.get(ADDRESS).content.decode()
    assert "You’ve chosen not to see ratings." in words_at(client)
