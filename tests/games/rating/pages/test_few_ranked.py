"""Where few are ranked, the others stand below them."""

import pytest

from accounts.models import User
from games.reading import leaderboard as reading
from tests.games.rating.pages.seen import ADDRESS, make_ranked, words_at

pytestmark = pytest.mark.django_db


def test_with_fewer_than_ten_ranked_players_the_others_stand_below_in_grey(client, alice, boris, carol, rate):
    rate(alice, 1500)
    rate(boris, 1713, deviation=200)
    rate(carol, 1650, opponents=5)
    rate("Dora", 1900, deviation=200, days_ago=91)
    rate("Emil", 1900, deviation=200, games=0)
    User.objects.filter(pk=rate("Gone", 1800, deviation=200).pk).update(is_active=False)
    page = client.get(ADDRESS)
    assert [row.username for row in page.context["rows"]] == ["Alice"]
    assert [(row.rank, row.username) for row in page.context["unranked"]] == [(None, "Boris"), (None, "Carol")]
    assert "Not ranked yet" in words_at(client)
    assert 'class="table numbers ranked unranked"' in page.content.decode()
    assert client.get(f"{ADDRESS}?page=2").context["unranked"] == []


def test_with_ten_they_do_not_and_the_distribution_is_drawn(client, boris, rate):
    make_ranked(9)
    rate(boris, 1713, deviation=200)
    words = words_at(client)
    assert "Not ranked yet" in words
    assert "Distribution" not in words
    make_ranked(1, first=9)
    reading.cache.clear()
    words = words_at(client)
    assert "Not ranked yet" not in words
    assert "Distribution" in words


def test_who_is_suspended_stands_nowhere(client, alice, rate, suspended):
    rate(alice, 1600, deviation=200)
    assert [row.username for row in client.get(ADDRESS).context["unranked"]] == ["Alice"]
    suspended(alice)
    assert client.get(ADDRESS).context["unranked"] == []


def test_so_many_others_are_listed_at_most(client, rate):
    for number in range(reading.MOST_UNRANKED + 2):
        rate(f"Other{number:02}", 1500 + number, deviation=200)
    assert len(client.get(ADDRESS).context["unranked"]) == reading.MOST_UNRANKED
