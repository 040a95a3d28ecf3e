"""The public page of a player: about, games, record."""

import html
import re
from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from engine.contract import Side
from games import clock, play
from games.views.people import tell_usual
from tests.factories import GameFactory, play_turns
from tests.rows import each_row


def finish(first, second, loser, **terms):
    game = GameFactory(first=first, second=second, **terms)
    play.resign(game.pk, side=loser)
    return game


def test_private_games_are_listed_to_their_players_alone(client, alice, boris, carol):
    game = GameFactory(first=alice, second=boris, private=True)
    for viewer, seen in ((None, False), (carol, False), (boris, True), (alice, True)):
        client.logout() if viewer is None else client.force_login(viewer)
        assert (game.get_absolute_url() in client.get("/people/Alice/").content.decode()) is seen


@pytest.mark.parametrize("name", ["alice", "ALICE"])
def test_a_name_in_another_case_leads_to_its_page(client, alice, name):
    assert client.get(f"/people/{name}/").url == "/people/Alice/"


def test_unknown_and_closed_accounts_have_no_page(client, alice):
    assert client.get("/people/Nobody/").status_code == 404
    alice.is_active = False
    alice.save()
    assert client.get("/people/Alice/").status_code == 404


def test_a_players_words_about_themselves_are_never_markup(client, alice):
    alice.about = "<img src=x onerror=alert(1)>"
    alice.save()
    page = client.get("/people/Alice/").content.decode()
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


def test_queries_do_not_grow_with_the_games(client, alice, boris, django_assert_num_queries):
    """Session, user, bell, person; results, and against the reader; habits in two; ratings; what is
    on time; places on ladders; one's note; two lists of games; whether one follows them."""
    client.force_login(boris)
    client.get("/people/Alice/")  # the visit is noted
    for games in (1, 6):
        for _ in range(games):
            play_turns(finish(boris, alice, Side.FIRST))
            GameFactory(first=alice, second=boris, turns=["Md1-c1", "Mc8-b8", "Mc1-d1"])
        with django_assert_num_queries(15):
            client.get("/people/Alice/")


def shown_at(client, name: str) -> str:
    """The words of a profile, without markup."""
    page = client.get(f"/people/{name}/").content.decode().partition("<main")[2]
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_it_tells_results_by_game_and_in_all_and_since_when_they_are_here(client, alice, boris):
    finish(alice, boris, Side.SECOND)
    finish(alice, boris, Side.FIRST, ruleset_slug="masters")
    User.objects.filter(pk=alice.pk).update(
        date_joined=datetime(2025, 3, 4, tzinfo=UTC), last_visit_at=datetime(2026, 5, 3, 23, 59, tzinfo=UTC)
    )
    words = shown_at(client, "Alice")
    assert "Member since 4 March 2025 · last seen 3 May 2026 ·" in words
    assert "Games finished 2 On time 2 of 2" in words
    total = "Masters · Ember &amp; Frost 0 0 1 0 0 Mastery 1 0 0 0 0 All 1 0 1 0 0"
    assert f"Game Won Drawn Lost Timed out Running {total}" in words
    assert "You against" not in words


def test_the_day_of_the_last_visit_is_the_same_for_readers_in_every_zone(client, alice, boris):
    """Otherwise a reader who moves from zone to zone would find out the hour."""
    User.objects.filter(pk=alice.pk).update(last_visit_at=datetime(2026, 5, 3, 23, 59, tzinfo=UTC))
    client.force_login(boris)
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        User.objects.filter(pk=boris.pk).update(time_zone=zone)
        assert "last seen 3 May 2026" in shown_at(client, "Alice")


def test_it_tells_the_reader_how_they_stand_against_each_other(client, alice, boris):
    client.force_login(boris)
    assert "You haven’t played Alice yet." in shown_at(client, "Alice")
    GameFactory(first=alice, second=boris)
    assert "You and Alice are playing your first game against each other." in shown_at(client, "Alice")
    finish(alice, boris, Side.FIRST)
    assert "You against Alice: 1 won , 0 drawn, 0 lost. 1 more running." in shown_at(client, "Alice")
    assert "You against" not in shown_at(client, "Boris")


def test_the_challenge_has_their_usual_terms_filled_in(client, alice, boris, carol):
    game = GameFactory(first=alice, second=carol, ruleset_slug="masters", control=clock.Days(7))
    client.force_login(boris)
    page = client.get("/people/Alice/").content.decode()
    assert "Likes to play Masters · Ember &amp; Frost 7 days per turn" in shown_at(client, "Alice")
    address = html.unescape(re.search(r'href="(/challenges/new/[^"]*)"', page.partition("<main")[2])[1])
    assert address == f"/challenges/new/?opponent=Alice&ruleset=masters&like={game.pk}"
    form = client.get(address).context["form"]
    assert (form.ruleset.slug, form["preset"].value(), form["opponent"].value()) == ("masters", "days-7", "Alice")
    assert "Challenge Boris" not in client.get("/people/Boris/").content.decode()


@each_row(
    ("length", "words"),
    [
        (None, ""),
        (timedelta(minutes=59), "less than an hour"),
        (timedelta(minutes=80), "1 hour"),
        (timedelta(hours=9, minutes=40), "10 hours"),
        (timedelta(hours=47), "47 hours"),
        (timedelta(days=2, hours=13), "3 days"),
    ],
)
def test_a_usual_time_is_shown_no_more_exactly_than_it_is_known(length, words):
    assert tell_usual(length) == words
