"""Whoever loses their place on a ladder is told why, and from when they may join again."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.own_data import closing
from competition import ladder
from competition.events import Leaving
from competition.models import LadderMember
from core.words import DAY_OF_YEAR, tell_day
from games import play
from notifications.models import Notice
from tests.mails.competition import RANK, challenge_on_ladder, leave

pytestmark = pytest.mark.django_db
SAID = {
    Leaving.UNSEEN: (
        "You played no ladder game for 60 days, and haven’t been here for 30.",
        "You can join again at the bottom whenever you like.",
    ),
    Leaving.SUSPENDED: ("Your account is suspended.", "Once the suspension is over you can join again at the bottom."),
}


@pytest.mark.parametrize("why", SAID)
def test_it_says_why_and_how_one_comes_back(alice, deliver, why):
    leave(alice, why=why)
    (mail,) = deliver()
    assert mail.subject == "You left the Mastery ladder"
    for sentence in SAID[why]:
        assert sentence in mail.body
    assert reverse("ladder", args=["mastery"]) in mail.body


def test_a_loss_on_time_names_the_game_and_the_day_from_which_they_may_join_again(alice, boris, deliver):
    game = challenge_on_ladder(alice, boris)
    leave(alice, why=Leaving.LOST_ON_TIME, game=game, days=7)
    mail = deliver()[-1]
    assert f"You lost game {game.pk} against Boris on time." in mail.body
    day = tell_day((timezone.now() + timedelta(days=7)).astimezone(alice.zone).date(), form=DAY_OF_YEAR)
    assert f"You can join again, at the bottom, from {day} on." in mail.body


def test_the_inbox_says_why(client, alice, boris):
    game = challenge_on_ladder(alice, boris)
    leave(alice, why=Leaving.LOST_ON_TIME, game=game, days=7)
    client.force_login(alice)
    page = client.get(reverse("inbox")).content.decode()
    assert "You left the Mastery ladder" in page
    assert f"You lost game {game.pk} against Boris on time." in page


def test_who_is_on_it_again_is_not_told(alice, deliver):
    leave(alice, why=Leaving.UNSEEN)
    LadderMember.objects.update(rank=RANK)
    assert deliver() == []


def test_who_closes_their_account_is_told_nothing_more(alice):
    closing.ask(alice)
    leave(alice, why=Leaving.CLOSED)
    assert not Notice.objects.filter(kind="ladder_left").exists()


def test_a_loss_on_time_is_told_with_what_follows_from_it(alice, boris, deliver):
    ladder.join(alice, "mastery")
    ladder.join(boris, "mastery")
    game = ladder.challenge("mastery", challenger=boris, other=alice)
    late = game.deadline_at + timedelta(hours=1)
    play.run_out(game.pk, now=late)
    loser = game.seats.get(side=game.side_to_move).user
    told = [mail for mail in deliver(now=late) if mail.subject == "You left the Mastery ladder"]
    assert [mail.to for mail in told] == [[loser.email]]
    assert f"You lost game {game.pk} against" in told[0].body
    assert "You can join again, at the bottom, from" in told[0].body
