"""A reminder says what happens without a turn: a day of vacation is used, or the game is lost, as things are then."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import play
from games.models import Game, Seat
from notifications.channels.push.message import write_message
from notifications.models import Notice
from notifications.scheduling.reminders import stamp
from notifications.wording.describing import describe
from tests.factories import GameFactory, give_vacation

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SOON = play.Case(may_be_soon=True)
LOST = "If you don’t play, you lose on time"


@pytest.fixture
def begin(alice, boris):
    """A game in which Alice is to move, with days of vacation, and so many that the game allows."""

    def run(*, days: float = 12, allowed: int = 5) -> Game:
        give_vacation(alice, days=days, now=timezone.now() - HOUR)
        return GameFactory(first=alice, second=boris, vacation_days=allowed)

    return run


@pytest.fixture
def remind(deliver):
    """Delivers an hour before the deadline, and returns what the mail says in text and in HTML."""

    def run(game: Game) -> list[str]:
        game.refresh_from_db()
        told = [
            message
            for message in deliver(now=game.deadline_at - HOUR)
            if "time is running out" in message.body and f"/games/{game.pk}/" in message.body
        ]
        return [" ".join(part.split()) for part in (told[0].body, told[0].alternatives[0].content)]

    return run


def test_days_of_vacation_come_first(begin, remind):
    for text in remind(begin()):
        assert "a vacation day is used automatically: you have 12 days 6 hours left" in text
        assert "this game still allows 5 days." in text
        assert "you lose on time" not in text


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"allowed": 0}, "."),
        ({"days": 0.5}, ": no vacation day would be used, because less than a day of it is left."),
    ],
)
def test_where_none_would_be_used_the_game_is_lost(begin, remind, terms, why):
    for text in remind(begin(**terms)):
        assert LOST + why in text


def test_a_reminder_says_what_is_true_when_it_is_sent(begin, remind, alice):
    game = begin()
    alice.vacation_automatic = False
    alice.save()
    assert all("because automatic vacation is off." in text for text in remind(game))


def test_vacation_that_the_game_has_used_up_is_not_promised(begin, remind):
    game = begin(allowed=2)
    Seat.objects.filter(game=game).update(vacation_used=2 * DAY)
    assert all("because you have used all that this game allows." in text for text in remind(game))


def test_a_day_that_another_game_has_brought_serves_this_one_too(begin, remind, admin):
    """The only day there was has been taken, and covers the deadline."""
    first, second = begin(days=1), begin(days=1)
    now = timezone.now()
    play.move_deadline(first.pk, deadline=now + 13 * HOUR, staff=admin, reason="A test.", case=SOON)
    play.run_out(first.pk, now=now + 13 * HOUR)
    play.move_deadline(second.pk, deadline=now + 17 * HOUR, staff=admin, reason="A test.", case=SOON)
    for text in remind(second):
        assert "a vacation day is used automatically" in text


@pytest.mark.parametrize(
    ("allowed", "said"), [(5, "Then a vacation day is used automatically."), (0, "Then the game is lost.")]
)
def test_a_push_message_says_it_too(begin, allowed, said):
    game = begin(allowed=allowed)
    now = game.deadline_at - HOUR
    payload = {"game": game.pk, "deadline": stamp(game.deadline_at), "until": None}
    notice = Notice(recipient=game.seats.get(side=0).user, kind="deadline_near", channel="push", payload=payload)
    message = write_message(notice, describe(notice, now=now), now=now)
    assert message.content["body"].endswith(said)
