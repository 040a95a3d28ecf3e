"""Somebody accepts a standing challenge: a game starts, it stays, and what keeps them from it is told."""

import pytest

from accounts.conduct import blocks, restrictions
from accounts.limiting.limits import DAY
from accounts.models import User
from accounts.time_off import vacation
from competition import events
from competition.models import StandingChallenge, StandingGame
from competition.standing import keeping
from competition.standing.room import MOST_RUNNING
from games import challenges, clock, play
from games.models import Game, Seat
from games.terms import Limits
from tests.competition.standing.conftest import NOON, is_listed, refused, see
from tests.factories import ChallengeFactory, GameFactory, UserFactory, give_vacation, prove

LATER = NOON + DAY
NO_ROOM = ("no_room", 409, "Alice has no room for another game just now.")


def accept(standing, user, *, now=LATER, **more) -> Game:
    return challenges.accept(standing.challenge_id, user=user, now=now, **more)


@pytest.fixture
def found():
    heard = []

    def receive(game_id, user_ids, **_):
        heard.append((game_id, user_ids))

    events.game_found.connect(receive)
    yield heard
    events.game_found.disconnect(receive)


def test_a_game_starts_on_its_terms_and_its_owner_is_told(stand, alice, boris, found):
    standing = stand(presets=["days-3", "bank"], side="second", vacation_days=7, rated=True, keep=2)
    prove(alice, now=NOON)
    game = accept(standing, boris, control=1)
    assert [seat.user for seat in game.seats.order_by("side")] == [boris, alice]
    assert (game.clock_control, game.vacation_days) == (clock.Bank(start=14, increment=1, cap=28), 7)
    assert (game.rated, game.private, game.arranged, game.started_at) == (True, False, "standing", LATER)
    assert found == [(game.pk, [alice.pk])]
    standing.refresh_from_db()
    assert (standing.waiting_since, standing.look_at, standing.challenge.status) == (LATER, LATER, "pending")
    started = StandingGame.objects.get(game=game)
    assert (started.standing, started.other_standing, started.one, started.other) == (standing, None, alice, boris)
    assert started.running


def test_the_same_player_may_accept_it_again(stand, boris):
    standing = stand(keep=2)
    prove(standing.owner, boris, now=NOON)
    assert accept(standing, boris) != accept(standing, boris)
    assert standing.challenge.games.count() == 2


def test_without_room_nobody_starts_another_until_a_game_is_over(stand, alice, boris, carol):
    standing = stand()
    game = accept(standing, boris)
    assert refused(accept, standing, carol) == NO_ROOM
    play.resign(game.pk, side=Seat.objects.get(game=game, user=boris).side, expected_revision=1, now=LATER)
    assert accept(standing, carol).pk
    assert Game.objects.active().count() == 1


def test_ones_own_is_not_for_oneself(stand, alice):
    assert refused(accept, stand(), alice) == ("own", 409, "This is your own standing challenge.")


@pytest.mark.parametrize(
    "leave",
    [
        lambda alice, standing: keeping.pause(standing.pk, owner=alice, now=NOON),
        lambda alice, standing: vacation.book(
            give_vacation(alice, days=9, now=NOON), from_at=NOON, until_at=LATER + DAY, now=NOON
        ),
        lambda alice, standing: see(alice, LATER - 14 * DAY),
    ],
)
def test_while_it_is_paused_nobody_starts_a_game(stand, alice, boris, leave):
    """Also where the minute’s round has not looked yet."""
    standing = stand()
    leave(alice, standing)
    StandingChallenge.objects.filter(paused="unseen").update(paused="")
    assert refused(accept, standing, boris) == NO_ROOM


def test_ended_it_was_withdrawn(stand, alice, boris):
    standing = stand()
    keeping.end(standing.pk, owner=alice, now=NOON)
    assert refused(accept, standing, boris)[0] == "withdrawn"


def fill(user, number):
    """So many running games of a player come from standing challenges of others."""
    others = UserFactory.create_batch(2)
    games = [GameFactory(first=others[0], second=others[1], now=NOON) for _ in range(number)]
    StandingGame.objects.bulk_create(StandingGame(game=game, one=others[0], other=user) for game in games)


def test_whoever_accepts_plays_at_most_thirty_such_games(stand, boris):
    standing = stand(keep=2)
    prove(standing.owner, boris, now=NOON)
    fill(boris, MOST_RUNNING - 1)
    assert accept(standing, boris).pk
    sentence = "30 of your running games come from standing challenges: that’s the most."
    assert refused(accept, standing, boris) == ("most_running", 409, sentence)


def test_whoever_owns_it_has_no_room_beyond_thirty_such_games(stand, alice, boris, carol):
    standing = stand(keep=10)
    prove(alice, now=NOON)
    fill(alice, MOST_RUNNING - 1)
    accept(standing, boris)
    assert not is_listed(standing, now=LATER)
    assert refused(accept, standing, carol) == NO_ROOM


def test_whoever_accepts_loses_room_in_their_own(stand, boris):
    theirs, standing = stand(owner=boris, keep=10), stand()
    prove(boris, now=NOON)
    fill(boris, MOST_RUNNING - 1)
    assert is_listed(theirs)
    accept(standing, boris)
    assert not is_listed(theirs, now=LATER)


def test_a_block_a_restriction_or_a_limit_keeps_from_it_as_from_any_challenge(stand, alice, boris, carol, admin):
    standing = stand(rated=True, limits=Limits(rating_from=1600))
    assert refused(accept, standing, boris)[:2] == ("rating_limit", 403)
    restrictions.impose(carol, "barred_rated", reason="Reason.", by=admin, now=NOON)
    keeping.change(standing.pk, owner=alice, terms=terms_of(standing), keep=1, pairs=True, now=NOON)
    assert refused(accept, standing, carol)[:2] == ("barred_rated", 403)
    blocks.make(alice, boris, mute=False, now=NOON)
    assert refused(accept, standing, boris)[:2] == ("blocked", 403)
    assert not Game.objects.exists()


def terms_of(standing):
    return challenges.Terms(standing.challenge.ruleset_slug, standing.challenge.options, ["days-3"], rated=True)


def test_a_rated_one_counts_for_the_twelve_in_90_days(stand, alice, boris):
    standing = stand(rated=True, keep=10)
    for _ in range(12):
        accept(standing, boris)
        StandingGame.objects.update(running=False)
    assert refused(accept, standing, boris)[0] == "many_rated"


@pytest.mark.parametrize("control", [-1, 2, 99])
def test_a_control_that_it_does_not_offer_starts_nothing(stand, boris, control):
    assert refused(accept, stand(presets=["days-3", "bank"]), boris, control=control)[:2] == ("unknown_value", 422)


def test_another_challenge_asks_one_query_more(alice, boris, django_assert_max_num_queries):
    """Whether it is a standing one, as it is accepted and once it is."""
    challenge = ChallengeFactory(challenger=alice, now=NOON)
    with django_assert_max_num_queries(40) as asked:
        challenges.accept(challenge.pk, user=boris, now=LATER)
    assert sum("competition_" in each["sql"] for each in asked.captured_queries) == 2
    assert User.objects.count() == 2
