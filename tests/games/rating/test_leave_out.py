"""The winner of a game that was lost on time may leave it out of the ratings, within seven days, three times in 90."""

from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.urls import reverse

from engine.contract import Side
from games import play
from games.models import Game, PlayerRating, RatingEntry
from notifications.models import Notice
from tests.factories import GameFactory, play_turns
from tests.games.challenges.conftest import NOON
from tests.games.rating.test_offered import refuse
from tests.together import run_together

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
ENDED = NOON + 4 * DAY


def lose_on_time(winner, loser, *, started=NOON, **terms) -> Game:
    """Mastery, three days a turn; `loser` plays first and does not play again."""
    game = GameFactory(first=loser, second=winner, now=started, **{"rated": True, **terms})
    play_turns(game, "Md1-c1", "Me8-f8", now=started)
    assert play.run_out(game.pk, now=started + 4 * DAY)
    game.refresh_from_db()
    return game


def find_why(game) -> set[str]:
    return set(RatingEntry.objects.filter(game=game).values_list("why", flat=True))


def test_it_then_counts_for_neither(alice, boris):
    game = lose_on_time(alice, boris)
    assert find_why(game) == {""}
    play.leave_out(game.pk, user=alice, now=ENDED + 7 * DAY)
    assert find_why(game) == {"declined"}
    assert set(PlayerRating.objects.values_list("rating", "deviation", "games")) == {(1500.0, 350.0, 0)}


def end_otherwise(winner, loser) -> Game:
    game = GameFactory(first=loser, second=winner, now=NOON, rated=True)
    play_turns(game, "Md1-c1", "Me8-f8", now=NOON)
    play.resign(game.pk, side=Side.FIRST, now=NOON)
    return game


CASES = {
    "running": (lambda a, b: GameFactory(first=b, second=a, rated=True, now=NOON), NOON, "not_over"),
    "lost": (lambda a, b: lose_on_time(b, a), ENDED, "not_won_on_time"),
    "won otherwise": (end_otherwise, NOON, "not_won_on_time"),
    "old": (lose_on_time, ENDED + 7 * DAY + timedelta(seconds=1), "too_late_to_leave_out"),
    "unrated": (lambda a, b: lose_on_time(a, b, rated=False), ENDED, "not_rated"),
}


@pytest.mark.parametrize("case", CASES)
def test_only_a_game_won_on_time_lately_can_be_left_out(alice, boris, case):
    make, at, code = CASES[case]
    game = make(alice, boris)
    refusal = refuse(play.leave_out, game.pk, user=alice, now=at)
    assert (refusal.code, refusal.status) == (code, 409)
    assert "declined" not in find_why(game)


def test_it_is_for_good_and_once(alice, boris):
    game = lose_on_time(alice, boris)
    play.leave_out(game.pk, user=alice, now=ENDED)
    assert refuse(play.leave_out, game.pk, user=alice, now=ENDED).code == "not_counting"


def test_others_find_no_such_game(alice, boris, carol):
    game = lose_on_time(alice, boris)
    with pytest.raises(Game.DoesNotExist):
        play.leave_out(game.pk, user=carol, now=ENDED)


def test_three_in_ninety_days(alice, boris):
    games = [lose_on_time(alice, boris, started=NOON + n * 10 * DAY) for n in range(5)]
    lefts = [game.ended_at for game in games]
    assert {why for game in games for why in find_why(game)} == {""}
    for game, at in zip(games[:3], lefts, strict=False):
        play.leave_out(game.pk, user=alice, now=at)
    refusal = refuse(play.leave_out, games[3].pk, user=alice, now=lefts[3])
    assert (refusal.code, refusal.again_at) == ("many_left_out", lefts[0] + 90 * DAY)
    assert "You can again from" in refusal.sentence


def test_the_other_player_is_told_of_the_correction(alice, boris):
    game = lose_on_time(alice, boris)
    play.leave_out(game.pk, user=alice, now=ENDED)
    [told] = Notice.objects.filter(kind="rating_corrected", channel="email")
    assert (told.recipient, told.payload["cause"]) == (boris, "left_out")
    assert (told.payload["before"], told.payload["after"]) == (1338, 1500)


def test_the_page_offers_it_to_the_winner_alone(client, alice, boris, carol):
    game = lose_on_time(alice, boris)
    address = reverse("leave_out", args=[game.pk])
    with time_machine.travel(ENDED + DAY, tick=False):
        shown = {}
        for reader in (alice, boris, carol):
            client.force_login(reader)
            shown[reader.username] = address in client.get(game.get_absolute_url()).content.decode()
        assert shown == {"Alice": True, "Boris": False, "Carol": False}
        client.force_login(carol)
        assert client.post(address).status_code == 403
        client.force_login(boris)
        assert client.post(address).status_code == 409
        client.force_login(alice)
        page = client.post(address, follow=True).content.decode()
    assert "This game doesn’t count for ratings now, for either of you." in page
    assert "Not rated: Alice left this game out of the ratings." in page


@pytest.mark.django_db(transaction=True)
def test_four_at_once_are_three(alice, boris):
    games = [lose_on_time(alice, boris, started=NOON + n * 10 * DAY) for n in range(4)]
    at = games[-1].ended_at
    Game.objects.filter(pk__in=[game.pk for game in games]).update(ended_at=at)
    RatingEntry.objects.update(ended_at=at)

    run_together([partial(play.leave_out, game.pk, user=alice, now=at) for game in games])
    assert RatingEntry.objects.filter(why="declined").count() == 2 * 3
