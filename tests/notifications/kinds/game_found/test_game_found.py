"""Whoever did not start a game themselves just now is told that one was found, in place of its first turn."""

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from competition import events
from engine.contract import Side
from games import challenges, clock, play
from notifications.channels.push.message import write_message
from notifications.kinds.game_found import kind
from notifications.models import Notice, Reminder
from notifications.preferences.saving import save_preferences
from notifications.preferences.switches import save_table, turn_off
from notifications.scheduling.digests import write_digests
from notifications.scheduling.reminders import write_due
from tests.factories import GameFactory, play_turns
from tests.mails.competition import challenge_on_ladder, meet, stand
from tests.notifications.conftest import HOUR

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def list_told(user, channel="email") -> list[str]:
    return [notice.kind for notice in Notice.objects.filter(recipient=user, channel=channel).order_by("pk")]


@pytest.fixture
def paired(alice, boris):
    """Two standing challenges met; Alice moves first."""
    return meet(stand(alice), stand(boris), side=Side.FIRST)


def accept(alice, boris):
    standing = stand(alice)
    return challenges.accept(standing.challenge_id, user=boris)


WAYS = {
    "paired": (
        lambda alice, boris: meet(stand(alice), stand(boris), side=Side.FIRST),
        ["Alice", "Boris"],
        "Your standing challenge and Boris’s fit each other, so the game has started.",
        "A game against Boris has been found for you",
    ),
    "accepted": (
        accept,
        ["Alice"],
        "Boris accepted your standing challenge, so the game has started.",
        "Boris accepted your standing challenge",
    ),
    "challenged on the ladder": (
        challenge_on_ladder,
        ["Alice"],
        "Boris challenged you on the Mastery ladder, so the game has started.",
        "Boris challenged you on the ladder",
    ),
}
"""How a game is found, who is told, and what Alice reads by email and in her inbox."""


@pytest.mark.parametrize("way", WAYS)
def test_who_did_not_start_it_is_told_from_what_it_comes(client, alice, boris, deliver, way):
    start, told, why, line = WAYS[way]
    start(alice, boris)
    found = Notice.objects.filter(kind="game_found", channel="email").values_list("recipient__username", flat=True)
    assert sorted(found) == told
    (mail,) = [each for each in deliver() if each.to == [alice.email] and "found" in each.subject]
    assert why in " ".join(mail.body.split())
    client.force_login(alice)
    assert line in client.get(reverse("inbox")).content.decode()


def test_it_names_the_terms_and_who_moves_and_shows_the_board(paired, deliver):
    mails = {mail.to[0]: mail for mail in deliver()}
    first, second = mails["alice@example.org"], mails["boris@example.org"]
    assert first.subject == f"A game against Boris has been found for you (Mastery #{paired.pk})"
    assert "You play Dark, and it’s your turn." in first.body
    assert "You play Light, and it’s Alice’s turn." in second.body
    for mail in (first, second):
        text = " ".join(mail.body.split())
        assert "3 days per turn, clock runs on weekends, vacation up to 14 days each Rated" in text
        assert 'src="cid:board"' in mail.alternatives[0].content


def test_an_accepted_standing_challenge_is_told_as_no_accepted_challenge(alice, boris):
    accept(alice, boris)
    assert "challenge_accepted" not in list_told(alice)


def test_a_ladder_game_says_what_cannot_be_done_in_it(alice, boris, deliver):
    challenge_on_ladder(alice, boris)
    assert "No pauses, no cancelling, no takebacks." in deliver()[0].body


@pytest.mark.parametrize("channel", ["email", "inbox"])
def test_the_first_turn_is_not_told_beside_it(paired, alice, boris, channel):
    assert list_told(alice, channel) == list_told(boris, channel) == ["game_found"]
    play_turns(paired, "Md1-c1")
    assert list_told(boris, channel) == ["game_found", "your_turn"]


def test_who_has_switched_it_off_is_told_of_the_first_turn_as_ever(alice, boris):
    turn_off(alice, kinds=["game_found"])
    meet(stand(alice), stand(boris), side=Side.FIRST)
    assert list_told(alice) == ["your_turn"]
    assert list_told(alice, "inbox") == ["game_found"]


