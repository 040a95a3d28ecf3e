"""Closed accounts: their current rating goes, their entries stay, and their opponents are rated rightly."""

import pytest
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import PlayerRating, RatingEntry
from tests.games.rating.conftest import (
    DAY,
    FIRST,
    HOUR,
    REASON,
    SECOND,
    begin,
    lose_on_time,
    on_day,
    rating_of,
    state,
    why,
    win,
)


def close(user) -> None:
    """What closing an account does to ratings."""
    User.objects.filter(pk=user.pk).update(closed_at=timezone.now(), last_visit_at=None)
    PlayerRating.objects.filter(user=user).delete()


def settle_both_ways(alice, boris, carol, *, closed: bool) -> tuple[list[tuple], list]:
    win(boris, carol, at=on_day(1))
    running = [begin(alice, boris, now=on_day(2)) for _ in range(2)]
    if closed:
        close(boris)
    for number, game in enumerate(running):
        play.resign(game.pk, side=SECOND, now=on_day(3 + number))
    columns = ("opponent_rating", "opponent_deviation", "rating", "deviation", "volatility", "weeks", "why")
    return list(RatingEntry.objects.order_by("game", "user").values_list(*columns)), running


def test_running_games_that_end_later_are_rated_as_if_it_were_open(alice, boris, carol, django_db_blocker):
    open_rows, running = settle_both_ways(alice, boris, carol, closed=False)
    for model in (RatingEntry, PlayerRating):
        model.objects.all().delete()
    closed_rows, _ = settle_both_ways(alice, boris, carol, closed=True)
    assert closed_rows == open_rows
    assert not PlayerRating.objects.filter(user=boris).exists()
    assert rating_of(alice).games == len(running)


def test_a_correction_changes_the_opponent_and_what_is_told_of_the_games(alice, boris, mira):
    game, later = win(boris, alice, at=on_day(1)), win(boris, alice, at=on_day(2))
    close(boris)
    before = state()
    play.void(game.pk, staff=mira, reason=REASON, now=on_day(3))
    assert not PlayerRating.objects.filter(user=boris).exists()
    assert RatingEntry.objects.get(game=later, user=boris).before_rating == 1500
    assert rating_of(alice).games == 1
    how = {"winner": FIRST, "termination": "resignation", "left": {}}
    play.restore_result(game.pk, **how, staff=mira, reason=REASON, now=on_day(4))
    assert state() == before


def test_the_last_loss_on_time_is_known_from_the_entries(alice, boris, carol):
    first = lose_on_time(alice, boris, at=on_day(20))
    running = begin(alice, carol, now=on_day(20))
    close(alice)
    assert play.run_out(running.pk, now=on_day(40))
    assert [why(first), why(running)] == ["", "serial"]
    assert not PlayerRating.objects.filter(user=alice).exists()


@pytest.mark.parametrize("counts", [True, False])
def test_a_rating_that_is_missing_without_reason_is_made_again(alice, boris, mira, counts):
    win(alice, boris, at=on_day(1))
    before = rating_of(alice).value
    PlayerRating.objects.filter(user=alice).delete()
    game = begin(alice, boris, now=on_day(2) - DAY)
    PlayerRating.objects.filter(user=alice).delete()
    if counts:
        play.resign(game.pk, side=FIRST, now=on_day(2) + HOUR)
        assert rating_of(alice).games == 2
    else:
        play.void(game.pk, staff=mira, reason=REASON, now=on_day(2) + HOUR)
        assert (rating_of(alice).value, rating_of(alice).games) == (before, 1)
