"""Sending a challenge from its form."""

import re

import pytest
from django.urls import reverse

from engine.contract import Side
from games import clock, play
from games.models import Challenge
from tests.factories import GameFactory
from tests.rows import each_row

ADDRESS = "/challenges/new/"
OPEN = {
    "audience": "anyone",
    "side": "random",
    "pace": "days",
    "days": "3",
    "option_setup": "imperial",
    "option_rules": "ross",
}


def test_a_visitor_is_asked_to_log_in_and_comes_back(client):
    response = client.get(ADDRESS)
    assert response.url == f"{reverse('account_login')}?next={ADDRESS}"


@pytest.mark.parametrize(
    ("changed", "stored"),
    [
        ({}, {"audience": "anyone", "control": {"kind": "days", "days": 3}, "private": False}),
        ({"days": "30"}, {"control": {"kind": "days", "days": 30}}),
        (
            {"pace": "bank", "bank_start": "3", "bank_increment": "1", "bank_cap": "7"},
            {"control": {"kind": "bank", "start": 3, "increment": 1, "cap": 7}},
        ),
        (
            {"pace": "reserve", "days": "2", "reserve_bank": "7"},
            {"control": {"kind": "reserve", "days": 2, "bank": 7}},
        ),
        ({"pace": "none", "days": "nonsense"}, {"control": {"kind": "none"}}),
        ({}, {"weekends": False, "vacation_days": 0}),
        ({"weekends": "on", "vacation": "on", "vacation_days": "60"}, {"weekends": True, "vacation_days": 60}),
        ({"vacation_days": "nonsense"}, {"vacation_days": 0}),
        (
            {"pace": "none", "weekends": "on", "vacation": "on", "vacation_days": ""},
            {"control": {"kind": "none"}, "weekends": False, "vacation_days": 0},
        ),
        ({"private": "on", "side": "second"}, {"private": True, "side": "second"}),
        (
            {"option_setup": "draume-crown", "option_rules": "woag", "option_draws": ["repetition"]},
            {"options": {"setup": "draume-crown", "rules": "woag", "draws": ["repetition"]}},
        ),
        ({"audience": "link"}, {"audience": "link"}),
        ({"audience": "address", "address": "friend@example.net"}, {"address": "friend@example.net"}),
        ({"note": "Shall we? <b>🎲</b>"}, {"note": "Shall we? <b>🎲</b>"}),
    ],
)
def test_the_challenge_offers_what_was_chosen(client, alice, changed, stored):
    client.force_login(alice)
    response = client.post(ADDRESS, OPEN | changed)
    challenge = Challenge.objects.get()
    assert response.url == challenge.get_absolute_url()
    assert {name: getattr(challenge, name) for name in stored} == stored
    assert challenge.challenger == alice


def test_a_player_is_challenged_by_name_in_any_case(client, alice, boris):
    client.force_login(alice)
    client.post(ADDRESS, OPEN | {"audience": "player", "opponent": "bORIS"})
    assert Challenge.objects.get().opponent == boris


@each_row(
    ("changed", "sentence"),
    [
        ({"audience": "player", "opponent": "Nobody"}, "No player is called “Nobody”."),
        ({"audience": "player", "opponent": ""}, "Who would you like to play?"),
        ({"audience": "player", "opponent": "Alice"}, "yourself"),
        ({"audience": "address", "address": ""}, "Where should we send the invitation?"),
        ({"audience": "address", "address": "no address"}, "valid email address"),
        ({"audience": "everyone"}, "Please choose one of the options."),
        ({"days": "31"}, "Choose between 1 and 30 days."),
        ({"days": "0"}, "Choose between 1 and 30 days."),
        ({"days": ""}, "How many days?"),
        ({"days": "three"}, "Choose between 1 and 30 days."),
        ({"pace": "bank", "bank_start": "9", "bank_increment": "1", "bank_cap": "7"}, "Choose a maximum"),
        ({"pace": "reserve", "days": "31", "reserve_bank": "7"}, "Choose between 1 and 30 days."),
        ({"pace": "reserve", "reserve_bank": ""}, "How many days?"),
        ({"pace": "reserve", "reserve_bank": "61"}, "Choose between 1 and 60 days."),
        ({"vacation": "on", "vacation_days": ""}, "How many days?"),
        ({"vacation": "on", "vacation_days": "0"}, "Choose between 1 and 60 days."),
        ({"vacation": "on", "vacation_days": "61"}, "Choose between 1 and 60 days."),
        ({"pace": "blitz"}, "Please choose one of the options."),
        ({"option_setup": "chess"}, "Please choose one of the options."),
        ({"option_draws": ["stalemate"]}, "Please choose one of the options."),
        ({"side": "third"}, "Please choose one of the options."),
        ({"note": "x" * 301}, "Use up to 300 characters"),
        ({"note": "kept\x00"}, "This has a character that can’t be kept"),
    ],
)
def test_an_impossible_challenge_is_refused_by_the_field_and_nothing_typed_is_lost(client, alice, changed, sentence):
    client.force_login(alice)
    response = client.post(ADDRESS, {"note": "a kept word"} | OPEN | changed)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    if "note" not in changed:
        assert "a kept word" in response.content.decode()
    assert not Challenge.objects.exists()


