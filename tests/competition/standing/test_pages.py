"""The pages of one's own standing challenges."""

import re
from contextlib import suppress

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.limiting.spending import spend
from competition import forms
from competition.models import StandingChallenge
from competition.standing import keeping
from core.refusal import Refusal
from games import challenges, clock
from games.models import Challenge
from games.terms import Limits
from tests.competition.standing.conftest import shown
from tests.factories import StandingFactory
from tests.rows import each_row

GIVEN = {"keep": "2", "presets": ["days-3", "bank"], "rated": "on", "pairs": "on", "side": "random"}
GIVEN |= {"vacation": "on", "vacation_days": "10", "option_setup": "imperial", "option_rules": "ross"}
NEW = reverse("standing_new")


@pytest.fixture
def standing(alice):
    return StandingFactory(owner=alice, keep=3)


def version_on(page) -> str:
    return re.search(r'name="version" value="(\w+)"', page.content.decode())[1]


def test_it_is_made_as_the_form_says(logged_in, alice):
    given = {**GIVEN, "favourite": "bank", "rating_from": "1400", "rating_to": "1600", "on_time_least": "80"}
    answer = logged_in.post(f"{NEW}?ruleset=mastery", {**given, "established_only": "on", "weekends": "on"})
    assert (answer.status_code, answer.url) == (302, "/standing/")
    standing = StandingChallenge.objects.get(owner=alice)
    challenge = standing.challenge
    assert (standing.keep, standing.pairs, challenge.rated, challenge.side) == (2, True, True, "random")
    assert challenge.controls == [clock.Bank(start=14, increment=1, cap=28), clock.Days(3)]
    assert (challenge.weekends, challenge.vacation_days) == (True, 10)
    limits = (challenge.rating_from, challenge.rating_to, challenge.established_only, challenge.on_time_least)
    assert limits == (1400, 1600, True, 80)


