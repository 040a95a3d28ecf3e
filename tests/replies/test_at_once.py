"""What happens at one instant: the same mail by two workers, two mails about one turn, a mail against a page."""

from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Allowance
from games.models import Turn
from notifications.models import Notice
from replies.models import Reply
from replies.receiving import Outcome, receive
from tests.answering import bring, keep, write_answer
from tests.factories import GameFactory, UserFactory
from tests.replies import desk
from tests.together import count_rounds, run_together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long, pytest.mark.late]
ROUNDS = count_rounds("REPLIES", 30)


@pytest.fixture
def begun():
    """Begins a game, and gives the email that tells its first player of the turn."""
    alice, boris = UserFactory(username="Alice"), UserFactory(username="Boris")

    def begin():
        game = GameFactory(first=alice, second=boris)
        Reply.objects.all().delete()
        Notice.objects.exclude(payload__game=game.pk).delete()
        desk.post()
        return game, keep(desk.find_last(alice), user=alice.pk, kind="", at=timezone.now()), alice

    return begin


def free_of_limits() -> None:
    Allowance.objects.all().delete()


def test_the_same_mail_by_two_workers_plays_once_and_is_answered_once(begun):
    for number in range(ROUNDS):
        free_of_limits()
        game, got, alice = begun()
        raw = write_answer(got, game.position.legal_moves()[0], sender=alice.email, number=number)
        calls = [lambda raw=raw: receive(bring(raw, at=timezone.now())) for _ in range(2)]
        outcomes = run_together(calls)
        assert set(outcomes) <= {Outcome.DONE, Outcome.IN_HAND}, outcomes
        assert Outcome.DONE in outcomes
        assert Turn.objects.filter(game=game).count() == 1
        assert Notice.objects.filter(kind="reply_answered").count() == 1


def test_two_mails_about_one_turn_play_one_of_them(begun):
    for _ in range(ROUNDS // 2):
        free_of_limits()
        game, got, alice = begun()
        first, second, *_ = game.position.legal_moves()
        raws = [write_answer(got, line, sender=alice.email) for line in (first, second)]
        assert (
            run_together([lambda raw=raw: receive(bring(raw, at=timezone.now())) for raw in raws]) == [Outcome.DONE] * 2
        )
        assert Turn.objects.filter(game=game).count() == 1
        assert sorted(Reply.objects.values_list("outcome", flat=True))[0] in ("not_your_turn", "played")


def test_a_mail_and_a_click_on_the_page_play_one_of_the_two(begun):
    happened = set()
    for _ in range(ROUNDS // 2):
        free_of_limits()
        game, got, alice = begun()
        by_mail, by_page, *_ = game.position.legal_moves()
        client = Client()
        client.force_login(alice)
        posted = {"text": by_page, "revision": game.revision, "ply": game.ply, "key": "page"}
        incoming = bring(write_answer(got, by_mail, sender=alice.email), at=timezone.now())
        click = partial(client.post, reverse("play_move", args=[game.pk]), posted)
        outcome, page = run_together([partial(receive, incoming), click])
        assert outcome is Outcome.DONE
        (turn,) = Turn.objects.filter(game=game)
        assert (page.status_code == 302) == (turn.text == by_page)
        happened.add(turn.text)
    assert happened
