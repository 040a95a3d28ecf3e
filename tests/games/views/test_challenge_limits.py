"""The limits that an open challenge sets on who may accept, and a pair of games, as its form takes them."""

import pytest

from computers.starting import find_computer
from engine import registry
from engine.contract import Side
from games import clock, play
from games.models import Challenge
from games.terms import Limits
from tests.factories import ChallengeFactory, GameFactory
from tests.games.views.test_challenge_new import ADDRESS, OPEN
from tests.rows import each_row

pytestmark = pytest.mark.django_db
ENTERED = {
    "rating_within": "200",
    "rating_from": "1400",
    "rating_to": "1600",
    "established_only": "on",
    "on_time_least": "90",
}
LIMITS = Limits(200, 1400, 1600, True, 90)


def limits_of(challenge) -> Limits:
    return Limits(*(getattr(challenge, name) for name in Limits._fields))


@pytest.mark.parametrize(
    ("entered", "stored"),
    [
        ({}, Limits()),
        (ENTERED, LIMITS),
        ({"rating_within": "50"}, Limits(rating_within=50)),
        ({"rating_within": "1000"}, Limits(rating_within=1000)),
        ({"rating_from": "1500", "rating_to": "1500"}, Limits(rating_from=1500, rating_to=1500)),
        ({"rating_to": "1200"}, Limits(rating_to=1200)),
        ({"on_time_least": "70"}, Limits(on_time_least=70)),
        ({"on_time_least": ""}, Limits()),
    ],
)
def test_an_open_challenge_keeps_the_limits_that_were_entered(as_alice, entered, stored):
    assert as_alice.post(ADDRESS, OPEN | entered).status_code == 302
    assert limits_of(Challenge.objects.get()) == stored


@each_row(
    ("entered", "sentence"),
    [
        *(({"rating_within": bad}, "Choose between 50 and 1000 points.") for bad in ("49", "1001", "½", "-1", "far")),
        *(({"rating_from": bad}, "Choose a rating between 100 and 4000.") for bad in ("99", "4001", "1500.5", "high")),
        ({"rating_to": "99999999999999999999"}, "Choose a rating between 100 and 4000."),
        ({"rating_from": "1601", "rating_to": "1600"}, "The lowest rating can’t be above the highest."),
        *(({"on_time_least": bad}, "Choose 70, 80 or 90 %.") for bad in ("75", "100", "0", "most")),
    ],
)
def test_a_limit_that_is_none_is_refused_by_its_field_and_nothing_typed_is_lost(as_alice, entered, sentence):
    answer = as_alice.post(ADDRESS, OPEN | entered | {"note": "a kept word"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert "a kept word" in page
    assert '<details class="more" open>' in page
    if "on_time_least" not in entered:
        assert all(f'value="{value}"' in page for value in entered.values())
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("audience", ["player", "link", "address"])
@pytest.mark.parametrize("entered", [ENTERED, {"rating_within": "nonsense", "on_time_least": "75"}])
def test_what_is_hidden_where_the_challenge_is_for_somebody_limits_nobody(as_alice, boris, audience, entered):
    sent = OPEN | entered | {"audience": audience, "opponent": "Boris", "address": "friend@example.net"}
    assert as_alice.post(ADDRESS, sent).status_code == 302
    assert limits_of(Challenge.objects.get()) == Limits()


@pytest.mark.parametrize("audience", ["anyone", "player", "link", "address"])
def test_a_pair_is_offered_to_any_people_and_no_side_with_it(as_alice, boris, audience):
    sent = {"audience": audience, "opponent": "Boris", "address": "friend@example.net", "pair": "on", "side": "second"}
    assert as_alice.post(ADDRESS, OPEN | sent).status_code == 302
    challenge = Challenge.objects.get()
    assert (challenge.pair, challenge.side) == (True, "random")


def test_a_pair_against_the_computer_is_refused_and_everything_stays(as_alice):
    computer = find_computer(registry.get("mastery"), level="newcomer").user
    sent = {"audience": "player", "opponent": computer.username, "pair": "on", "note": "a kept word"}
    answer = as_alice.post(ADDRESS, OPEN | sent)
    assert answer.status_code == 422
    assert "a kept word" in answer.content.decode()
    assert answer.context["form"]["pair"].value()
    assert not Challenge.objects.exists()


def test_pair_and_limits_are_proposed_the_next_time(as_alice, alice):
    ChallengeFactory(challenger=alice, limits=LIMITS, pair=True)
    form = as_alice.get(ADDRESS).context["form"]
    assert Limits(*(form[name].value() for name in Limits._fields)) == LIMITS
    assert form["pair"].value()
    asked = as_alice.get(ADDRESS, {"opponent": "Boris"}).context["form"]
    assert [asked[name].value() for name in Limits._fields] == [None, None, None, None, None]
    assert asked["pair"].value()


def test_limits_typed_before_another_game_was_chosen_are_there_in_its_form(as_alice):
    form = as_alice.post(f"{ADDRESS}?ruleset=masters", OPEN | ENTERED | {"pair": "on", "switch": "masters"}).context[
        "form"
    ]
    assert [str(form[name].value()) for name in Limits._fields] == ["200", "1400", "1600", "True", "90"]
    assert form["pair"].value()


def test_a_game_of_a_pair_is_offered_again_as_a_pair(as_alice, alice, boris):
    options = {"setup": "imperial", "rules": "ross"}
    one, other = play.start_pair(alice, boris, ruleset_slug="mastery", options=options, control=clock.Days(3))
    single = GameFactory(first=alice, second=boris)
    play.resign(one.pk, side=Side.FIRST)
    for game, pair in ((one, True), (other, True), (single, False)):
        form = as_alice.get(ADDRESS, {"again": game.pk, "opponent": "Boris", "ruleset": "mastery"}).context["form"]
        assert bool(form["pair"].value()) is pair


def test_the_form_says_before_who_seats_the_players_of_a_pair(as_alice):
    assert (
        "The site seats you, once on each side: no dice are thrown."
        in as_alice.get(f"{ADDRESS}?ruleset=master").content.decode()
    )
    assert "Each of you plays each side once." in as_alice.get(f"{ADDRESS}?ruleset=mastery").content.decode()