@each_row(
    ("wrong", "sentence"),
    [
        *(({"keep": keep}, "Choose between 1 and 10 games.") for keep in ("0", "11", "-1", "½", "0.5", "two", "")),
        ({"presets": []}, "Choose at least one time limit."),
        ({"presets": ["days-3", "days-4"]}, "Please choose one of the options."),
        ({"favourite": "days-7"}, "Choose one of the time limits that you chose above."),
        ({"rating_from": "1600", "rating_to": "1400"}, "The lowest rating can’t be above the highest."),
        ({"rating_within": "49"}, "Choose between 50 and 1000 points."),
        ({"on_time_least": "75"}, "Choose 70, 80 or 90 %."),
        ({"vacation_days": "61"}, "Choose between 1 and 60 days."),
        ({"vacation_days": ""}, "How many days?"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(logged_in, wrong, sentence):
    answer = logged_in.post(f"{NEW}?ruleset=mastery", {**GIVEN, "rating_to": "1777", **wrong})
    assert answer.status_code == 422
    assert sentence in shown(answer)
    assert f'value="{wrong.get("rating_to", 1777)}"' in shown(answer)
    assert not StandingChallenge.objects.exists()


def test_what_is_refused_is_said_at_the_top_with_its_status(logged_in, standing):
    keeping.change(
        standing.pk, owner=standing.owner, keep=1, pairs=True,
        terms=challenges.Terms("mastery", {}, ["bank"], rated=True),
    )  # fmt: skip
    answer = logged_in.post(f"{NEW}?ruleset=mastery", GIVEN)
    assert answer.status_code == 409
    assert "You already have a standing challenge like this." in shown(answer)


def test_another_game_is_chosen_without_losing_anything(logged_in):
    answer = logged_in.post(f"{NEW}?ruleset=master", {**GIVEN, "keep": "7", "switch": "master"})
    assert answer.status_code == 200
    assert 'value="7"' in shown(answer)
    assert "Sides are random" in shown(answer)
    assert not StandingChallenge.objects.exists()


def test_one_of_master_has_no_wish_for_a_side(logged_in):
    logged_in.post(f"{NEW}?ruleset=master", {**GIVEN, "side": "first"})
    assert StandingChallenge.objects.get().challenge.side_offered is None


def test_it_is_changed_and_an_older_page_overwrites_nothing(logged_in, standing):
    page = reverse("standing_change", args=[standing.pk])
    version = version_on(logged_in.get(page))
    assert logged_in.post(page, {**GIVEN, "keep": "5", "version": version}).status_code == 302
    standing.refresh_from_db()
    assert (standing.keep, standing.challenge.rated) == (5, True)
    older = logged_in.post(page, {**GIVEN, "keep": "9", "version": version})
    assert older.status_code == 409
    assert "Games to keep running" in shown(older)
    standing.refresh_from_db()
    assert standing.keep == 5
    again = logged_in.post(page, {**GIVEN, "keep": "9", "version": version_on(older)})
    assert again.status_code == 302
    standing.refresh_from_db()
    assert standing.keep == 9


def test_saved_as_it_is_nothing_changes(logged_in, alice):
    given = {"presets": ["bank", "days-7"], "side": "second", "weekends": True, "vacation_days": 9}
    standing = StandingFactory(owner=alice, limits=Limits(rating_within=300, on_time_least=90), **given)
    before = dict(standing.challenge.__dict__)
    page = logged_in.get(reverse("standing_change", args=[standing.pk]))
    fields = {name: page.context["form"][name].value() for name in page.context["form"].fields}
    sent = {name: value for name, value in fields.items() if value not in (None, False)}
    assert logged_in.post(reverse("standing_change", args=[standing.pk]), sent).status_code == 302
    standing.challenge.refresh_from_db()
    after = dict(standing.challenge.__dict__)
    assert {name: after[name] for name in before if name not in ("_state",)} == {
        name: value for name, value in before.items() if name not in ("_state",)
    }


def test_what_is_offered_no_more_leaves_the_choice_open(logged_in, standing, monkeypatch):
    monkeypatch.setattr(forms, "PRESETS", {name: each for name, each in forms.PRESETS.items() if name != "days-3"})
    Challenge.objects.filter(pk=standing.challenge_id).update(options={**standing.challenge.options, "old": "one"})
    page = reverse("standing_change", args=[standing.pk])
    shown = logged_in.get(page)
    assert (shown.status_code, shown.context["form"]["presets"].value()) == (200, [])
    assert logged_in.post(page, {**GIVEN, "presets": ["bank"], "version": "old"}).status_code == 409


@pytest.mark.parametrize("name", ["standing_change", "standing_pause", "standing_resume", "standing_end"])
def test_anothers_is_not_there(logged_in, boris, name):
    theirs = StandingFactory(owner=boris)
    for number in (theirs.pk, theirs.pk + 99, 2**70):
        page = reverse(name, args=[number])
        assert logged_in.post(page, GIVEN).status_code == 404
    theirs.refresh_from_db()
    assert (theirs.paused, theirs.ended_at, theirs.keep) == ("", None, 1)


def test_one_that_has_ended_leads_to_the_list(logged_in, standing):
    keeping.end(standing.pk, owner=standing.owner)
    answer = logged_in.get(reverse("standing_change", args=[standing.pk]), follow=True)
    assert answer.redirect_chain == [("/standing/", 302)]
    assert "This standing challenge has ended." in shown(answer)


@pytest.mark.parametrize("name", ["standing", "standing_new", "standing_change", "standing_pause", "standing_end"])
def test_a_visitor_logs_in(client, standing, name):
    page = reverse(name, args=[standing.pk] if name not in ("standing", "standing_new") else [])
    for answer in (client.get(page, follow=True), client.post(page, {}, follow=True)):
        assert answer.redirect_chain[-1][0].startswith("/account/login/")


def test_too_many_changes_a_day_are_refused_and_nothing_typed_is_lost(logged_in, alice, standing):
    now = timezone.now()
    with suppress(Refusal):
        while True:
            with transaction.atomic():
                spend("standing_change", now=now, sender=alice.pk)
    page = reverse("standing_change", args=[standing.pk])
    version = version_on(logged_in.get(page))
    for path, given in ((f"{NEW}?ruleset=master", GIVEN), (page, {**GIVEN, "version": version})):
        answer = logged_in.post(path, {**given, "rating_to": "1777"})
        assert answer.status_code == 429
        assert 1 <= int(answer["Retry-After"]) <= 24 * 3600
        assert 'value="1777"' in shown(answer)
    assert logged_in.post(reverse("standing_pause", args=[standing.pk])).status_code == 429
