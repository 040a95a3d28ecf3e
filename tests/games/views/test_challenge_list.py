"""The list of open challenges: browsed, narrowed, paged."""

import re

import pytest

from core.paging import PAGE
from games import clock
from games.models import Challenge
from tests.factories import ChallengeFactory, UserFactory

ADDRESS = "/challenges/"


def test_anyone_may_browse_without_an_account(client, alice):
    ChallengeFactory(challenger=alice, note="Come and play")
    assert "Come and play" in client.get(ADDRESS).content.decode()


def test_only_open_ones_are_listed(client, alice, boris):
    ChallengeFactory(challenger=alice, audience="player", opponent=boris, note="to one player")
    ChallengeFactory(challenger=alice, audience="link", note="by link")
    page = client.get(ADDRESS).content.decode()
    assert "to one player" not in page
    assert "by link" not in page


def test_a_player_finds_their_own_and_those_for_them(client, alice, boris):
    ChallengeFactory(challenger=alice, audience="player", opponent=boris, note="between us")
    for person, heading in ((alice, "Sent by you"), (boris, "For you")):
        client.force_login(person)
        page = client.get(ADDRESS).content.decode()
        assert heading in page
        assert "between us" in page


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ("", {"days", "bank", "reserve"}),
        ("?pace=reserve", {"reserve"}),
        ("?pace=bank", {"bank"}),
        ("?pace=days&game=mastery", {"days"}),
        ("?pace=none", set()),
        ("?pace=nonsense&game=nonsense", {"days", "bank", "reserve"}),
        ("?below=nonsense", {"days", "bank", "reserve"}),
        ("?below=99999999999999999999999", {"days", "bank", "reserve"}),
    ],
)
def test_it_can_be_narrowed(client, alice, query, seen):
    ChallengeFactory(challenger=alice, note="in days")
    ChallengeFactory(challenger=alice, note="in bank", control=clock.Bank())
    ChallengeFactory(challenger=alice, note="in reserve", control=clock.Reserve())
    page = client.get(ADDRESS + query).content.decode()
    assert {kind for kind in ("days", "bank", "reserve") if f"“in {kind}”" in page} == seen


def test_a_private_one_says_so_behind_its_options_or_alone(client, alice):
    for slug, said in (("mastery", " · private"), ("master", " · private")):
        ChallengeFactory(challenger=alice, ruleset_slug=slug, side="random", private=True)
        line = re.findall(r'<p class="muted">([^<]*private)</p>', client.get(ADDRESS).content.decode())[0]
        assert line.endswith(said)


def test_long_lists_are_paged_by_key_and_nothing_is_left_out(client, db):
    people = UserFactory.create_batch(3)
    made = [ChallengeFactory(challenger=people[n % 3]).pk for n in range(PAGE + 5)]
    first = client.get(ADDRESS).context["page"]
    second = client.get(f"{ADDRESS}?below={first.after}").context["page"]
    assert [each.pk for each in [*first, *second]] == made[::-1]
    assert second.after is None


def test_queries_do_not_grow_with_the_list(client, alice, boris, django_assert_num_queries):
    client.force_login(boris)
    ChallengeFactory(challenger=alice)
    client.get(ADDRESS)
    with django_assert_num_queries(6):  # session, user, bell, the list, ratings, what is one's own
        client.get(ADDRESS)
    ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    with django_assert_num_queries(7):  # and ratings, once there is a challenge of one's own
        client.get(ADDRESS)
    for person in UserFactory.create_batch(8):
        ChallengeFactory(challenger=person)
        ChallengeFactory(challenger=person, audience="player", opponent=boris)
    assert Challenge.objects.count() == 18
    with django_assert_num_queries(7):
        client.get(ADDRESS)


def test_the_filter_is_links_that_keep_each_other_and_begin_at_the_first_page(client, alice):
    ChallengeFactory(challenger=alice)
    page = client.get(f"{ADDRESS}?pace=bank&below=9").content.decode()
    assert 'href="?pace=bank&amp;game=masters"' in page
    assert 'href="?pace=bank" aria-current="true">All' in page
    assert "No open challenges match this filter." in page
    tools = page.split('class="list-tools"', 1)[1].split("</div>")[0]
    assert "<button" not in tools
    assert "<script" not in tools
