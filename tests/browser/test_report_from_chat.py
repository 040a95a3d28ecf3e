"""A player reports a line of chat and blocks its writer, in the browser of a phone."""

import pytest
from playwright.sync_api import expect

from games import chat
from moderation.models import Report
from tests.factories import GameFactory
from tests.looking import find_faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]


def test_a_line_is_reported_and_its_writer_blocked(browse, alice, boris):
    game = GameFactory(first=alice, second=boris)
    chat.send(boris, game_id=game.pk, text="You play like a woodpusher.")
    page = browse(alice, viewport={"width": 360, "height": 640})
    page.goto(game.get_absolute_url())
    page.locator(".said .line-menu summary").click()
    page.locator(".said .line-menu").get_by_role("link", name="Report", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Report a message by Boris")
    assert find_faults(page) == []
    page.get_by_label("What happened?").fill("He insults me.")
    page.get_by_role("button", name="Send report").click()
    expect(page.get_by_text("Please choose what it is about.")).to_be_visible()
    expect(page.get_by_label("What happened?")).to_have_value("He insults me.")
    page.get_by_label("Abuse").first.check()
    page.get_by_role("button", name="Send report").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your reports")
    expect(page.locator(".reports")).to_contain_text("He insults me.")
    report = Report.objects.get()
    assert (report.about, report.matter, report.kept["text"]) == (boris, "words", "You play like a woodpusher.")

    page.goto(game.get_absolute_url())
    page.locator(".said .line-menu summary").click()
    page.get_by_role("link", name="Mute or block").first.click()
    assert find_faults(page) == []
    page.get_by_role("button", name="Block Boris").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Blocked players")
    page.goto(game.get_absolute_url())
    expect(page.locator("#chat")).not_to_contain_text("woodpusher")
    expect(page.locator("#chat")).to_contain_text("You’ve blocked Boris")
