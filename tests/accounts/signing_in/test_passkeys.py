"""Passkeys, with a virtual authenticator in real Chromium: added, used alone, used as the second step, refused."""

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from tests.accounts.conftest import PASSWORD
from tests.factories import UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]
TELEPHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def alice(transactional_db):
    person = UserFactory(username="Alice")
    person.set_password(PASSWORD)
    person.save()
    return person


@pytest.fixture
def authenticator(page: Page):
    """The browser's key ring, as the developer tools offer it. Set `verified(False)` for a wrong finger."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    key = tools.send("WebAuthn.addVirtualAuthenticator", {"options": TELEPHONE})["authenticatorId"]
    return lambda verified: tools.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": verified})


@pytest.fixture
def site(page: Page, live_server, alice):
    """Opens an address of the site; what the browser complains of, a blocked script say, fails the test."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield lambda path: page.goto(live_server.url + path)
    assert complaints == []


def log_in(page: Page) -> None:
    page.get_by_label("Name or email address").fill("alice")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()


def add_key(page: Page, site, *, alone: bool) -> None:
    site("/account/login/?next=/account/2fa/webauthn/add/")
    log_in(page)
    page.get_by_label("Password", exact=True).fill(PASSWORD)  # shown once more, before anything that concerns safety
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Key name").fill("telephone")
    page.get_by_label("Log in with this key alone").set_checked(alone)
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()


def log_out(page: Page, site) -> None:
    site("/account/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()


def test_a_passkey_takes_the_place_of_name_and_password(page, site, authenticator, alice):
    add_key(page, site, alone=True)
    key = Authenticator.objects.get(user=alice, type="webauthn")
    assert key.wrap().is_passwordless
    log_out(page, site)
    site("/account/login/?next=/settings/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def test_a_passkey_can_be_the_second_step(page, site, authenticator):
    add_key(page, site, alone=False)
    log_out(page, site)
    site("/account/login/?next=/settings/")
    log_in(page)
    page.get_by_role("button", name="Use a passkey or security key").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def test_a_wrong_finger_lets_nobody_in_and_the_page_says_so(page, site, authenticator):
    add_key(page, site, alone=True)
    log_out(page, site)
    authenticator(False)
    site("/account/login/?next=/settings/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("You can try again")
    site("/settings/")
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
