"""Who may see and do what."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404

from engine.contract import Side
from games import access, challenges
from tests.factories import ChallengeFactory, GameFactory

NOBODY = AnonymousUser()


def may_see(get, user, pk) -> bool:
    try:
        return get(user, pk).pk == pk
    except Http404:
        return False


@pytest.fixture(params=[False, True], ids=["public", "private"])
def game(request, alice, boris):
    return GameFactory(first=alice, second=boris, private=request.param)


def test_a_game_is_seen_by_its_players_and_unless_private_by_anyone(game, alice, boris, carol):
    assert may_see(access.get_game, alice, game.pk)
    assert may_see(access.get_game, boris, game.pk)
    assert may_see(access.get_game, carol, game.pk) is not game.private
    assert may_see(access.get_game, NOBODY, game.pk) is not game.private


def test_a_game_that_never_was_looks_like_a_private_one(alice):
    assert not may_see(access.get_game, alice, 4711)


def test_only_its_players_have_a_seat(game, alice, boris, carol):
    assert access.seat_of(alice, game).side == access.require_seat(alice, game.pk).side == Side.FIRST
    assert access.seat_of(boris, game).side == access.require_seat(boris, game.pk).side == Side.SECOND
    for user in (carol, NOBODY):
        assert access.seat_of(user, game) is None
        with pytest.raises(Http404 if game.private else PermissionDenied):
            access.require_seat(user, game.pk)


def test_a_number_no_game_can_have_is_not_found(alice):
    for find in (access.get_game, access.require_seat):
        with pytest.raises(Http404):
            find(alice, 10**30)


def test_a_game_and_its_players_cost_one_query(alice, boris, django_assert_num_queries):
    pk = GameFactory(first=alice, second=boris).pk
    with django_assert_num_queries(1):
        game = access.get_game(alice, pk)
        assert access.seat_of(alice, game).user == alice
        assert [seat.user for seat in game.seats.all()] == [alice, boris]
        assert all(seat.game is game for seat in game.seats.all())


@pytest.mark.parametrize(
    ("audience", "seen_by"),
    [
        ("anyone", {"alice", "boris", "carol", "nobody"}),
        ("player", {"alice", "boris"}),
        ("address", {"alice", "boris"}),
        ("link", {"alice"}),
    ],
)
def test_a_challenge_is_seen_by_whom_it_is_for(alice, boris, carol, audience, seen_by):
    """The address of the third is Boris's; the link has reached nobody yet."""
    challenge = ChallengeFactory(challenger=alice, audience=audience, opponent=boris, address=boris.email)
    users = {"alice": alice, "boris": boris, "carol": carol, "nobody": NOBODY}
    assert {name for name, user in users.items() if may_see(access.get_challenge, user, challenge.pk)} == seen_by


def test_a_challenge_that_another_has_just_taken_is_still_found_so_that_one_can_be_told(alice, boris, carol):
    challenge = ChallengeFactory(challenger=alice)
    challenges.accept(challenge.pk, user=boris)
    assert may_see(access.get_challenge, carol, challenge.pk)


@pytest.mark.parametrize("audience", ["link", "address"])
def test_an_invitation_is_found_by_its_secret(alice, audience):
    challenge = ChallengeFactory(challenger=alice, audience=audience, address="dora@example.org")
    assert access.get_invitation(challenge.token) == challenge


@pytest.mark.parametrize("audience", ["anyone", "player"])
def test_other_challenges_have_no_secret_way_in(alice, boris, audience):
    challenge = ChallengeFactory(challenger=alice, audience=audience, opponent=boris)
    with pytest.raises(Http404):
        access.get_invitation(challenge.token)


@pytest.mark.parametrize("token", ["", "guess", "x" * 5000, "\x00"])
def test_a_guessed_secret_finds_nothing(alice, token):
    ChallengeFactory(challenger=alice, audience="link")
    with pytest.raises(Http404):
        access.get_invitation(token)