def test_whoever_accepted_and_moves_first_is_told_of_the_turn(alice, boris):
    standing = stand(boris)
    challenges.change_standing(standing.challenge, terms=make_terms("second"))
    challenges.accept(standing.challenge_id, user=alice)
    assert list_told(alice) == ["your_turn"]
    assert list_told(boris) == ["game_found"]


def make_terms(side: str) -> challenges.Terms:
    return challenges.Terms(ruleset_slug="mastery", options={}, presets=["days-3"], side=side)


def test_reminders_before_the_deadline_come_all_the_same(paired, alice):
    write_due(now=Reminder.objects.get(game=paired).due_at)
    assert list_told(alice)[-1] == "deadline_near"


def test_a_digest_lists_the_game(alice, boris, deliver):
    save_preferences(alice, mode="daily", digest_hour=8)
    tomorrow = (timezone.now().astimezone(alice.zone) + timedelta(days=1)).replace(hour=8, minute=1)
    meet(stand(alice), stand(boris), side=Side.FIRST)
    assert any(mail.to == [alice.email] for mail in deliver()), "what is found does not wait for the digest"
    write_digests(now=tomorrow)
    (digest,) = [mail for mail in deliver(now=tomorrow) if mail.to == [alice.email]]
    assert "against Boris" in digest.body


def test_it_waits_for_the_end_of_quiet_hours(alice, boris, deliver):
    night = (timezone.now().astimezone(alice.zone) + timedelta(days=1)).replace(hour=2)
    save_preferences(alice, quiet_from=22, quiet_until=7)
    with time_machine.travel(night, tick=False):
        meet(stand(alice), stand(boris), side=Side.FIRST)
        assert [mail.to for mail in deliver(now=night)] == [[boris.email]]
        assert [mail.to for mail in deliver(now=night + 5 * HOUR + MINUTE)] == [[alice.email]]


def test_it_tells_the_game_as_it_stands_when_it_is_sent(paired, alice, deliver):
    play.resign(paired.pk, side=Side.SECOND)
    told = [mail.body for mail in deliver() if mail.to == [alice.email] and "found" in mail.subject]
    assert "the game is already over" in told[0]


def test_a_game_that_is_gone_is_not_told(paired, deliver):
    Notice.objects.update(payload={"game": 999, "why": "paired"})
    assert deliver() == []
    assert set(Notice.objects.filter(channel="email").values_list("state", flat=True)) == {"dropped"}


def test_a_push_message_says_why_and_whose_turn_it_is(paired, alice, boris):
    now = timezone.now()
    for user, body in (
        (alice, "Your standing challenge and Boris’s fit each other, so the game has started. It’s your turn."),
        (boris, "Your standing challenge and Alice’s fit each other, so the game has started."),
    ):
        notice = Notice.objects.get(recipient=user, channel="email")
        assert write_message(notice, kind.describe(notice, now=now), now=now).content["body"] == body


@pytest.mark.parametrize("reminded", [False, True])
def test_where_nothing_else_tells_of_the_turn_in_time_it_does_whatever_the_hour(alice, boris, deliver, reminded):
    """As the notice of a turn does, in whose place it comes. Here her quiet hours end an hour before the deadline."""
    morning = (timezone.now().astimezone(alice.zone) + timedelta(days=1)).replace(hour=9)
    save_preferences(alice, quiet_from=9, quiet_until=8)
    save_table(alice, {("deadline_near", "email"): reminded})
    with time_machine.travel(morning, tick=False):
        game = GameFactory(first=alice, second=boris, control=clock.Days(1), told=[alice.pk])
        events.game_found.send(sender=None, game_id=game.pk, user_ids=[alice.pk, boris.pk])
        told = [mail.subject for mail in deliver(now=morning) if mail.to == [alice.email]]
    assert [subject for subject in told if "found" in subject] == ([] if reminded else [told[0]])
    assert "latest" not in Notice.objects.get(recipient=boris, channel="email").payload
