"""A challenge in four clicks: presets of time, what was chosen last, and the rest under “More options”."""

import re

import pytest

from engine import registry
from games import clock, terms
from games.models import Challenge
from tests.factories import ChallengeFactory
from tests.games.views.test_challenge_new import ADDRESS, OPEN
from tests.rows import each_row

MORE = '<details class="more" open>'


def values_of(answer) -> dict:
    form = answer.context["form"]
    return {name: form[name].value() for name in form.fields}


def fields_in_view(page: str) -> set[str]:
    """Names of the fields that stand outside of “More options”, but for those that belong to a choice."""
    form = page.split('class="challenge-form"', 1)[1].split('<details class="more"', 1)[0]
    return set(re.findall(r'name="(\w+)"', form)) - {"csrfmiddlewaretoken", "writer", "key", "opponent", "address"}


def send_as_shown(client, answer, **changed):
    """Sends the form as a browser would that has changed nothing else."""
    action = re.search(r'<form method="post" action="([^"]*)" class="challenge-form"', answer.content.decode())[1]
    shown = {name: value for name, value in values_of(answer).items() if value not in (None, False)}
    return client.post(action.replace("&amp;", "&"), shown | changed)


@pytest.mark.parametrize(("name", "control"), terms.PRESETS.items())
def test_a_preset_decides_on_the_time_whatever_stands_in_the_fields_of_ones_own(as_alice, name, control):
    sent = OPEN | {"preset": name, "pace": "reserve", "days": "nonsense", "reserve_bank": "999"}
    assert as_alice.post(ADDRESS, sent).status_code == 302
    assert Challenge.objects.get().clock_control == control


def test_ones_own_time_is_what_the_fields_say_and_an_unknown_preset_is_refused(as_alice):
    assert as_alice.post(ADDRESS, OPEN | {"preset": "own", "days": "5"}).status_code == 302
    assert Challenge.objects.get().clock_control == clock.Days(5)
    assert as_alice.post(ADDRESS, OPEN | {"preset": "blitz"}).status_code == 422


def test_game_set_up_opponent_and_time_are_in_view_and_nothing_else_is_open(as_alice):
    page = as_alice.get(ADDRESS).content.decode()
    assert fields_in_view(page) == {"switch", "audience", "option_setup", "preset", "rated"}
    assert page.count('class="thumb"') == len(registry.all_rulesets()) + 2
    assert MORE not in page
    for words in ("3 days per turn", "7 days per turn", "1 day per turn, plus a reserve of 10 days", "bank of 14 days"):
        assert words in page


def test_a_form_that_nobody_touched_offers_three_days_per_turn(as_alice):
    assert send_as_shown(as_alice, as_alice.get(ADDRESS)).status_code == 302
    challenge = Challenge.objects.get()
    assert (challenge.clock_control, challenge.audience, challenge.vacation_days) == (clock.Days(3), "anyone", 14)


@each_row(
    ("changed", "is_open"),
    [
        ({}, False),
        ({"opponent": "Nobody", "audience": "player"}, False),
        ({"note": "x" * 301}, True),
        ({"audience": "player", "note": "Hello"}, True),
        ({"audience": "player", "private": "on"}, True),
        ({"audience": "player", "side": "second"}, True),
        ({"audience": "player", "option_rules": "woag"}, True),
        ({"audience": "player", "option_setup": "draume-crown"}, False),
        ({"audience": "player", "vacation": ""}, True),
        ({"preset": "own", "days": "99"}, True),
        ({"preset": "days-7", "audience": "player", "days": "99"}, False),
        ({"preset": "", "days": "99"}, True),
    ],
)
def test_more_options_open_where_something_in_them_is_at_fault_or_unusual(as_alice, changed, is_open):
    usual = OPEN | {"preset": "days-3", "vacation": "on", "vacation_days": "14"}
    answer = as_alice.post(ADDRESS, {**usual, **(changed or {"audience": "player"})})
    assert answer.status_code == 422
    assert (MORE in answer.content.decode()) is is_open


def test_the_last_choices_are_proposed_the_next_time(as_alice, alice, boris):
    ChallengeFactory(challenger=boris, ruleset_slug="master", side="random", control=clock.Days(7))
    ChallengeFactory(
        challenger=alice,
        audience="link",
        options={"setup": "draume-crown", "rules": "woag"},
        side="second",
        control=clock.Reserve(days=1, bank=10),
        weekends=True,
        private=True,
        note="Only once",
    )
    shown = values_of(as_alice.get(ADDRESS))
    kept = ("audience", "option_setup", "option_rules", "side", "preset", "weekends", "vacation", "private", "note")
    assert [shown[name] for name in kept] == [
        "link", "draume-crown", "woag", "second", "reserve", True, False, True, None,
    ]  # fmt: skip
    elsewhere = values_of(as_alice.get(f"{ADDRESS}?ruleset=masters"))
    assert (elsewhere["preset"], elsewhere["side"], elsewhere["private"]) == ("reserve", "random", True)


def test_the_game_that_was_chosen_last_is_proposed_and_sent_also_if_another_window_chose_since(as_alice, alice):
    ChallengeFactory(challenger=alice, ruleset_slug="masters", control=clock.Days(4))
    page = as_alice.get(ADDRESS)
    assert "New challenge: Masters" in page.content.decode()
    assert (values_of(page)["preset"], values_of(page)["days"]) == ("own", 4)
    ChallengeFactory(challenger=alice, ruleset_slug="master", side="random")
    assert send_as_shown(as_alice, page).status_code == 302
    newest = Challenge.objects.latest("pk")
    assert (newest.ruleset_slug, newest.clock_control) == ("masters", clock.Days(4))


def test_a_challenge_to_a_player_proposes_no_player_again(as_alice, alice, boris, carol):
    ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    assert values_of(as_alice.get(ADDRESS))["audience"] == "anyone"
    named = values_of(as_alice.get(f"{ADDRESS}?opponent=Carol"))
    assert (named["audience"], named["opponent"]) == ("player", "Carol")


@pytest.mark.parametrize("audience", ["link", "anyone"])
def test_the_link_can_be_copied_and_leads_to_the_challenge(as_alice, client, alice, boris, audience):
    challenge = ChallengeFactory(challenger=alice, audience=audience)
    page = as_alice.get(challenge.get_absolute_url()).content.decode()
    link = re.search(r'<input id="link" readonly value="([^"]+)">', page)[1]
    assert 'data-copy="link"' in page
    client.force_login(boris)
    assert "Accept and play" in client.get(link).content.decode()


def test_a_form_is_read_in_the_same_queries_whatever_was_offered(as_alice, alice, django_assert_num_queries):
    as_alice.get(ADDRESS)
    with django_assert_num_queries(4):  # session, user, bell, the last challenge
        as_alice.get(ADDRESS)
    for _ in range(3):
        ChallengeFactory(challenger=alice)
    with django_assert_num_queries(4):
        as_alice.get(ADDRESS)
