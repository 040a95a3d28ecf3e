"""How much may be played by email in an hour: what goes beyond it waits, and what came to nothing does not count."""

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.limiting.counting import Action, Limit, Per
from accounts.limiting.limits import ACTIONS
from notifications.models import Notice
from replies import receiving
from replies.mails.proof import Verdict
from replies.models import Reply, UnreadMail
from replies.receiving import Outcome
from tests.factories import GameFactory
from tests.replies import desk

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def two_an_hour(monkeypatch):
    few = (Limit(Per.SENDER, 2, HOUR),)
    monkeypatch.setitem(ACTIONS, "reply", replace(ACTIONS["reply"], limits=few))


def count_waits() -> int:
    return Notice.objects.filter(kind="reply_unread", dedupe_key__contains=":waits:").count()


def test_a_proven_writer_may_play_two_hundred_turns_an_hour():
    assert ACTIONS["reply"].limits == (Limit(Per.SENDER, 200, HOUR),)
    assert isinstance(ACTIONS["reply_refused"], Action)


def test_beyond_it_a_mail_waits_and_then_counts_as_of_when_it_came(game, alice, two_an_hour):
    for _ in range(2):
        desk.answer(alice, "note Hello", to="Your turn")
    turn, came = game.position.legal_moves()[0], timezone.now()
    for _ in range(3):
        assert desk.answer(alice, turn, to="Your turn", number=3) is Outcome.LATER
    assert desk.turns_of(game) == []
    assert count_waits() == 1
    with time_machine.travel(came + HOUR + timedelta(minutes=1)):
        assert desk.answer(alice, turn, to="Your turn", number=3) is Outcome.DONE
    assert desk.turns_of(game) == [turn]
    assert abs(game.turns.get().played_at - came) < timedelta(seconds=30)


def test_what_came_to_nothing_uses_up_no_turn(game, alice, two_an_hour):
    """As an autoresponder without any mark, with a new number each time."""
    for number in range(5):
        assert desk.answer(alice, f"Your request {number} has been received.", to="Your turn") is Outcome.DONE
    turn = game.position.legal_moves()[0]
    assert desk.answer(alice, turn, to="Your turn") is Outcome.DONE
    assert desk.turns_of(game) == [turn]


def test_what_came_to_nothing_leaves_rows_up_to_a_bound(game, alice, monkeypatch):
    few = (Limit(Per.SENDER, 3, HOUR),)
    monkeypatch.setitem(ACTIONS, "reply_refused", replace(ACTIONS["reply_refused"], limits=few))
    for number in range(5):
        desk.answer(alice, f"Hello {number}", to="Your turn")
    assert Reply.objects.count() == 3


def test_beyond_that_bound_machines_find_an_end_in_other_games_too(game, alice, boris, monkeypatch):
    few = (Limit(Per.SENDER, 3, HOUR),)
    monkeypatch.setitem(ACTIONS, "reply_refused", replace(ACTIONS["reply_refused"], limits=few))
    for number in range(4):
        desk.answer(alice, f"Hello {number}", to="Your turn")
    GameFactory(first=alice, second=boris)
    desk.post()
    told = Notice.objects.filter(kind="reply_answered").count()
    for number in range(5):
        desk.answer(alice, f"Your request {number} has been received.", to="Your turn")
        desk.post()
    assert Notice.objects.filter(kind="reply_answered").count() == told


def test_of_what_waits_there_is_a_bound_and_beyond_it_the_writer_is_told(game, alice, two_an_hour, monkeypatch):
    monkeypatch.setattr(receiving, "MOST_WAITING", 2)
    for number in range(6):
        desk.answer(alice, "note Hello", to="Your turn", number=number)
    assert Reply.objects.filter(done_at=None).count() == 2
    assert set(UnreadMail.objects.values_list("reason", flat=True)) == {"many"}
    assert Notice.objects.filter(dedupe_key__contains=":many:").count() == 1


def test_a_writer_who_is_not_proven_has_ten_and_is_told_beyond(alice, boris):
    for number in range(12):
        GameFactory(first=alice, second=boris)
        desk.post()
        outcome = desk.answer(alice, "Hello", number=number, proof=Verdict.UNPROVEN)
        assert outcome is (Outcome.DONE if number < 10 else Outcome.IGNORED)
    assert Notice.objects.filter(dedupe_key__contains=":many:").count() == 1
    assert UnreadMail.objects.filter(reason="many").count() == 2
