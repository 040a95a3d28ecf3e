"""Push in a real browser: what the page of devices says, the worker that it registers, and how a message is shown."""

import json
import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.signing_in.sessions import end_all
from notifications.models import Device
from tests.factories import GameFactory
from tests.looking import find_faults
from tests.notifications.push_service import Browser
from tests.servers import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.late]
PAGE = "/settings/notifications/devices/"
DENIED = "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"
NO_PUSH = "delete window.PushManager"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"
WITH_SERVICE = """
  // A push service in the place of the browser's own, which no test can reach.
  const subscription = {
    endpoint: "https://fcm.googleapis.com/fcm/send/1", keys: KEYS,
    toJSON() { return { endpoint: this.endpoint, keys: this.keys }; },
    async unsubscribe() { sessionStorage.removeItem("subscribed"); },
  };
  Object.defineProperty(ServiceWorkerRegistration.prototype, "pushManager", { get: () => ({
    async getSubscription() { return sessionStorage.getItem("subscribed") ? subscription : null; },
    async subscribe({ applicationServerKey }) {
      if (applicationServerKey.length !== 65) throw new Error("no key");
      sessionStorage.setItem("subscribed", "1");
      return subscription;
    },
  }) });
"""


@pytest.fixture(scope="module")
def browser(windowed_browser):
    """Without windows Chromium knows no push messages."""
    return windowed_browser


@pytest.fixture
def devices(browse, alice):
    """The page of devices in a browser that is so prepared."""

    def run(script: str = "", **context) -> Page:
        page = browse(alice, **context)
        page.context.grant_permissions(["notifications"])
        if script:
            page.add_init_script(script)
        page.goto(PAGE)
        return page

    return run


@pytest.mark.parametrize(
    ("script", "context", "sentence"),
    [
        ("", {}, "This browser isn’t registered"),
        (DENIED, {}, "You’ve told this browser not to show notifications"),
        (NO_PUSH, {}, "This browser doesn’t support push messages"),
        (NO_PUSH, {"user_agent": IPHONE}, "put the site on your home screen first"),
        ("", {"java_script_enabled": False}, "Push messages need JavaScript"),
    ],
)
def test_it_says_what_this_browser_can_do(devices, script, context, sentence):
    page = devices(script, viewport={"width": 360, "height": 640}, **context)
    expect(page.get_by_text(sentence)).to_be_visible()
    assert page.locator("[data-when]:visible").count() == 1
    if context.get("java_script_enabled", True):
        assert find_faults(page, schemes=("light", "dark")) == []


def test_a_browser_registers_and_takes_itself_off_the_list_again(devices):
    page = devices(WITH_SERVICE.replace("KEYS", json.dumps(Browser().keys)))
    page.get_by_role("button", name="Send notifications to this browser").click()
    expect(page.get_by_text("This browser is registered and shows your notifications.")).to_be_visible()
    expect(page.locator(".entries")).to_contain_text("Chrome on Linux")
    assert Device.objects.get().user.username == "Alice"
    page.get_by_role("button", name="Stop sending to this browser").click()
    expect(page.get_by_text("This browser isn’t registered")).to_be_visible()
    assert not Device.objects.exists()


def test_the_page_shows_a_refusal_of_the_site(devices, settings):
    page = devices(WITH_SERVICE.replace("KEYS", json.dumps(Browser().keys)))
    settings.PUSH_HOSTS = []
    page.get_by_role("button", name="Send notifications to this browser").click()
    expect(page.get_by_role("alert")).to_have_text("This site doesn’t support this browser’s push service.")


