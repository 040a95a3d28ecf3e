"""A player's queue: pinned, skipped and snoozed games, and that none comes back too late."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.refusal import Refusal
from engine.contract import Side
from games import clock, play
from games.models import Game, Seat
from games.models.queue import MARGIN, find_put_off
from notifications.models import Reminder
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db(transaction=True)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOW = timezone.now()


@pytest.fixture
def games(alice, boris):
    """Four of Alice's in which she is to move: due in 2, 4, 9 days, and never."""
    controls = (clock.Days(2), clock.Days(4), clock.Days(9), clock.Unlimited())
    return [GameFactory(first=alice, second=boris, control=control, now=NOW).pk for control in controls]


def queue_of(user, *, now=NOW):
    return list(Game.objects.in_queue(user.pk, now=now, latest=now + MARGIN).values_list("pk", flat=True))


def test_pinned_first_then_by_deadline_then_the_skipped_the_longest_skipped_first(alice, boris, games):
    a, b, c, d = games
    assert queue_of(alice) == games
    play.skip(a, user_id=alice.pk, now=NOW)
    play.skip(c, user_id=alice.pk, now=NOW + HOUR)
    play.pin(d, user_id=alice.pk, pinned=True)
    assert queue_of(alice, now=NOW + HOUR) == [d, b, a, c]
    play.skip(a, user_id=alice.pk, now=NOW + 2 * HOUR)
    assert queue_of(alice, now=NOW + 2 * HOUR) == [d, b, c, a]
    play.bring_back(a, user_id=alice.pk)
    play.pin(d, user_id=alice.pk, pinned=False)
    assert queue_of(alice, now=NOW + 2 * HOUR) == [a, b, d, c]
    assert queue_of(boris) == []


@pytest.mark.parametrize(
    ("lasts", "days", "back"),
    [
        (4 * HOUR, 2, 4 * HOUR),
        (DAY, 2, DAY),
        (7 * DAY, 2, 36 * HOUR),
        (7 * DAY, 4, 4 * DAY - MARGIN),
        (7 * DAY, 9, 7 * DAY),
        (7 * DAY, None, 7 * DAY),
    ],
)
def test_a_snoozed_game_is_back_in_time_and_never_later_than_twelve_hours_before_its_deadline(
    alice, boris, lasts, days, back
):
    game = GameFactory(first=alice, second=boris, control=clock.Days(days) if days else clock.Unlimited(), now=NOW).pk
    assert play.snooze(game, user_id=alice.pk, lasts=lasts, now=NOW) == NOW + back
    assert queue_of(alice, now=NOW + back - timedelta(seconds=1)) == []
    assert queue_of(alice, now=NOW + back) == [game]


@pytest.mark.parametrize("left", [timedelta(minutes=1), MARGIN - HOUR, MARGIN + HOUR, 3 * DAY])
def test_whatever_moves_the_deadline_a_snooze_gives_way_to_it(alice, games, left):
    """Staff, the end of a pause, a claimed win: the rule looks at the deadline as it is."""
    play.snooze(games[2], user_id=alice.pk, lasts=7 * DAY, now=NOW)
    Game.objects.filter(pk=games[2]).update(deadline_at=NOW + left)
    game, seat = Game.objects.get(pk=games[2]), Seat.objects.get(game=games[2], user=alice)
    for hour in range(-1, 8 * 24, 3):
        now = NOW + hour * HOUR
        asleep = games[2] not in queue_of(alice, now=now)
        put_off = find_put_off(game, seat, now=now)
        assert asleep == (put_off is not None), "the page and the lists agree"
        assert not asleep or game.deadline_at - now > MARGIN


def test_pins_skips_and_snoozes_count_for_that_turn_only(alice, boris, games):
    for number, say in enumerate((play.skip, play.snooze)):
        pk = games[number + 1]
        say(pk, user_id=alice.pk, **({"lasts": DAY} if say is play.snooze else {}))
        for side, move in ((Side.FIRST, "Pd4-d5"), (Side.SECOND, "Pe8-e7")):
            game = Game.objects.get(pk=pk)
            legal = game.position.legal_moves()
            move = move if move in legal else next(iter(legal))
            play.play_move(pk, side=side, expected_revision=game.revision, text=move)
    assert set(queue_of(alice, now=timezone.now())) == set(games)
    assert queue_of(alice, now=timezone.now())[0] == games[0]


def test_reminders_and_the_game_itself_are_untouched(alice, games):
    pk = games[1]
    before = Game.objects.values().get(pk=pk), Reminder.objects.values().get(game=pk)
    play.snooze(pk, user_id=alice.pk, lasts=3 * DAY, now=NOW)
    play.pin(pk, user_id=alice.pk, pinned=True)
    assert (Game.objects.values().get(pk=pk), Reminder.objects.values().get(game=pk)) == before


def test_refusals(alice, boris, games):
    late = GameFactory(first=alice, second=boris, control=clock.Days(1), now=NOW - 13 * HOUR).pk
    over = GameFactory(first=alice, second=boris).pk
    play.resign(over, side=Side.SECOND)
    lasts = {"lasts": DAY, "now": NOW}
    for act, code in (
        (lambda: play.snooze(late, user_id=alice.pk, **lasts), "too_near"),
        (lambda: play.snooze(games[0], user_id=boris.pk, **lasts), "not_your_turn"),
        (lambda: play.skip(games[0], user_id=boris.pk), "not_your_turn"),
        (lambda: play.skip(over, user_id=alice.pk), "over"),
        (lambda: play.pin(over, user_id=alice.pk, pinned=True), "over"),
    ):
        with pytest.raises(Refusal) as refused:
            act()
        assert refused.value.code == code
