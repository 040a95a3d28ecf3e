"""Fair staff in a browser: who may not decide hands over, both players of a game are told and may appeal, and each kind
of report is three clicks from the queue to told."""

import re
import time
from dataclasses import asdict

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games import chat
from games.models import Game
from moderation import reasons, reports
from moderation.models import LoggedAction, MessageTemplate, Referral, Report
from moderation.ready_messages import READY
from tests.browser.test_moderation import read_emails, staff_page
from tests.factories import GameFactory, UserFactory
from tests.looking import find_faults
from tests.moderation.staff import make_moderator, make_report

__all__ = ["staff_page"]  # a fixture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]


def test_a_moderator_hands_over_their_opponent_in_one_click_and_a_colleague_decides(staff_page, alice, boris, settings):
    mira, zoe = make_moderator("Mira"), make_moderator("Zoe")
    GameFactory(first=mira, second=boris)
    Game.objects.update(started_at=timezone.now() - timezone.timedelta(days=3))
    report = make_report(alice, about=boris)
    page = staff_page(mira)
    page.goto("/moderation/")
    expect(page.get_by_text("No report waits for you.")).to_be_visible()
    page.goto(f"/moderation/reports/{report.pk}/")
    expect(page.get_by_text("Somebody else has to decide this: you are playing Boris").first).to_be_visible()
    assert not find_faults(page)
    page.get_by_role("button", name="Hand over").first.click()
    expect(page.get_by_text("Handed over: a colleague will decide.")).to_be_visible()
    page = staff_page(zoe)
    page.goto("/moderation/")
    expect(page.get_by_role("heading", name="From colleagues")).to_be_visible()
    assert not find_faults(page)
    page.get_by_role("button", name="Take it").click()
    page.locator("summary", has_text="Warn").click()
    form = page.locator("details[open] form")
    form.get_by_label("What the person reads").fill("Please be kind.")
    form.get_by_role("button", name="Warn", exact=True).click()
    expect(page.get_by_text("Done: “Warn”. The report is answered.")).to_be_visible()
    assert LoggedAction.objects.get(action="warn").by == zoe
    assert Referral.objects.get().answered_by == zoe


def test_while_a_colleague_is_at_it_another_sees_that_and_can_wait_or_hand_over(staff_page, alice, boris):
    reports.take(make_report(alice, about=boris).pk, staff=make_moderator("Mira"))
    page = staff_page(make_moderator("Zoe"))
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/moderation/people/Boris/")
    expect(page.get_by_text("Mira is working on Boris").first).to_be_visible()
    assert not find_faults(page)


def test_both_players_are_told_of_what_was_done_to_their_game_and_one_appeals(
    browse, staff_page, alice, boris, settings
):
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    page = staff_page(make_moderator("Mira"))
    page.goto(f"/moderation/games/{game.pk}/")
    page.locator("summary", has_text="Adjudicate").click()
    form = page.locator("details[open] form")
    form.get_by_label("A draw").check()
    form.get_by_label("Rule").select_option("F8")
    form.get_by_label("What the players read").fill("You had agreed on the result before.")
    form.get_by_role("button", name="Adjudicate", exact=True).click()
    expect(page.get_by_text("Done: “Adjudicate”.")).to_be_visible()
    emails = read_emails(settings)
    for reader in (alice, boris):
        assert "Staff have decided the result of this game" in emails[reader.email]
        assert "You had agreed on the result before." in emails[reader.email]
        assert "Fair play F8" in emails[reader.email]
    page = browse(boris)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/inbox/")
    expect(page.get_by_text("Staff have decided the result of this game")).to_be_visible()
    page.goto(re.search(r"https?://[^/\s]+(/account/decision/game/\S+)", emails[boris.email])[1])
    assert not find_faults(page)
    page.get_by_label("Why is the decision wrong?").fill("We never talked.")
    page.get_by_role("button", name="Send appeal").click()
    expect(page.get_by_text("Our staff haven’t answered yet")).to_be_visible()
    page = staff_page(make_moderator("Zoe"))
    page.goto("/moderation/")
    page.get_by_role("link", name="Boris").click()
    page.get_by_label("Your appeal was upheld").check()
    page.get_by_label("What the person reads").first.fill("You are right.")
    assert not find_faults(page)
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("The appeal is answered")).to_be_visible()
    game.refresh_from_db()
    assert not game.is_over
    emails = read_emails(settings)
    assert "Your appeal was upheld" in emails[boris.email]
    assert "Staff have taken back" in emails[alice.email]


SIX = ("words", "spam", "help", "accounts", "score", "name")


@pytest.mark.parametrize("matter", SIX)
def test_from_the_queue_to_told_is_three_clicks(staff_page, alice, boris, settings, matter):
    """Take it, the suggested measure, send: with rule, length and message in place."""
    MessageTemplate.objects.bulk_create(MessageTemplate(**asdict(one)) for one in READY)
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Mc8-b8"])
    chat.send(boris, game_id=game.pk, text="You are a woodpusher")
    User.objects.filter(pk=boris.pk).update(about="")
    report = reports.make(alice, about=boris, matter=matter, text="See for yourselves.", game=game)
    reports.make(UserFactory(), about=boris, matter=matter, text="Again.", game=None)
    read_emails(settings)
    page = staff_page(make_moderator("Mira"))
    page.goto("/moderation/")
    began = time.monotonic()
    page.get_by_role("button", name="Take it").click()
    page.locator("summary.primary").click()
    page.locator("details[open] form button.primary").click()
    expect(page.get_by_text("2 reports are answered.")).to_be_visible()
    print(f"{matter}: 3 clicks, {time.monotonic() - began:.1f} s")
    emails = read_emails(settings)
    assert reasons.find_reason(matter).rule in LoggedAction.objects.exclude(restriction=None).get().rule
    assert "We have acted on it" in emails[alice.email]
    assert boris.email in emails
    assert Report.objects.filter(outcome="acted").count() == 2
    report.refresh_from_db()
    assert report.answered_by.username == "Mira"
