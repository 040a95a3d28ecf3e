"""A win claimed from a silent player, in a game without a time limit: when it may be, and what ends the claim."""

from datetime import timedelta
from functools import partial

import pytest

from accounts.conduct import restrictions
from accounts.models import User
from accounts.time_off import vacation
from core.refusal import Refusal
from engine.contract import Side
from games import clock, play
from games.models import Game, Outage
from notifications.models import Notice
from tests.factories import GameFactory, give_vacation, play_turns
from tests.games.play.conftest import NOON, log_of
from tests.games.play.offers.test_offers import refused
from tests.together import run_together

DARK, LIGHT = Side.FIRST, Side.SECOND
DAY = timedelta(days=1)
LATER = NOON + 30 * DAY


@pytest.fixture
def game(alice, boris):
    """It is Alice's turn since NOON, when she was last here."""
    User.objects.update(last_visit_at=NOON)
    return GameFactory(first=alice, second=boris, control=clock.Unlimited(), now=NOON)


def claim(game_id, side=LIGHT, *, now=LATER):
    play.claim_win(game_id, side=side, now=now)


def test_after_thirty_days_it_may_be_claimed_and_a_turn_within_seven_ends_the_claim(game):
    assert refused(claim, game, LIGHT, now=LATER - timedelta(seconds=1)) == "not_silent"
    claim(game.pk)
    game.refresh_from_db()
    assert game.deadline_at == LATER + 7 * DAY
    assert log_of(game) == [("claimed", LATER + 7 * DAY)]
    assert refused(claim, game, LIGHT) == "claimed_already"
    play_turns(game, "Md1-c1", now=LATER + 6 * DAY)
    assert (game.deadline_at, game.is_over) == (None, False)
    assert refused(claim, game, LIGHT, now=LATER + 99 * DAY) == "own_turn"


def test_without_a_turn_the_game_is_lost_and_not_before(game):
    claim(game.pk)
    assert not play.run_out(game.pk, now=LATER + 7 * DAY)
    assert play.run_out(game.pk, now=LATER + 7 * DAY + clock.GRACE + DAY)
    game.refresh_from_db()
    assert (game.winner, game.termination) == (LIGHT, "time")


def test_the_silent_player_is_told_and_nobody_else(game, alice):
    claim(game.pk)
    told = Notice.objects.filter(kind="win_claimed")
    assert set(told.values_list("recipient", flat=True)) == {alice.pk}


def test_a_visit_or_a_turn_begins_the_thirty_days_anew(game, alice):
    User.objects.filter(pk=alice.pk).update(last_visit_at=NOON + 10 * DAY)
    assert refused(claim, game, LIGHT, now=NOON + 39 * DAY) == "not_silent"
    play_turns(game, "Md1-c1", "Mc8-b8", now=NOON + 12 * DAY)
    assert refused(claim, game, LIGHT, now=NOON + 41 * DAY) == "not_silent"
    claim(game.pk, now=NOON + 42 * DAY)


def test_vacation_that_was_set_and_outages_are_no_silence(game, alice):
    give_vacation(alice, days=10, now=NOON)
    vacation.book(alice, from_at=NOON + 5 * DAY, until_at=NOON + 10 * DAY, now=NOON)
    Outage.objects.create(kind="site", from_at=NOON + 20 * DAY, until_at=NOON + 22 * DAY, found_at=NOON + 22 * DAY)
    assert refused(claim, game, LIGHT, now=NOON + 36.9 * DAY) == "not_silent"
    claim(game.pk, now=NOON + 37 * DAY)


@pytest.mark.parametrize("control", [clock.Days(3), clock.Reserve(1, 60)])
def test_where_turns_have_a_deadline_there_is_nothing_to_claim(alice, boris, control):
    game = GameFactory(first=alice, second=boris, control=control, now=NOON)
    assert refused(claim, game, LIGHT, now=NOON + DAY) == "no_claim"


def test_a_game_from_before_this_was_agreed_on_is_not_claimed(game):
    Game.objects.filter(pk=game.pk).update(silence_days=0)
    assert refused(claim, game, LIGHT) == "no_claim"


def test_a_suspended_player_claims_nothing_and_the_silent_player_cannot_claim_it(game, boris, admin):
    assert refused(claim, game, DARK) == "own_turn"
    restrictions.impose(boris, restrictions.Kind.SUSPENDED, reason="Conduct", by=admin, games="lost", now=NOON)
    assert refused(claim, game, LIGHT) == "suspended"


def test_players_may_agree_on_more_time_while_it_is_claimed(game):
    claim(game.pk)
    play.offers.propose(game.pk, "more_time", side=DARK, days=3, now=LATER)
    play.offers.accept(game.pk, "more_time", side=LIGHT, now=LATER)
    game.refresh_from_db()
    assert game.deadline_at == LATER + 10 * DAY


def test_the_page_offers_it_and_tells_the_silent_one(client, alice, boris, time_machine):
    game = GameFactory(first=alice, second=boris, control=clock.Unlimited(), now=NOON)
    User.objects.update(last_visit_at=NOON)
    time_machine.move_to(LATER + DAY, tick=False)
    client.force_login(boris)
    assert "Claim the win" in client.get(game.get_absolute_url()).content.decode()
    assert client.post(f"{game.get_absolute_url()}claim/").status_code == 302
    assert "The win is claimed." in client.get(game.get_absolute_url()).content.decode()
    client.force_login(alice)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Your opponent has claimed the win, since" in page
    assert 'data-news="Your opponent has claimed the win: play in time to go on."' in page, "beside the board as well"


@pytest.mark.django_db(transaction=True)
def test_a_claim_at_the_moment_of_a_move_leaves_no_claim_on_the_player_who_moved():
    for _ in range(4):
        game = GameFactory(control=clock.Unlimited(), now=NOON)
        turn = partial(
            play.play_move, game.pk, side=DARK, expected_revision=1, expected_ply=0, text="Md1-c1", now=LATER
        )
        played, claimed = run_together([turn, partial(claim, game.pk)])
        assert not isinstance(played, Refusal)
        assert claimed is None or claimed.code == "own_turn"
        assert Game.objects.get(pk=game.pk).deadline_at is None
