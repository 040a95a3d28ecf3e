"""A form for a new challenge keeps what was filled in when another game is chosen, or after having been logged out."""

from urllib.parse import parse_qs, urlsplit

from django.urls import reverse

from accounts.models import KeptForm
from core.posting import LONGEST_FORM
from games.models import Challenge
from tests.marks import marked

ADDRESS = "/challenges/new/"
FILLED = {
    "audience": "player",
    "opponent": "Boris",
    "side": "second",
    "pace": "reserve",
    "days": "nonsense",
    "reserve_bank": "21",
    "weekends": "on",
    "vacation_days": "9",
    "note": "A <b>slow</b> one?",
    "option_setup": "draume-crown",
    "option_rules": "woag",
    "option_draws": ["repetition"],
}
KEPT = ["audience", "opponent", "side", "pace", "days", "reserve_bank", "weekends", "vacation", "vacation_days", "note"]


def values_of(answer) -> dict:
    """What the fields of the form show."""
    form = answer.context["form"]
    assert not form.is_bound
    return {name: form[name].value() for name in form.fields}


def expect_kept(shown: dict, *, options: bool) -> None:
    filled = {**FILLED, "weekends": True, "vacation": False}
    names = [*KEPT, *(name for name in FILLED if options and name.startswith("option_"))]
    assert {name: shown[name] for name in names} == {name: filled[name] for name in names}


def test_another_game_keeps_what_applies_and_sends_nothing(as_alice):
    answer = as_alice.post(f"{ADDRESS}?ruleset=masters", FILLED | {"switch": "masters"})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "New challenge: Masters" in page
    assert 'role="alert"' not in page
    expect_kept(values_of(answer), options=False)
    assert not Challenge.objects.exists()


def test_back_at_the_first_game_its_own_options_are_the_usual_ones_and_the_rest_is_kept(as_alice):
    there = FILLED | {"switch": "mastery", "option_setup": "none such", "option_rules": "", "option_draws": ["x"]}
    shown = values_of(as_alice.post(f"{ADDRESS}?ruleset=mastery", there))
    expect_kept(shown, options=False)
    assert (shown["option_setup"], shown["option_draws"]) == ("imperial", [])


def test_the_same_game_again_keeps_all_of_it(as_alice):
    expect_kept(values_of(as_alice.post(ADDRESS, FILLED | {"switch": "mastery"})), options=True)


def test_after_a_log_in_the_form_is_filled_in_once_for_a_player_who_was_logged_out(client, alice):
    asked = client.post(f"{ADDRESS}?ruleset=mastery", FILLED | marked(alice))
    page = parse_qs(urlsplit(asked.url).query)["next"][0]
    assert urlsplit(asked.url).path == reverse("account_login")
    assert page == f"{ADDRESS}?ruleset=mastery"
    client.force_login(alice)
    expect_kept(values_of(client.get(page)), options=True)
    assert values_of(client.get(page))["note"] is None
    assert not Challenge.objects.exists()


def test_another_page_does_not_take_it(client, alice):
    client.post(f"{ADDRESS}?ruleset=mastery", FILLED | marked(alice))
    client.force_login(alice)
    assert FILLED["note"] not in client.get("/settings/").content.decode()


def test_a_text_that_is_too_long_is_shown_and_not_kept_and_neither_is_a_secret(client, alice):
    refused = client.post(ADDRESS, FILLED | marked(alice, note="x" * LONGEST_FORM))
    assert refused.status_code == 413
    assert "x" * LONGEST_FORM in refused.content.decode()
    assert not KeptForm.objects.exists()
    secrets = {"csrfmiddlewaretoken": "secret", "password": "secret", "address": "secret@example.org"}
    client.post(ADDRESS, FILLED | marked(alice, **secrets))
    assert "secret" not in KeptForm.objects.get().filled