def test_the_opponent_of_the_address_is_filled_in(client, alice, boris):
    client.force_login(alice)
    assert 'value="Boris"' in client.get(ADDRESS + "?opponent=Boris").content.decode()


def test_an_unknown_game_in_the_address_falls_back(client, alice):
    client.force_login(alice)
    assert "Mastery" in client.get(ADDRESS + "?ruleset=../../etc").content.decode()


def test_fourteen_days_of_vacation_are_proposed_and_my_own_weekend_is_named(client, alice):
    client.force_login(alice)
    page = client.get(ADDRESS)
    form = page.context["form"]
    assert (form["vacation"].value(), form["vacation_days"].value(), form["weekends"].value()) == (True, 14, None)
    assert "Yours: Saturday and Sunday." in page.content.decode()


AGAIN = [
    (clock.Days(5), False, 0),
    (clock.Days(2), True, 9),
    (clock.Reserve(days=2, bank=6), True, 0),
    (clock.Bank(start=4, increment=2, cap=9), False, 14),
    (clock.Unlimited(), False, 0),
]


@pytest.mark.parametrize(("control", "weekends", "vacation_days"), AGAIN)
def test_a_game_is_offered_again_on_its_own_terms_with_the_sides_changed(
    client, alice, boris, control, weekends, vacation_days
):
    options = {"setup": "draume-crown", "rules": "woag", "draws": ["repetition"]}
    time = {"control": control, "weekends": weekends, "vacation_days": vacation_days}
    game = GameFactory(first=alice, second=boris, options=options, private=True, **time)
    play.resign(game.pk, side=Side.SECOND)
    client.force_login(alice)
    page = client.get(game.get_absolute_url()).content.decode()
    address = re.search(r'href="(/challenges/new/[^"]*)"', page)[1].replace("&amp;", "&")
    form = client.get(address).context["form"]
    client.post(address, {bound.html_name: bound.value() for bound in form if bound.value() not in (None, False)})
    challenge = Challenge.objects.get()
    assert (challenge.opponent, challenge.side, challenge.private) == (boris, "second", True)
    assert (challenge.options, challenge.clock_control) == (options, control)
    assert (challenge.weekends, challenge.vacation_days) == (weekends, vacation_days)


@pytest.mark.parametrize("again", ["0", "x", "9" * 30, "theirs"])
def test_the_terms_of_others_and_of_no_game_prefill_nothing(client, alice, boris, carol, again):
    theirs = GameFactory(first=boris, second=carol, control=clock.Days(9), private=True)
    client.force_login(alice)
    page = client.get(ADDRESS, {"again": theirs.pk if again == "theirs" else again})
    assert page.context["form"]["days"].value() == 3


def test_the_terms_of_a_public_game_are_filled_in_for_a_challenge_like_it(client, alice, boris, carol):
    terms = {"control": clock.Days(9), "options": {"setup": "draume-crown"}, "vacation_days": 5, "weekends": True}
    for private, days in ((False, 9), (True, 3)):
        like = GameFactory(first=boris, second=carol, private=private, **terms)
        client.force_login(alice)
        asked = {"opponent": "Boris", "ruleset": "mastery", "like": like.pk}
        form = client.get(ADDRESS, asked).context["form"]
        assert (form["days"].value(), form["opponent"].value(), form["side"].value()) == (days, "Boris", "random")
        assert (form["option_setup"].value() == "draume-crown", bool(form["weekends"].value())) == (days == 9,) * 2
    for other in ({"ruleset": "masters", "like": like.pk}, {"like": "x"}, {"like": "9" * 30}):
        assert client.get(ADDRESS, other).context["form"]["days"].value() == 3
