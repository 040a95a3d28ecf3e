"""What staff do, and what is left to whom they do it, in a browser, on a phone and on a desk, light and dark."""

import os
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from games import chat
from moderation import acting, safeguards
from moderation.actions import registry
from moderation.actions.contract import Order
from tests.accounts.conftest import PASSWORD
from tests.factories import ChallengeFactory, GameFactory
from tests.looking import find_faults
from tests.moderation.staff import make_moderator, open_as

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]
SIZES = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1280, "height": 800}}
SHOTS = os.environ.get("SHOTS", "")


@pytest.fixture(params=SIZES)
def staff_page(browse, live_server, request):
    """A browser of a moderator whose second factor was shown, in a window of this size."""

    def open_page(user: User) -> Page:
        page, client = browse(viewport=SIZES[request.param]), open_as(user)
        cookie = client.cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url, "httpOnly": True}])
        return page

    return open_page


def look(page: Page, name: str) -> None:
    assert not find_faults(page)
    if SHOTS:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            where = Path(SHOTS) / f"{name}-{page.viewport_size['width']}-{scheme}.png"
            page.screenshot(path=where, full_page=True)


def test_everything_since_today_is_foreseen_removed_and_put_back(staff_page, alice, boris):
    line = chat.send(boris, game_id=GameFactory(first=alice, second=boris).pk, text="You are a woodpusher")
    ChallengeFactory(challenger=boris, note="Cowards, all of you.")
    page = staff_page(make_moderator("Mira"))
    page.goto("/moderation/people/Boris/remove_since/")
    page.get_by_label("What the person reads").fill("Insults in every chat.")
    page.get_by_role("button", name="Show what it does").click()
    expect(page.get_by_role("status").filter(has_text="What it would do")).to_contain_text("You are a woodpusher")
    look(page, "remove-since")
    page.get_by_role("button", name="Remove everything since a day").click()
    expect(page.get_by_text("Done: “Remove everything since a day”.")).to_be_visible()
    line.refresh_from_db()
    assert line.removed_at is not None
    page.get_by_role("link", name="Undo").first.click()
    expect(page.get_by_text("Challenges stay withdrawn")).to_be_visible()
    look(page, "remove-since-undo")
    page.get_by_label("Reason").fill("It was somebody else.")
    page.get_by_role("button", name="Put everything back").click()
    expect(page.get_by_text("Undone.")).to_be_visible()
    line.refresh_from_db()
    assert line.removed_at is None


@pytest.mark.parametrize("size", SIZES)
def test_somebody_suspended_closes_the_account_from_the_page_and_keeps_it(browse, boris, admin, size):
    kind, terms = restrictions.Kind.SUSPENDED, {"games": Restriction.Games.LOST}
    laid = restrictions.impose(boris, kind, reason="Three accounts, after a warning.", rule="F1", by=admin, **terms)
    page = browse(viewport=SIZES[size])
    page.goto(laid.appeal_path)
    look(page, "outside")
    page.get_by_role("button", name="Make a copy").click()
    expect(page.get_by_text("Your copy is being made.")).to_be_visible()
    page.get_by_text("Close my account …").click()
    look(page, "outside-closing")
    page.get_by_label("Your name on this site").fill("Boriss")
    page.get_by_role("button", name="Close my account").click()
    expect(page.get_by_text("That isn’t the name of this account.")).to_be_visible()
    expect(page.get_by_label("Your name on this site")).to_have_value("Boriss")
    page.get_by_label("Your name on this site").fill("Boris")
    page.get_by_role("button", name="Close my account").click()
    expect(page.get_by_role("button", name="Keep my account")).to_be_visible()
    look(page, "outside-closed")
    page.get_by_role("button", name="Keep my account").click()
    expect(page.get_by_text("You’ve kept your account.")).to_be_visible()
    boris.refresh_from_db()
    assert boris.closing_at is None


def test_a_moderator_closes_the_site_to_new_accounts_and_opens_it_again(staff_page, admin):
    page = staff_page(make_moderator("Mira"))
    page.goto("/moderation/site/")
    look(page, "site")
    page.get_by_label("Reason").fill("A flood of new accounts.")
    page.get_by_role("button", name="Close to new accounts").click()
    expect(page.get_by_text("Sign-ups and challenges of new accounts are closed until")).to_be_visible()
    look(page, "site-closed")
    boss = staff_page(admin)
    boss.goto("/moderation/site/")
    look(boss, "site-closed-administrator")
    page.get_by_label("Reason").fill("It is over.")
    page.get_by_role("button", name="Open again").click()
    expect(page.get_by_text("Open to new accounts again.")).to_be_visible()
    expect(page.get_by_text("only administrators can do so again")).to_be_visible()
    look(page, "site-opened")
    assert safeguards.find_obstacle(admin, now=timezone.now()) == ""


def test_who_was_renamed_logs_in_by_the_old_name_and_chooses_a_new_one(browse, boris, admin):
    boris.set_password(PASSWORD)
    boris.save()
    order = Order(staff=admin, now=timezone.now(), told="An insult", rule="C3")
    acting.perform(registry.ACTIONS.find("rename"), boris, order=order)
    page = browse()
    page.goto(reverse("account_login"))
    page.get_by_label("Name or email address").fill("Boris")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="Choose a new name")).to_be_visible()
    look(page, "new-name")
    page.get_by_label("New name").fill("Bertrand")
    page.get_by_role("button", name="Take this name").click()
    expect(page.get_by_text("You are now called Bertrand.")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_withdrawn_challenge_shows_no_words_but_to_its_writer(browse, alice, boris, admin, size):
    sent = ChallengeFactory(challenger=boris, audience="player", opponent=alice, note="Coward!")
    order = Order(staff=admin, now=timezone.now(), told="Insults", rule="C1", answers={"which": "barred"})
    acting.perform(registry.ACTIONS.find("bar"), boris, order=order)
    for reader, shown in ((alice, 0), (boris, 1)):
        page = browse(reader, viewport=SIZES[size])
        page.goto(sent.get_absolute_url())
        expect(page.get_by_text("Coward!")).to_have_count(shown)
        look(page, f"withdrawn-{reader.username}")
