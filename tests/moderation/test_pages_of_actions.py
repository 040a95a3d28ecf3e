"""The pages on which staff adjudicate, void or move a deadline, as forms of the site; the administration has none."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.contract import Side
from games import play
from games.models import StaffAction
from notifications.models import Notice
from tests.administration import enter
from tests.factories import GameFactory, UserFactory
from tests.moderation.staff import open_as

pytestmark = pytest.mark.django_db(transaction=True)
DEEDS = {"adjudicate": {"winner": "1"}, "void": {}, "move_deadline": {"deadline": "2099-01-01T12:00"}}
every_deed = pytest.mark.parametrize("deed", DEEDS)


@pytest.fixture
def running(alice, boris):
    """A game begun just now: these pages read the clock."""
    return GameFactory(first=alice, second=boris)


def page_of(game, deed: str) -> str:
    return reverse("moderation_act_on_game", args=[game.pk, deed])


def list_offered(staff, game) -> list[str]:
    text = staff.get(reverse("moderation_game", args=[game.pk])).content.decode()
    return [deed for deed in DEEDS if page_of(game, deed) in text]


def in_two_days() -> str:
    return f"{timezone.now() + timedelta(days=2):%Y-%m-%dT%H:%M}"


@every_deed
def test_the_page_of_a_running_game_leads_to_one_that_asks_why(staff, running, deed):
    assert deed in list_offered(staff, running)
    page = staff.get(page_of(running, deed))
    assert page.status_code == 200
    assert 'name="reason"' in page.content.decode()


@every_deed
def test_without_a_reason_nothing_is_done_and_what_was_typed_is_kept(staff, running, deed):
    page = staff.post(page_of(running, deed), {**DEEDS[deed], "told": " "})
    assert page.status_code == 422
    assert "Please write what the players read" in page.content.decode()
    assert all(value in page.content.decode() for value in DEEDS[deed].values())
    assert not StaffAction.objects.exists()


def test_adjudicating_ends_the_game_and_tells_both_players(staff, running, alice, boris):
    form = staff.get(page_of(running, "adjudicate")).content.decode()
    assert re.findall(r"\w+ \(\w+\) wins|A draw", form) == ["Alice (Dark) wins", "Boris (Light) wins", "A draw"]
    response = staff.post(page_of(running, "adjudicate"), {"winner": "1", "told": "Alice is gone."}, follow=True)
    assert "Done: “Adjudicate”." in response.content.decode()
    assert "Alice is gone." in response.content.decode()
    running.refresh_from_db()
    assert (running.winner, running.termination) == (Side.SECOND, "adjudication")
    assert {notice.recipient for notice in Notice.objects.filter(kind="staff_decided")} == {alice, boris}


def test_actions_on_games_have_a_list_of_their_own(staff, client, admin, running, mira):
    play.void(running.pk, staff=mira, reason="One person at both sides.")
    page = enter(client, admin).get("/admin/games/staffaction/", {"q": "mira"}).content.decode()
    assert "One person at both sides." in page
    assert client.post(f"/admin/games/staffaction/{StaffAction.objects.get().pk}/delete/").status_code == 403


def test_voiding_ends_the_game_and_tells_both_players_too(staff, running, alice, boris):
    staff.post(page_of(running, "void"), {"told": "One person at both sides."})
    running.refresh_from_db()
    assert running.is_void
    assert Notice.objects.filter(kind="staff_decided", channel="email").count() == 2


def test_a_deadline_is_typed_in_the_zone_of_who_types_it(staff, mira, running):
    mira.time_zone = "Asia/Tokyo"
    mira.save()
    assert "In your time zone" in staff.get(page_of(running, "move_deadline")).content.decode()
    typed = in_two_days()
    assert staff.post(page_of(running, "move_deadline"), {"deadline": typed, "told": "Ill."}).status_code == 302
    running.refresh_from_db()
    assert f"{running.deadline_at.astimezone(mira.zone):%Y-%m-%dT%H:%M}" == typed


def test_a_refusal_of_play_is_shown_as_a_sentence(staff, running, mira):
    play.void(running.pk, staff=mira, reason="One person at both sides.")
    page = staff.post(page_of(running, "void"), {"told": "Why not."})
    assert page.status_code == 409
    assert "This game is already void." in page.content.decode()
    assert "Why not." in page.content.decode()


def test_staff_can_still_decide_about_a_finished_game_but_not_move_its_deadline(staff, running):
    play.resign(running.pk, side=Side.FIRST)
    assert list_offered(staff, running) == ["adjudicate", "void"]


@every_deed
def test_staff_who_are_no_moderators_are_kept_out(running, deed):
    helper = open_as(UserFactory(is_staff=True))
    assert helper.post(page_of(running, deed), {**DEEDS[deed], "reason": "Because."}).status_code == 403
    assert not StaffAction.objects.exists()


@every_deed
def test_the_administration_has_no_such_page_and_leads_here(client, admin, running, deed):
    browser = enter(client, admin)
    assert browser.get(f"/admin/games/game/{running.pk}/{deed.replace('_', '-')}/").status_code == 302
    text = browser.get(reverse("admin:games_game_change", args=[running.pk])).content.decode()
    assert reverse("moderation_game", args=[running.pk]) in text
    assert 'name="_save"' not in text


@every_deed
def test_a_forged_request_is_refused(mira, running, deed):
    browser = enter(Client(enforce_csrf_checks=True), mira)
    assert browser.post(page_of(running, deed), {**DEEDS[deed], "reason": "Because."}).status_code == 403
    assert not StaffAction.objects.exists()


@every_deed
def test_an_unknown_game_is_not_found(staff, deed):
    assert staff.get(reverse("moderation_act_on_game", args=[4711, deed])).status_code == 404


@every_deed
def test_players_are_kept_out(client, alice, running, deed):
    client.force_login(alice)
    response = client.post(page_of(running, deed), {**DEEDS[deed], "reason": "I want to win."}, follow=True)
    assert response.status_code == 403
    assert not StaffAction.objects.exists()
