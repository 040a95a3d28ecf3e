"""Making a standing challenge, and what refuses it."""

from itertools import product

import pytest

from accounts.conduct import restrictions
from accounts.models import User
from competition.models import StandingChallenge
from competition.standing import keeping
from games import clock
from games.challenges import Terms
from games.challenges.standing import NEVER
from games.models import Challenge
from games.terms import Limits
from tests.competition.standing.conftest import NOON, is_listed, refused
from tests.factories import StandingFactory
from tests.rows import each_row


def test_it_stands_among_the_open_challenges_for_good(stand, alice):
    standing = stand(presets=["days-7", "days-3"], keep=4, rated=True, limits=Limits(rating_within=200))
    challenge = standing.challenge
    assert is_listed(standing)
    assert (challenge.challenger, challenge.audience, challenge.expires_at) == (alice, "anyone", NEVER)
    assert (challenge.stands, challenge.private, challenge.rated, challenge.rating_within) == (True, False, True, 200)
    assert challenge.controls == [clock.Days(7), clock.Days(3)]
    assert (standing.keep, standing.pairs, standing.waiting_since, standing.look_at) == (4, True, NOON, NOON)


def test_a_control_named_twice_stands_once(stand):
    assert stand(presets=["days-3", "days-3"]).challenge.controls == [clock.Days(3)]


def test_an_eleventh_is_refused_until_one_ends(alice, stand):
    made = [stand(ruleset_slug=slug, rated=rated, presets=[preset]) for slug, rated, preset in list_different(10)]
    sentence = "You have 10 standing challenges. End one first."
    assert refused(stand, presets=["bank"]) == ("most_standing", 409, sentence)
    keeping.end(made[3].pk, owner=alice, now=NOON)
    assert stand(presets=["bank"]).pk


def list_different(number):
    different = product(("mastery", "master"), (True, False), ("days-3", "days-7", "reserve"))
    return list(different)[:number]


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        ({}, True),
        ({"presets": ["days-7", "days-3"]}, True),
        ({"side": "first", "weekends": True, "vacation_days": 7, "keep": 5, "pairs": False}, True),
        ({"limits": Limits(established_only=True)}, True),
        ({"presets": ["days-7", "bank"]}, False),
        ({"rated": True}, False),
        ({"ruleset_slug": "master"}, False),
        ({"options": {"setup": "draume-crown"}}, False),
    ],
)
def test_two_are_alike_by_ruleset_options_a_control_in_common_and_rated(stand, other, is_same):
    stand()
    if is_same:
        assert refused(stand, **other) == ("same", 409, "You already have a standing challenge like this.")
        assert (StandingChallenge.objects.count(), Challenge.objects.count()) == (1, 1)
    else:
        assert stand(**other).pk


def test_others_have_theirs_alike(stand, boris):
    assert stand().owner != stand(owner=boris).owner


@pytest.mark.parametrize("keep", [0, 11, -1, 0.5, "two", None, True])
def test_it_keeps_one_to_ten_games(stand, keep):
    assert refused(stand, keep=keep) == ("bad_keep", 422, "Choose between 1 and 10 games.")


@each_row(
    ("terms", "code"),
    [
        ({"presets": []}, "no_control"),
        ({"presets": ["days-4"]}, "unknown_value"),
        ({"presets": ["days-3", "none"]}, "unknown_value"),
        ({"limits": Limits(rating_from=1600, rating_to=1400)}, "from_above_to"),
        ({"limits": Limits(rating_within=49)}, "bad_within"),
        ({"limits": Limits(on_time_least=75)}, "bad_on_time"),
        ({"vacation_days": 61}, "bad_vacation"),
        ({"ruleset_slug": "go"}, "unknown_ruleset"),
        ({"ruleset_slug": "master", "side": "first"}, "no_side"),
        ({"side": "third"}, "unknown_value"),
    ],
)
def test_wrong_terms_make_nothing(stand, terms, code):
    told, status, _ = refused(stand, **terms)
    assert (told, status) == (code, 422)
    assert not StandingChallenge.objects.exists()
    assert not Challenge.objects.exists()


def test_no_control_says_what_to_choose(stand):
    assert refused(stand, presets=[])[2] == "Choose at least one time limit."


@pytest.mark.parametrize(
    ("kind", "rated", "is_refused"),
    [
        ("barred_open", False, True),
        ("barred", False, True),
        ("barred_rated", True, True),
        ("barred_rated", False, False),
        ("muted", True, False),
    ],
)
def test_whoever_is_barred_makes_none(stand, alice, admin, kind, rated, is_refused):
    restrictions.impose(alice, kind, reason="Reason.", by=admin, now=NOON)
    if is_refused:
        assert refused(stand, rated=rated)[:2] == (kind, 403)
    else:
        assert stand(rated=rated).pk


@pytest.mark.parametrize("gone", [{"is_active": False}, {"closing_at": NOON}])
def test_nobody_makes_one_whose_account_is_closed_or_to_be(alice, gone):
    User.objects.filter(pk=alice.pk).update(**gone)
    assert refused(StandingFactory, owner=alice, now=NOON)[1] == 403


def test_forty_changes_a_day(alice, stand):
    standing = stand()
    for _ in range(39):
        keeping.change(standing.pk, owner=alice, terms=Terms("mastery", {}, ["bank"]), keep=1, pairs=True, now=NOON)
    assert refused(keeping.pause, standing.pk, owner=alice, now=NOON)[:2] == ("too_often", 429)
    keeping.end(standing.pk, owner=alice, now=NOON)
    assert not is_listed(standing)
