"""Whatever shows the opponent a turn that was just played notes that first, and then it is not undone; nothing else."""

from contextlib import suppress

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.own_data import exports
from computers import thinking
from computers.starting import start
from core.refusal import Refusal
from engine.contract import Side
from games import access, play
from games.models import Game
from games.reading.find import find_game
from notifications.channels.feed.secret import renew
from notifications.delivery import outbox
from notifications.kinds import digest
from notifications.models import Notice
from notifications.routing.writing import make
from tests.factories import GameFactory, play_turns
from tests.games.play.undo.conftest import MINUTE, SECOND

pytestmark = pytest.mark.django_db
TURN = "Md1-c1"


@pytest.fixture
def game(alice, boris):
    """Alice has just played."""
    return play_turns(GameFactory(first=alice, second=boris), TURN)


@pytest.fixture
def as_boris(client, boris):
    client.force_login(boris)
    return client


def undo(game):
    return play.undo(game.pk, side=Side.FIRST, expected_revision=game.revision)


def is_seen(game) -> bool:
    """Whether it is noted, and the turn cannot be undone any more."""
    game.refresh_from_db()
    with suppress(Refusal):
        undo(game)
        return False
    return game.seen_at is not None


def feed_of(name):
    return lambda game: reverse(name, args=[renew(game.seats.get(side=Side.SECOND).user).token])


PLACES = {
    "its page": lambda game: game.get_absolute_url(),
    "the position before": lambda game: reverse("game_at", args=[game.pk, 0]),
    "what has changed": lambda game: reverse("game_state", args=[game.pk]) + "?revision=1",
    "a preview": lambda game: reverse("game_preview", args=[game.pk]) + "?text=Mc8-b8",
    "its turns as text": lambda game: reverse("game_text", args=[game.pk]),
    "the chat": lambda game: reverse("game_chat", args=[game.pk]),
    "the front page": lambda game: "/",
    "the front page, sorted": lambda game: "/?sort=game",
    "the own profile": lambda game: reverse("profile", args=["Boris"]),
    "the opponent's profile": lambda game: reverse("profile", args=["Alice"]),
    "all games": lambda game: reverse("watch"),
    "the inbox": lambda game: reverse("inbox"),
    "the feed": feed_of("feed_turns"),
    "the calendar": feed_of("feed_deadlines"),
}


@pytest.mark.parametrize("place", PLACES)
def test_seen_by_the_opponent_in(as_boris, game, place):
    assert as_boris.get(PLACES[place](game), follow=True).status_code == 200
    assert is_seen(game)


@pytest.mark.parametrize("place", ["its page", "what has changed", "the front page", "all games", "its turns as text"])
def test_where_others_and_its_player_see_it_that_does_not_count(client, alice, carol, game, place):
    for reader in (alice, carol, None):
        client.logout()
        if reader:
            client.force_login(reader)
        assert client.get(PLACES[place](game)).status_code == 200
    assert not is_seen(game)


def test_the_number_at_the_bell_does_not_count_and_goes_with_the_turn(as_boris, game):
    page = as_boris.get(reverse("settings")).content.decode()
    assert not is_seen(game)
    assert as_boris.get(reverse("settings")).content.decode() != page


def test_an_email_that_leaves_counts(game):
    outbox.deliver_due(now=timezone.now() + 2 * MINUTE)
    assert Notice.objects.get(kind="your_turn", channel="email", recipient__username="Boris").state == "sent"
    assert is_seen(game)


def test_a_digest_counts(game, boris):
    notice = make("digest", key="d", recipient_id=boris.pk)
    notice.save()
    digest.kind.describe(notice, now=timezone.now())
    assert is_seen(game)


def test_a_copy_of_ones_data_counts(game, boris):
    assert TURN in "".join(exports.write(boris, now=timezone.now()))
    assert is_seen(game)


def test_an_analysis_of_the_game_counts(as_boris, game):
    as_boris.post(reverse("analyse_game", args=[game.pk]), follow=True)
    assert is_seen(game)


def test_a_computer_that_begins_to_think_about_it_counts(alice, monkeypatch):
    game = start(alice, slug="mastery", level="newcomer")
    thinking.think(game.pk)
    game.refresh_from_db()
    side = Side(game.seats.get(user=alice).side)
    text = game.position.legal_moves()[0]
    play.play_move(game.pk, side=side, expected_revision=game.revision, text=text)
    game.refresh_from_db()
    tried = []

    def choose(*args, **how):
        with pytest.raises(Refusal) as refusal:
            play.undo(game.pk, side=side, expected_revision=game.revision)
        tried.append(refusal.value.code)
        return usual(*args, **how)

    usual = thinking.playing.choose
    monkeypatch.setattr(thinking.playing, "choose", choose)
    thinking.think(game.pk)
    assert tried == ["seen"]


def test_of_a_turn_that_is_undone_nobody_is_told(game, boris, alice):
    before = list(Notice.objects.filter(recipient=alice).values_list("pk", "state"))
    undo(game)
    assert not Notice.objects.filter(recipient=boris).exists()
    assert list(Notice.objects.filter(recipient=alice).values_list("pk", "state")) == before
    outbox.deliver_due(now=timezone.now() + 2 * MINUTE)
    assert not Notice.objects.filter(recipient=boris).exists()


def test_whoever_reads_as_it_is_undone_is_shown_the_game_without_it(as_boris, game, monkeypatch):
    """It is undone between reading the game and noting that it was seen."""
    found = []

    def find(pk):
        read = find_game(pk)
        if not found:
            undo(read)
        found.append(read.ply)
        return read

    monkeypatch.setattr(access, "find_game", find)
    page = as_boris.get(game.get_absolute_url()).content.decode()
    assert found[:2] == [1, 0]
    assert TURN not in page


def test_a_turn_that_was_seen_or_is_old_costs_no_query(as_boris, game):
    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            as_boris.get(game.get_absolute_url())
        return len(queries)

    count()  # what is read once in a process
    seen = count()
    Game.objects.update(seen_at=None)
    assert count() == seen + 1
    Game.objects.update(seen_at=None, turn_started_at=timezone.now() - 2 * MINUTE)
    assert count() == seen


@pytest.mark.parametrize("seconds", [59, 65])
def test_it_is_noted_a_little_longer_than_it_can_be_undone(as_boris, game, seconds):
    Game.objects.update(turn_started_at=timezone.now() - seconds * SECOND)
    as_boris.get(game.get_absolute_url())
    assert Game.objects.get(seen_at__isnull=False)
