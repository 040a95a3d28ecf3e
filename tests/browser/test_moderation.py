"""The whole way in a browser: reported, claimed, decided, told, appealed, reversed; each email is read."""

from dataclasses import asdict

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Restriction, User
from games import chat
from moderation import appeals, reports
from moderation.models import MessageTemplate, Report
from moderation.ready_messages import READY
from moderation.things import registry
from notifications.delivery import outbox
from tests.browser.conftest import press
from tests.factories import GameFactory
from tests.looking import find_faults
from tests.moderation.staff import make_moderator, open_as

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]


@pytest.fixture
def line(alice, boris):
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Mc8-b8"])
    return chat.send(boris, game_id=game.pk, text="You are a woodpusher")


@pytest.fixture
def staff_page(browse, live_server):
    """A browser of a moderator whose second factor was shown."""

    def open_page(user: User):
        page, client = browse(), open_as(user)
        cookie = client.cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url, "httpOnly": True}])
        return page

    return open_page


def read_emails(settings) -> dict[str, str]:
    """What has been sent since, by whom it went to."""
    settings.NOTICE_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox.clear()
    outbox.deliver_due(now=timezone.now())
    return {message.to[0]: f"{message.subject}\n{message.body}" for message in mail.outbox}


def test_reported_claimed_decided_told_appealed_and_reversed(browse, staff_page, line, alice, boris, settings):
    mira, juniper = make_moderator("Mira"), make_moderator("Juniper")
    MessageTemplate.objects.create(action="mute", title="Insults", text="Insults in the chat of a game")
    read_emails(settings)

    page = browse(alice)
    page.goto(f"/report/message/{line.pk}/")
    page.get_by_label("Abuse").check()
    page.get_by_label("What happened?").fill("He insults me.")
    page.get_by_role("button", name="Send report").click()
    expect(page.get_by_text("Thank you. Our staff will look into it")).to_be_visible()

    page = staff_page(mira)
    page.goto("/moderation/")
    assert not find_faults(page)
    press(page, "j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Boris: Abuse")
    expect(page.locator(".line.reported")).to_contain_text("You are a woodpusher")
    shown = page.locator("details.action > summary").all_text_contents()
    press(page, str(1 + next(place for place, told in enumerate(shown) if told.strip().startswith("Mute"))))
    form = page.locator("details.action[open] form")
    message = form.get_by_label("What the person reads")
    form.get_by_label("Begin with a template").select_option("Insults")
    expect(message).to_have_value("Insults in the chat of a game")
    form.get_by_label("Rule").select_option("C1")
    assert not find_faults(page)
    expect(form.get_by_role("button", name="Put it into the message")).to_be_hidden()
    message.press("Control+Enter")
    expect(page.get_by_text("Done: “Mute”. The report is answered.")).to_be_visible()
    assert Report.objects.get().outcome == "acted"

    emails = read_emails(settings)
    assert "We have acted on it" in emails[alice.email]
    assert "You can’t write to other players until" in emails[boris.email]
    assert "Insults in the chat of a game" in emails[boris.email]
    laid = Restriction.objects.get()
    assert laid.appeal_path in emails[boris.email]

    page = browse(boris)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(line.game.get_absolute_url())
    expect(page.get_by_role("alert").first).to_contain_text("You can’t write to other players until")
    page.get_by_role("alert").first.locator("summary").click()
    page.get_by_role("link", name="What this means, and how to appeal").first.click()
    assert not find_faults(page)
    page.get_by_label("Why is the decision wrong?").fill("It is what she calls herself.")
    page.get_by_role("button", name="Send appeal").click()
    expect(page.get_by_text("Our staff haven’t answered yet")).to_be_visible()

    other = Restriction.objects.create(user=alice, kind=Restriction.Kind.WARNED, by=mira, from_at=timezone.now())
    appeals.take(appeals.make(other, text="Why?").pk, staff=make_moderator("W" * 20))
    page = staff_page(juniper)
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/moderation/")
    name = page.locator(".menu summary span")
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), "the name of staff is cut off"
    assert not find_faults(page, schemes=("light",))
    page.get_by_role("link", name="Boris").click()
    page.get_by_label("Your appeal was upheld").check()
    page.get_by_label("What the person reads").first.fill("She does. We are sorry.")
    assert not find_faults(page)
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("The appeal is answered")).to_be_visible()

    emails = read_emails(settings)
    assert "Your appeal was upheld" in emails[boris.email]
    laid.refresh_from_db()
    assert laid.close == "lifted"
    chat.send(boris, game_id=line.game_id, text="Thank you")


def test_an_insult_is_taken_muted_for_three_days_and_told_in_three_clicks(staff_page, line, alice, boris, settings):
    ready = next(one for one in READY if one.key == "mute_words")
    MessageTemplate.objects.create(**asdict(ready))
    thing = registry.THINGS.find("message").find(alice, line.pk)
    reports.make(alice, about=boris, matter="words", text="He insults me.", thing=thing)
    read_emails(settings)
    page = staff_page(make_moderator("Mira"))
    page.goto("/moderation/")
    page.get_by_role("button", name="Take it").click()
    expect(page.get_by_text("Suggested: Mute, 3 days.")).to_be_visible()
    assert not find_faults(page)
    page.locator("summary", has_text="Mute").click()
    form = page.locator("details[open] form")
    expect(form.get_by_label("What the person reads")).to_have_value(ready.text)
    assert not find_faults(page)
    form.get_by_role("button", name="Mute", exact=True).click()
    expect(page.get_by_text("Done: “Mute”. The report is answered.")).to_be_visible()
    laid = Restriction.objects.get()
    assert (laid.rule, (laid.until_at - laid.from_at).days) == ("C1", 3)
    emails = read_emails(settings)
    assert "We have acted on it" in emails[alice.email]
    assert "What you wrote to another player was insulting" in emails[boris.email]


def test_the_guide_and_the_report_of_a_player_have_no_faults_on_a_phone(browse, staff_page, alice, boris):
    report = reports.make(alice, about=boris, matter="words", text="He insults me.")
    for page, address in ((staff_page(make_moderator("Mira")), "/moderation/guide/"), (browse(alice), "/reports/")):
        page.set_viewport_size({"width": 360, "height": 640})
        page.goto(address)
        assert not find_faults(page)
    page.get_by_role("link", name="Add to it").click()
    page.get_by_label("What do you want to add?").fill("He did it again.")
    assert not find_faults(page)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Added. Our staff will read it with the rest.")).to_be_visible()
    page.get_by_role("button", name="Withdraw it").click()
    expect(page.get_by_text("It is withdrawn.")).to_be_visible()
    report.refresh_from_db()
    assert report.is_withdrawn