def test_the_worker_shows_a_message_and_takes_an_old_one_of_the_same_game_away(devices, live_server):
    page = devices()
    worker = page.evaluate(
        """async () => {
          await navigator.serviceWorker.register("/service-worker.js");
          return (await navigator.serviceWorker.ready).active.scriptURL;
        }"""
    )
    assert worker == f"{live_server.url}/service-worker.js"
    registrations: list[str] = []
    session = page.context.new_cdp_session(page)
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(one["registrationId"] for one in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    wait_until(lambda: page.wait_for_timeout(50) or registrations, what="The browser tells of the service worker")
    for title in ("Your turn against Boris", "4 hours left"):
        message = {"title": title, "body": "2 days left.", "url": f"{live_server.url}/games/1/", "tag": "game-1"}
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": live_server.url, "registrationId": registrations[0], "data": json.dumps(message)},
        )
        wait_for(  # one after another: the browser may hand over two in any order
            page,
            "navigator.serviceWorker.ready.then((there) => there.getNotifications())"
            f".then((all) => all.length === 1 && all[0].title === '{title}')",
        )


SHOW = """async () => {
  await navigator.serviceWorker.register("/service-worker.js");
  const registration = await navigator.serviceWorker.ready;
  await registration.showNotification("Your turn against Boris");
}"""
SHOWN = "navigator.serviceWorker.ready.then((there) => there.getNotifications()).then((all) => all.length)"
BADGE = "navigator.clearAppBadge = async () => { document.documentElement.dataset.badge = 'cleared'; };"


@pytest.fixture
def registered(devices, alice, boris) -> Page:
    """Her browser takes push messages, and shows one; she has a game to move in."""
    GameFactory(first=alice, second=boris)
    page = devices(WITH_SERVICE.replace("KEYS", json.dumps(Browser().keys)) + BADGE)
    page.get_by_role("button", name="Send notifications to this browser").click()
    expect(page.get_by_text("This browser is registered and shows your notifications.")).to_be_visible()
    page.evaluate(SHOW)
    return page


def wait_for(page: Page, expression: str) -> None:
    """Waits until it is true. Playwright's own way to wait is forbidden by the policy of the page after one look."""
    wait_until(lambda: page.evaluate(expression) or page.wait_for_timeout(50), what=expression)


def log_out(page: Page) -> None:
    page.get_by_text("Alice", exact=True).click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


def test_after_a_log_out_a_browser_shows_nothing_of_the_person_who_was_logged_in(registered):
    other = registered.context.new_page()
    other.goto("/")
    assert other.title().startswith("(1) ")
    log_out(registered)
    assert not Device.objects.exists()
    expect(other).to_have_title(re.compile("^My games"))
    wait_for(registered, "!sessionStorage.getItem('subscribed')")
    wait_for(registered, SHOWN + ".then((number) => number === 0)")
    expect(registered.locator("html")).to_have_attribute("data-badge", "cleared")


def test_a_session_ended_elsewhere_silences_its_browser_as_well(registered, alice):
    end_all(alice)
    registered.goto("/rules/")
    wait_for(registered, "!sessionStorage.getItem('subscribed')")
    wait_for(registered, SHOWN + ".then((number) => number === 0)")


def test_a_browser_whose_session_expired_still_tells_of_games(registered):
    registered.context.clear_cookies()
    with registered.expect_response("**/push/renew/") as asked:
        registered.goto("/rules/")
    assert asked.value.status == 204
    assert registered.evaluate("sessionStorage.getItem('subscribed')") == "1"
    assert registered.evaluate(SHOWN) == 1
    assert Device.objects.get().user.username == "Alice"


def test_a_log_out_without_scripts_ends_it_on_the_site(registered, new_context, live_server):
    plain = new_context(base_url=live_server.url, java_script_enabled=False)
    plain.add_cookies(registered.context.cookies())
    page = plain.new_page()
    page.goto("/")
    log_out(page)
    assert not Device.objects.exists()


def test_the_manifest_makes_it_installable(client, db):
    manifest = json.loads(client.get(reverse("manifest")).content)
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    for icon in manifest["icons"]:
        answer = client.get(icon["src"])
        assert (answer["Content-Type"], answer.content[:4]) == ("image/png", b"\x89PNG")
    assert client.get("/icon-33.png").status_code == 404
