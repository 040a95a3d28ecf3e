"""Push messages end where somebody is logged out: in that browser only, with its session, without a script."""

import json
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from accounts.signing_in.known_devices import COOKIE
from accounts.signing_in.sessions import SessionStore, end_all
from notifications.models import Device
from tests.accounts.conftest import PASSWORD, alice_with_password, link_in  # noqa: F401  a fixture
from tests.notifications.push_service import Browser

pytestmark = pytest.mark.django_db
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
NEW = "another quiet evening"


def log_in(browser: Client, login: str = "Alice") -> None:
    assert browser.post(reverse("account_login"), {"login": login, "password": PASSWORD}).status_code == 302


def register(browser: Client, name: str) -> None:
    told = {"endpoint": f"https://fcm.googleapis.com/{name}", "keys": Browser().keys}
    assert browser.post(reverse("push_subscribe"), json.dumps(told), content_type="application/json").status_code == 201


def list_registered() -> set[str]:
    return {endpoint.rpartition("/")[2] for endpoint in Device.objects.values_list("endpoint", flat=True)}


@pytest.fixture
def library(alice_with_password, settings) -> Client:  # noqa: F811
    """The browser of a library; Alice's own phone is registered, too."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    library, phone = Client(headers={"User-Agent": CHROME}), Client(headers={"User-Agent": IPHONE})
    for browser, name in ((library, "library"), (phone, "phone")):
        log_in(browser)
        register(browser, name)
    assert list_registered() == {"library", "phone"}
    return library


def log_out(library: Client) -> None:
    library.post(reverse("account_logout"))


def log_out_elsewhere(library: Client) -> None:
    library.post(reverse("usersessions_list"))


def change_password(library: Client) -> None:
    new = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    library.post(reverse("account_change_password"), new)


def reset_password(library: Client) -> None:
    """Somebody who has forgotten it, in a third browser."""
    other = Client()
    other.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    form = other.get(link_in(mail.outbox[-1])).url
    assert other.post(form, {"password1": NEW, "password2": NEW}).status_code == 302


def close_account(library: Client) -> None:
    library.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert library.post(reverse("close_account"), {"sure": "yes"}).status_code == 302


def be_logged_out_by_staff(library: Client) -> None:
    end_all(User.objects.get(username="Alice"))


def be_suspended(games: Restriction.Games) -> None:
    alice, until = User.objects.get(username="Alice"), timezone.now() + timedelta(days=7)
    restrictions.impose(alice, Restriction.Kind.SUSPENDED, reason="Insults", by=alice, until=until, games=games)


def be_kept_out(library: Client) -> None:
    be_suspended(Restriction.Games.PAUSED)


def be_kept_from_new_games(library: Client) -> None:
    be_suspended(Restriction.Games.GO_ON)


def run_out(library: Client) -> None:
    Session.objects.all().delete()
    assert library.get(reverse("settings")).status_code == 302


def run_out_and_log_in_again(library: Client) -> None:
    run_out(library)
    log_in(library)


def run_out_and_leave_to_boris(library: Client) -> None:
    run_out(library)
    log_in(library, "Boris")


@pytest.mark.parametrize(
    ("happen", "left"),
    [
        (log_out, {"phone"}),
        (log_out_elsewhere, {"library"}),
        (change_password, {"library"}),
        (reset_password, set()),
        (close_account, set()),
        (be_logged_out_by_staff, set()),
        (be_kept_out, set()),
        (be_kept_from_new_games, {"library", "phone"}),
        (run_out, {"library", "phone"}),
        (run_out_and_log_in_again, {"library", "phone"}),
        (run_out_and_leave_to_boris, {"phone"}),
    ],
)
def test_which_browsers_go_on(library, boris, happen, left):
    boris.set_password(PASSWORD)
    boris.save()
    happen(library)
    assert list_registered() == left


def test_only_the_one_who_logs_out_of_a_shared_browser_is_no_longer_told(library, boris):
    other = Client(headers={"User-Agent": CHROME})
    other.force_login(boris)
    register(other, "other")
    log_out(library)
    assert list_registered() == {"phone", "other"}


def test_it_ends_with_the_session_or_not_at_all(library, monkeypatch):
    def fail(self):
        raise OSError("The disk is full.")

    library.raise_request_exception = False
    monkeypatch.setattr(SessionStore, "flush", fail)
    assert library.post(reverse("account_logout")).status_code == 500
    assert list_registered() == {"library", "phone"}


@pytest.mark.parametrize("forged", ["", "x", "W10:x:y"])
def test_a_mark_that_the_site_did_not_sign_ends_nothing(library, forged):
    library.cookies[COOKIE] = forged
    log_out(library)
    assert list_registered() == {"library", "phone"}


def test_a_session_from_before_marks_gets_one_with_its_push_messages(client, alice):
    client.force_login(alice)
    register(client, "here")
    client.post(reverse("account_logout"))
    assert list_registered() == set()


def test_devices_registered_before_marks_end_if_they_look_like_this_browser(library):
    Device.objects.update(mark="")
    log_out(library)
    assert list_registered() == {"phone"}


def test_a_subscription_that_its_browser_renewed_ends_too(library):
    old = "https://fcm.googleapis.com/library"
    told = {"old": old, "subscription": {"endpoint": old + "-2", "keys": Browser().keys}}
    library.post(reverse("push_renew"), json.dumps(told), content_type="application/json")
    log_out(library)
    assert list_registered() == {"phone"}
