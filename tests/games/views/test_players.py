"""The page of players: found by the first letters of a name, by a game, by having been here lately."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.views.players import MOST_PAGES, PAGE
from tests.factories import GameFactory, UserFactory

ADDRESS = "/people/"
pytestmark = pytest.mark.django_db


def been_here(*people, days_ago: float = 0) -> None:
    User.objects.filter(pk__in=[person.pk for person in people]).update(
        last_visit_at=timezone.now() - timedelta(days=days_ago)
    )


def names_at(client, query: str = "") -> list[str]:
    return [person.username for person in client.get(ADDRESS + query).context["found"]]


def make_people(count: int) -> None:
    """So many who are here today, named Crowd0000 and so on."""
    names = [f"Crowd{number:04}" for number in range(count)]
    now = timezone.now()
    User.objects.bulk_create(
        [User(username=name, look=name, email=f"{name}@example.org", last_visit_at=now) for name in names]
    )


@pytest.mark.parametrize(
    ("letters", "found"),
    [
        ("al", ["Alice", "alistair"]),
        ("ALI", ["Alice", "alistair"]),
        ("  b  ", ["Boris"]),
        ("lice", []),
        ("a_", []),  # no pattern of SQL
        ("%25", []),
        ("", ["Alice", "Boris", "alistair"]),
    ],
)
def test_a_name_is_found_by_its_first_letters_whatever_their_case(client, alice, boris, letters, found):
    been_here(alice, boris, UserFactory(username="alistair"))
    assert names_at(client, f"?name={letters}") == found


def test_players_who_closed_their_account_or_never_came_are_not_listed(client, alice, boris, carol):
    been_here(alice, carol)
    User.objects.filter(pk=carol.pk).update(is_active=False)  # Boris never confirmed his address
    GameFactory(first=boris, second=carol)
    for query in ("", "?name=b", "?name=c", "?game=mastery"):
        assert "Boris" not in names_at(client, query)
        assert "Carol" not in names_at(client, query)


def test_the_players_who_were_here_last_come_first_by_the_day_only(client, alice, boris, carol):
    """The order within a day must tell nobody who has just come."""
    now = timezone.now().replace(hour=12)
    for person, at in ((alice, now - timedelta(hours=3)), (boris, now), (carol, now - timedelta(days=1))):
        User.objects.filter(pk=person.pk).update(last_visit_at=at)
    been_here(UserFactory(username="Dora"), days_ago=100)
    assert names_at(client) == ["Alice", "Boris", "Carol"]


def test_a_game_narrows_the_list_to_who_plays_it(client, alice, boris, carol):
    dora = UserFactory(username="Dora")
    now = timezone.now()
    been_here(alice, boris, carol, dora)
    GameFactory(first=carol, second=dora, ruleset_slug="masters", now=now - timedelta(days=3))
    GameFactory(first=boris, second=alice, ruleset_slug="masters", now=now)
    GameFactory(first=carol, second=alice, now=now)
    assert names_at(client, "?game=masters") == ["Alice", "Boris", "Carol", "Dora"]
    assert names_at(client, "?game=masters&name=c") == ["Carol"]
    assert names_at(client, "?game=mastery&name=d") == []
    assert len(names_at(client, "?game=nonsense")) == 4
    with time_machine.travel(now, tick=False):
        [row] = client.get(f"{ADDRESS}?name=carol").context["found"]
    assert (row.plays, row.last_seen) == ("Mastery, Masters · Ember & Frost", "today")


def test_a_private_game_tells_nobody_what_its_players_play(client, alice, boris):
    been_here(alice, boris)
    GameFactory(first=alice, second=boris, private=True)
    assert names_at(client, "?game=mastery") == []
    assert [person.plays for person in client.get(ADDRESS).context["found"]] == ["", ""]


def test_an_impossible_name_is_explained(client, alice):
    been_here(alice)
    page = client.get(f"{ADDRESS}?name=é")
    assert (page.status_code, page.context["found"]) == (200, [])
    assert "No name can begin like that" in page.content.decode()


@pytest.mark.parametrize("query", ["?", "?name=crowd&"])
def test_the_list_is_paged_and_never_lists_everybody(client, query):
    make_people(PAGE * MOST_PAGES + 1)
    seen = [names_at(client, f"{query}page={page}") for page in (1, 2, MOST_PAGES)]
    assert [len(names) for names in seen] == [PAGE] * 3
    assert len({name for names in seen for name in names}) == PAGE * 3
    last = client.get(f"{ADDRESS}{query}page={MOST_PAGES}").content.decode()
    assert "For more, type the first letters of a name." in last
    for page in (MOST_PAGES + 1, "nonsense", "9" * 30):
        assert names_at(client, f"{query}page={page}") == seen[0]


def test_it_takes_as_many_queries_for_many_as_for_few(client, alice, boris, django_assert_num_queries):
    been_here(alice, boris)
    client.force_login(alice)
    client.get(ADDRESS)  # the first visit is noted
    for people in (0, 60):
        make_people(people)
        GameFactory(first=alice, second=UserFactory(username=f"also{people}"))
        been_here(*User.objects.all())
        for query in ("", "?name=a", "?game=mastery", "?name=al&game=mastery"):
            with django_assert_num_queries(5):  # the session, the user, the bell, the people, what they play
                assert names_at(client, query)


def test_each_order_is_that_of_an_index(alice):
    """On a table large enough that reading all of it is not quicker."""
    make_people(3000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for people, index in (
        (User.objects.listed().beginning("crowd001"), "user_by_letters"),
        (User.objects.named("CROWD0012"), "user_by_letters"),
        (User.objects.listed().lately_here(timezone.now())[:26], "user_lately_here"),
    ):
        assert index in people.explain()


def test_it_is_linked_where_one_looks_for_it_and_leads_to_a_challenge(client, alice, boris):
    been_here(boris)
    for who in (None, alice):
        client.logout() if who is None else client.force_login(who)
        assert f'href="{ADDRESS}"' in client.get("/").content.decode()
        page = client.get(f"{ADDRESS}?game=").content.decode()
        assert 'href="/people/Boris/"' in page
        assert 'href="/challenges/new/?opponent=Boris"' in page
