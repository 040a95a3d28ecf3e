"""Nobody is told the same again and again: neither a machine that answers us, nor whoever an answer told their turn."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games import play
from games.models import Turn
from notifications.models import Notice, Preferences
from notifications.scheduling.told import find_told
from replies.mails.proof import Verdict
from replies.models import Reply
from tests.factories import GameFactory, play_turns
from tests.replies import desk

pytestmark = pytest.mark.django_db
AWAY = "I’m away until Monday."


def count_answers() -> int:
    return Notice.objects.filter(kind="reply_answered").count()


def test_of_refusals_in_a_row_the_second_says_that_it_is_the_last(game, alice):
    lines = (AWAY, "a1-a1", "Your request 1003 has been received.", "")
    said = []
    for line in lines:
        desk.answer(alice, line, to="Your turn")
        said.append("our last answer of this kind" in desk.read_answer(alice))
    assert (count_answers(), said[:2]) == (2, [False, True])
    rows = Reply.objects.exclude(done_at=None).order_by("pk")
    assert list(rows.values_list("outcome", flat=True)) == ["illegal", "illegal", "illegal", "nothing_found"]
    assert all(rows.values_list("refused", flat=True))


def test_two_machines_that_answer_each_other_find_an_end(game, alice):
    """Also where each mail of theirs has a number of its own, and whether or not their sender is proven."""
    for proof in (Verdict.UNPROVEN, Verdict.PROVEN):
        for number in range(6):
            desk.answer(alice, f"Your request {number} has been received.", proof=proof)
            desk.post()
    assert count_answers() == 2


def test_what_can_be_done_is_done_and_told_after_the_last(game, alice):
    for _ in range(3):
        desk.answer(alice, AWAY, to="Your turn")
    desk.answer(alice, "draw", to="Your turn")
    assert Reply.objects.latest("pk").outcome == "draw_offered"
    assert count_answers() == 3


def test_what_was_done_in_between_begins_anew(game, alice):
    for line in (AWAY, "note Have fun!", AWAY, AWAY, AWAY):
        desk.answer(alice, line, to="Your turn")
    assert count_answers() == 4


def test_it_begins_anew_once_the_game_goes_on(game, alice):
    for _ in range(3):
        for _ in range(3):
            desk.answer(alice, AWAY, to="Your turn")
        for _ in range(2):
            play_turns(game, game.position.legal_moves()[0])
        desk.post()
    assert count_answers() == 6


def test_the_same_is_told_of_each_game(game, alice, boris):
    for _ in range(3):
        desk.answer(alice, "yes", to="Your turn")
        GameFactory(first=alice, second=boris)
        desk.post()
    assert count_answers() == 3


def test_what_was_done_is_told_however_often(game, alice):
    for _ in range(3):
        desk.answer(alice, "note Have fun!", to="Your turn")
    assert count_answers() == 3


def test_others_are_told_what_one_has_been_told(game, alice, boris):
    for _ in range(2):
        desk.answer(alice, AWAY, to="Your turn")
    play_turns(game, game.position.legal_moves()[0])
    desk.post()
    desk.answer(boris, AWAY)
    assert count_answers() == 3


# --- A turn that the answer to an email has told --------------------------------------------------------------------
@pytest.fixture
def answered(game, alice):
    """Alice plays by email, and a line that Boris has armed answers with so many turns at once."""
    mine = game.position.legal_moves()[0]
    theirs = game.position.play(mine).legal_moves()[0]
    play.arm(game.pk, side=1, turns=[mine, theirs], expected_position=game.position_text)
    desk.answer(alice, mine)
    mail.outbox.clear()
    return game


def count_mails(user) -> list[str]:
    return [each.subject.partition(" ")[0] for each in mail.outbox if each.to == [user.email]]


def deliver(kind: str) -> None:
    """Sends what waits of this kind alone."""
    waiting = Notice.objects.open().exclude(kind=kind)
    kept = dict(waiting.values_list("pk", "due_at"))
    waiting.update(due_at=timezone.now() + timedelta(days=1))
    desk.outbox.deliver_due(now=timezone.now() + timedelta(minutes=5))
    for pk, due_at in kept.items():
        Notice.objects.filter(pk=pk).update(due_at=due_at)


def test_no_email_tells_once_more_of_a_turn_that_the_answer_told(answered, alice):
    assert Turn.objects.filter(game=answered).count() == 2
    deliver("reply_answered")
    desk.post()
    assert count_mails(alice) == ["Re:"]
    assert Notice.objects.get(kind="your_turn", channel="email", payload__ply=2).state == Notice.State.DROPPED


def test_the_answer_counts_for_reminders_as_having_told_it(answered, alice):
    deliver("reply_answered")
    answered.refresh_from_db()
    started = {answered.pk: (alice.pk, answered.turn_started_at)}
    assert find_told(started) == {(answered.pk, "email")}
    later = {answered.pk: (alice.pk, timezone.now() + timedelta(minutes=10))}
    assert find_told(later) == set()


def test_where_the_answer_has_not_left_the_turn_is_told(answered, alice):
    deliver("your_turn")
    assert count_mails(alice) == ["Your"]


def test_where_the_answer_failed_the_turn_is_told(answered, alice):
    Notice.objects.filter(kind="reply_answered").update(state=Notice.State.FAILED, closed_at=timezone.now())
    desk.post()
    assert count_mails(alice) == ["Your"]


def test_another_turn_is_told(answered, alice):
    deliver("reply_answered")
    answered.refresh_from_db()
    for _ in range(2):
        play_turns(answered, answered.position.legal_moves()[0])
    desk.post()
    assert count_mails(alice) == ["Re:", "Your"]


def test_an_answer_about_another_game_tells_nothing_of_this(answered, alice):
    deliver("reply_answered")
    told = Notice.objects.get(kind="reply_answered")
    told.payload["answers"][0]["game"] += 1
    told.save()
    desk.post()
    assert count_mails(alice) == ["Re:", "Your"]


def test_a_clock_that_was_started_again_since_is_told(answered, alice):
    deliver("reply_answered")
    deliver("your_turn")
    kept = Notice.objects.get(kind="your_turn", channel="email", payload__ply=2)
    payload = {**kept.payload, "why": "pause_ended"}
    again = {"dedupe_key": "again", "created_at": timezone.now(), "due_at": timezone.now()}
    Notice.objects.create(recipient=alice, kind="your_turn", payload=payload, **again)
    desk.post()
    assert count_mails(alice) == ["Re:", "Your"]


def test_a_turn_of_several_that_was_told_is_left_out_of_the_list(answered, alice, boris):
    deliver("reply_answered")
    GameFactory(first=alice, second=boris)
    mail.outbox.clear()
    desk.post()
    assert count_mails(alice) == ["Your"]
    assert desk.find_last(alice).body.count("Play your turn: ") == 1


def test_who_takes_no_answers_by_email_is_told_of_turns_as_ever(answered, alice):
    deliver("reply_answered")
    Preferences.objects.update_or_create(user=alice, defaults={"by_reply": False})
    desk.post()
    assert count_mails(alice) == ["Re:", "Your"]
