"""All games of a player as one file: narrowed, at once where they are few, else made by a worker and emailed."""

import json
from datetime import UTC, datetime

import pytest
from django.core import mail
from django.urls import reverse

from accounts.models import Export
from accounts.tasks import build_exports
from games import play
from games.models import Game
from notifications.delivery import outbox
from records import collecting
from records.reading import read_all
from tests.factories import GameFactory, play_turns
from tests.rows import each_row

TURNS = ("Pd4-d5", "Pe5-e4", "Pd5xc5")
PAGE = reverse("player_games", args=["Alice"])
TEXT, JSON = reverse("player_games_text", args=["Alice"]), reverse("player_games_json", args=["Alice"])

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(alice, boris, carol):
    """One with Boris, resigned; a private one with Carol; one of Masters with Carol in 2024; and one of others."""
    ended = play_turns(GameFactory(first=alice, second=boris), *TURNS)
    play.resign(ended.pk, side=0)
    private = GameFactory(first=carol, second=alice, private=True)
    old = GameFactory(ruleset_slug="masters", first=carol, second=alice)
    Game.objects.filter(pk=old.pk).update(started_at=datetime(2024, 5, 1, tzinfo=UTC))
    GameFactory(first=boris, second=carol)
    return ended, private, old


def list_sites(answer) -> list[int]:
    """The numbers of the games in a file, by the tag of each."""
    assert answer.status_code == 200
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return [int(read.record.site.rstrip("/").rpartition("/")[2]) for read in read_all(content.decode())]


@pytest.mark.parametrize("address", [TEXT, JSON])
def test_both_forms_have_every_game_that_the_reader_may_see_and_are_read_again(client, games, alice, carol, address):
    ended, private, old = (game.pk for game in games)
    assert list_sites(client.get(address)) == [old, ended]
    client.force_login(carol)
    assert list_sites(client.get(address)) == [old, private, ended]
    client.force_login(alice)
    assert list_sites(client.get(address)) == [old, private, ended]


@each_row(
    ("asked", "kept"),
    [
        ("game=masters", (2,)),
        ("opponent=boris", (0,)),
        ("opponent=c", (2,)),
        ("since=2025", (0,)),
        ("until=2024", (2,)),
        ("since=2024&until=2024&opponent=carol&game=masters", (2,)),
        ("game=unheard-of", (2, 0)),
        ("opponent=zoe", ()),
    ],
)
def test_they_are_narrowed_by_game_opponent_and_years(client, games, asked, kept):
    found = list_sites(client.get(f"{TEXT}?{asked}"))
    assert found == [games[number].pk for number in kept]
    page = client.get(f"{PAGE}?{asked}")
    assert page.context["measured"].games == len(kept)


@pytest.mark.parametrize("year", ["x", "-1", "99999", "20²4", "1"])
def test_a_year_that_is_none_is_refused_in_a_sentence(client, games, year):
    for address in (PAGE, TEXT, JSON):
        answer = client.get(address, {"since": year})
        assert answer.status_code == 422
        assert "A year is a number from" in answer.content.decode()


def test_of_their_own_games_players_are_told_instants_and_of_others_days(client, games, alice, boris):
    client.force_login(boris)
    told = json.loads(client.get(JSON).content)
    by_game = {each["site"].rstrip("/").rpartition("/")[2]: each for each in told}
    assert "T" in by_game[str(games[0].pk)]["started"]
    assert "T" not in by_game[str(games[2].pk)]["started"]


def test_what_is_large_is_made_by_a_worker_and_emailed(client, games, alice, carol, monkeypatch):
    monkeypatch.setattr(collecting, "AT_ONCE", 100)
    too_large = client.get(TEXT)
    assert too_large.status_code == 413
    assert PAGE in too_large.content.decode()
    client.force_login(carol)
    asked = client.post(f"{PAGE}?opponent=c", {"form": "txt"})
    assert asked.status_code == 302
    assert asked["Location"] == f"{PAGE}?opponent=c"
    assert "being made" in client.get(PAGE).content.decode()
    assert client.get(reverse("player_games_copy")).status_code == 404
    assert client.post(PAGE, {"form": "json"}).status_code == 409, "one waits already"
    assert build_exports() == 1
    outbox.deliver_due()
    assert PAGE in mail.outbox[-1].body
    assert mail.outbox[-1].subject == "Your file of games is ready"
    copy = client.get(reverse("player_games_copy"))
    assert 'filename="alice-games-' in copy["Content-Disposition"]
    assert list_sites(copy) == [games[2].pk, games[1].pk]
    client.force_login(alice)
    assert client.get(reverse("player_games_copy")).status_code == 404, "it is Carol's"


def test_a_visitor_logs_in_before_one_is_made(client, games):
    answer = client.post(f"{PAGE}?game=masters", {"form": "txt"})
    assert answer.status_code == 302
    assert "login" in answer["Location"]
    assert not Export.objects.exists()


def test_how_large_a_file_will_be_is_told_about_right(client, alice, boris, carol):
    for length in (2, 30):
        game = GameFactory(first=alice, second=boris)
        for _ in range(length):
            play_turns(game, game.position.legal_moves()[0])
            game.refresh_from_db()
    for reader in (alice, carol):
        client.force_login(reader)
        sizes = client.get(PAGE).context["measured"].sizes
        for address, form in ((TEXT, "txt"), (JSON, "json")):
            assert 0.6 < len(client.get(address).content) / sizes[form] < 1.7, (reader, form)


def test_more_games_cost_no_more_queries(client, alice, boris, django_assert_max_num_queries):
    def count(games: int) -> int:
        for _ in range(games):
            play_turns(GameFactory(first=alice, second=boris), *TURNS)
        with django_assert_max_num_queries(40) as queries:
            client.get(TEXT)
        return len(queries)

    assert count(2) == count(8)


def test_nobody_by_that_name_has_games(client, alice):
    alice.is_active = False
    alice.save()
    for name in ("Zoe", "Alice"):
        for address in ("player_games", "player_games_text", "player_games_json"):
            assert client.get(reverse(address, args=[name])).status_code == 404
