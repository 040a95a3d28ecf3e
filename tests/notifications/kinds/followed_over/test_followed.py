"""Followers are told when a game starts and ends: on the site, in digests, and by email once they switch it on."""

import pytest
from django.utils import timezone

from games import clock, play
from notifications.models import INBOX, Mode, Notice
from notifications.preferences.saving import save_preferences
from notifications.preferences.switches import save_table
from records import following
from tests.factories import UserFactory, play_turns

pytestmark = pytest.mark.django_db


def list_told(user, *, channel=INBOX) -> list[tuple[str, int]]:
    rows = Notice.objects.filter(recipient=user, channel=channel, kind__startswith="followed").order_by("pk")
    return [(row.kind, row.payload["game"]) for row in rows]


def start(first, second, **fields):
    how = {"ruleset_slug": "mastery", "options": {}, "control": clock.Days(3), **fields}
    return play.start_game(first=first, second=second, **how)


def ask_digest(user, name: str) -> None:
    now = timezone.now()
    Notice.objects.create(
        kind="digest", recipient=user, channel="email", dedupe_key=f"digest:{name}", created_at=now, due_at=now
    )


def test_followers_are_told_of_a_start_and_an_end_once_and_players_are_not(alice, boris, carol):
    dora = UserFactory()
    following.follow_person(alice, boris)
    following.follow_person(carol, boris)
    game = start(boris, carol)
    following.follow_game(dora, game)
    assert list_told(alice) == [("followed_started", game.pk)]
    assert list_told(carol) == list_told(dora) == []
    play_turns(game, "Pd4-d5")
    play.offers.propose(game.pk, "takeback", side=0)
    play.offers.accept(game.pk, "takeback", side=1)
    play.resign(game.pk, side=0)
    assert list_told(alice) == [("followed_started", game.pk), ("followed_over", game.pk)]
    assert list_told(dora) == [("followed_over", game.pk)]
    assert list_told(carol) == []
    assert not Notice.objects.filter(kind__startswith="followed").exclude(channel=INBOX).exists(), "by default"


def test_nobody_is_told_of_a_private_game(alice, boris, carol):
    following.follow_person(alice, boris)
    game = start(boris, carol, private=True)
    play.resign(game.pk, side=0)
    assert list_told(alice) == []


def test_one_who_has_switched_it_on_gets_an_email_unless_they_follow_no_more(deliver, alice, boris, carol):
    save_table(alice, {("followed_started", "email"): True, ("followed_over", "email"): True})
    following.follow_person(alice, boris)
    game = start(boris, carol)
    (sent,) = [each for each in deliver() if each.to == [alice.email]]
    assert sent.subject == "Boris and Carol have started a game of Mastery"
    assert f"/games/{game.pk}/" in sent.body
    play.resign(game.pk, side=0)
    following.end(alice, person_id=boris.pk)
    assert [each for each in deliver() if each.to == [alice.email]] == []
    assert Notice.objects.get(kind="followed_over", channel="email").state == Notice.State.DROPPED


def test_a_digest_tells_it_also_where_no_game_waits(deliver, alice, boris, carol):
    save_preferences(alice, mode=Mode.DAILY)
    following.follow_person(alice, boris)
    game = start(boris, carol)
    deliver()
    ask_digest(alice, "one")
    (sent,) = [each for each in deliver() if each.to == [alice.email]]
    assert sent.subject == "What you follow"
    assert "Boris and Carol have started a game" in sent.body
    assert f"/games/{game.pk}/" in sent.alternatives[0][0]
    start(alice, carol)
    ask_digest(alice, "two")
    (sent,) = [each for each in deliver() if each.to == [alice.email]]
    assert "1 game is waiting for you" in sent.body
    assert "have started a game" not in sent.body, "the digest before told it"


def test_the_inbox_tells_who_plays_and_later_how_it_ended(client, alice, boris, carol):
    following.follow_person(alice, boris)
    game = start(boris, carol)
    play.resign(game.pk, side=0)
    client.force_login(alice)
    page = client.get("/inbox/").content.decode()
    assert "Boris and Carol have started a game" in page
    assert "The game of Boris and Carol is over" in page
    assert page.count(f'href="/games/{game.pk}/"') >= 2
