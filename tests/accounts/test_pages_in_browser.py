"""The pages of an account in real Chromium: axe finds nothing, nothing is wider than a telephone, the zone is told."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory
from tests.looking import find_faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]
FOR_ANYBODY = ["login/", "signup/", "password/reset/", "confirm-email/", "confirm-email/nonsense/", "inactive/"]
FOR_ALICE = ["email/", "password/change/", "sessions/", "2fa/", "2fa/webauthn/", "reauthenticate/", "logout/"]


@pytest.fixture
def browser_context_args(browser_context_args) -> dict:
    return {**browser_context_args, "timezone_id": "Asia/Tokyo", "viewport": {"width": 360, "height": 640}}


@pytest.fixture
def log_in(page: Page, live_server):
    def send() -> User:
        alice = UserFactory(username="Alice", time_zone="Europe/Berlin")
        alice.set_password(PASSWORD)
        alice.save()
        page.goto(live_server.url + "/account/login/?next=/settings/")
        page.get_by_label("Name or email address").fill("alice")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Log in", exact=True).click()
        expect(page.get_by_role("heading", name="Settings")).to_be_visible()
        return alice

    return send


IS_SEEN = """tab => {
    const {x, y, width, height} = tab.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === tab;
}"""


def find_hidden_tabs(page: Page) -> list[str]:
    """What is wrong with the tabs: more than one line, or one that cannot be seen though it is this page's or has the
    focus."""
    tabs = page.get_by_role("navigation", name="Settings")
    faults = [] if tabs.bounding_box()["height"] < 60 else ["more than one line"]
    for at_first in (True, False):
        if not tabs.locator("[aria-current]").evaluate(IS_SEEN):
            faults.append(f"this page’s, {'at first' if at_first else 'once it was swiped away'}")
        tabs.evaluate("tabs => { tabs.scrollLeft = 0; }")
    for tab in tabs.get_by_role("link").all():
        tab.focus()
        if not tab.evaluate(IS_SEEN):
            faults.append(tab.text_content())
    return faults


def test_pages_for_anybody(page, live_server):
    faults = []
    for path in FOR_ANYBODY:
        page.goto(f"{live_server.url}/account/{path}")
        faults += find_faults(page)
    assert faults == []


def test_pages_of_one_s_own_account(page, live_server, log_in):
    log_in()
    faults = find_faults(page)
    page.goto(f"{live_server.url}/settings/activity/")
    expect(page.get_by_text("Logged in")).to_be_visible()
    faults += [*find_faults(page), *find_hidden_tabs(page)]
    for path in FOR_ALICE:
        page.goto(f"{live_server.url}/account/{path}")
        faults += find_faults(page)
    page.goto(f"{live_server.url}/account/email/")
    assert [*faults, *find_hidden_tabs(page)] == []


def test_logging_in_tells_the_time_zone(log_in):
    alice = log_in()
    alice.refresh_from_db()
    assert alice.time_zone == "Asia/Tokyo"


def test_a_browser_that_has_moved_tells_it_by_itself(page, live_server, log_in):
    alice = log_in()
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Berlin")
    with page.expect_response("**/settings/time-zone/") as told:
        page.goto(live_server.url + "/settings/")
    assert told.value.status == 204
    alice.refresh_from_db()
    assert alice.time_zone == "Asia/Tokyo"


def test_an_unreadable_second_factor_is_reported_on_an_ordinary_page(page, live_server, settings):
    alice = UserFactory(username="Alice")
    alice.set_password(PASSWORD)
    alice.save()
    TOTP.activate(alice, "JBSWY3DPEHPK3PXP")
    settings.SECRET_KEY = "another key of the site; long enough to be one: 0123456789"
    page.goto(live_server.url + "/account/login/")
    page.get_by_label("Name or email address").fill("alice")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_label("Code").fill("123456")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="We cannot read your second factor")).to_be_visible()
    assert find_faults(page) == []
