"""Logging in by a code from an email, in place of a password."""

import re
from datetime import timedelta
from email.utils import parsedate_to_datetime

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AccountEvent
from accounts.signing_in.known_devices import COOKIE
from tests.accounts.conftest import PASSWORD, code_of
from tests.accounts.emailed_codes import ASK, ENTER, ask, enter, is_in, newest_code
from tests.factories import GameFactory
from tests.rows import each_row

pytestmark = pytest.mark.django_db


def test_from_a_mail_about_a_turn_it_is_two_steps_to_the_board(client, alice, boris):
    game = GameFactory(first=alice, second=boris)
    address = game.get_absolute_url()
    page = client.get(address).content.decode()
    assert f'<a href="{ASK}?next={address.replace("/", "%2F")}">get a code by email</a>' in page
    asked = ask(client, next=address)
    assert asked.url == f"{ENTER}?next={address.replace('/', '%2F')}"
    assert f'name="next" value="{address}"' in client.get(asked.url).content.decode()
    assert enter(client, newest_code(), next=address).url == address
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_the_log_in_page_asks_for_one_with_the_address_typed_there(client, alice):
    page = client.get(reverse("account_login"), {"next": "/games/7/"}).content.decode()
    assert f'formaction="{ASK}" formnovalidate>Email me a code instead<' in page
    asked = client.post(ASK, {"login": "Alice@Example.org", "password": "", "next": "/games/7/"})
    assert asked.url == f"{ENTER}?next=%2Fgames%2F7%2F"
    assert mail.outbox[0].to == ["alice@example.org"]
    assert enter(client, newest_code()).url == "/"


def test_a_name_is_no_address(client, alice):
    page = client.post(ASK, {"login": "Alice", "password": ""})
    assert page.status_code == 200
    assert "valid email address" in page.content.decode()
    assert mail.outbox == []


@pytest.mark.parametrize("form", ["{}", " {} ", "digits alone", "with a space", "\ufeff“{}”", "> {}", "dashed", "wide"])
def test_a_code_is_read_however_it_is_typed(client, alice, form):
    ask(client)
    code = newest_code()
    typed = {"digits alone": code.replace("-", ""), "with a space": code.replace("-", " ")}
    typed |= {"dashed": code.replace("-", "\u00a0–\u00a0")}
    typed |= {"wide": "".join(chr(ord(each) + 0xFEE0) for each in code)}
    assert enter(client, typed.get(form) or form.format(code)).status_code == 302
    assert is_in(client)


def test_the_email_says_what_the_code_is_for_and_shows_it_where_no_lock_screen_does(client, alice):
    client.post(ASK, {"email": "alice@example.org"}, HTTP_USER_AGENT="Mozilla Linux Firefox <b>evil</b>")
    [message] = mail.outbox
    code = newest_code()
    assert code not in message.subject
    assert "in Firefox on Linux" in message.body
    assert "evil" not in message.body
    assert "http" not in message.body, "a link would lead to another browser"
    [(html, _)] = message.alternatives
    assert re.search(rf'<p class="code"[^>]*>{code}</p>', html)
    lasts = parsedate_to_datetime(message.extra_headers["Expires"]) - timezone.now()
    assert timedelta(minutes=9) < lasts <= timedelta(minutes=10)


def test_a_stranger_s_browser_is_not_quoted(client, alice):
    client.post(ASK, {"email": "alice@example.org"}, HTTP_USER_AGENT="Call 555 on the phone")
    assert "in a browser we don’t know" in " ".join(mail.outbox[0].body.split())
    assert "555" not in mail.outbox[0].body


def test_telephones_offer_the_code_and_show_digits(client, alice):
    ask(client)
    page = client.get(ENTER).content.decode()
    field = re.search(r'<input [^>]*name="code"[^>]*>', page)[0]
    assert 'autocomplete="one-time-code"' in field
    assert 'inputmode="numeric"' in field


def test_it_counts_like_any_log_in(client, alice):
    ask(client)
    enter(client, newest_code(), time_zone="Asia/Tokyo")
    alice.refresh_from_db()
    assert alice.time_zone == "Asia/Tokyo"
    assert COOKIE in client.cookies
    event = AccountEvent.objects.get(user=alice)
    assert (event.kind, event.detail) == ("logged_in", "with a code from an email")


@pytest.mark.parametrize(("ticked", "ends"), [({"remember": "on"}, False), ({"remember": ""}, True)])
def test_whether_the_session_outlasts_the_browser_is_chosen(client, alice, ticked, ends):
    ask(client)
    client.post(ENTER, {"code": newest_code(), **ticked})
    assert client.session.get_expire_at_browser_close() is ends


def test_an_account_that_is_to_be_closed_is_kept_by_it(client, alice):
    alice.closing_at = timezone.now() + timedelta(days=3)
    alice.save()
    ask(client)
    enter(client, newest_code())
    alice.refresh_from_db()
    assert alice.closing_at is None


def test_whoever_waits_for_a_code_may_use_the_password_after_all(client, alice_with_password):
    ask(client)
    assert client.get(reverse("account_login")).status_code == 200
    data = {"login": "Alice", "password": PASSWORD, "next": "/games/7/"}
    assert client.post(reverse("account_login"), data).url == "/games/7/"
    assert client.get(ENTER).status_code == 302


def test_or_ask_again_and_finds_the_address_filled_in(client, alice):
    ask(client)
    assert 'value="alice@example.org"' in client.get(ASK).content.decode()


@pytest.mark.parametrize("page", [ASK, ENTER])
def test_whoever_is_in_is_led_on(client, alice, page):
    client.force_login(alice)
    assert client.get(page, {"next": "/games/7/"}).url == "/games/7/"
    assert mail.outbox == []


@each_row("wanted", ["home", "nowhere", "👩‍👩‍👧‍👦", "https://example.net/", "javascript:alert(1)", "//x"])
@each_row("method", ["get", "post"])
def test_whoever_is_in_is_led_nowhere_by_what_is_no_path_of_the_site(client, alice, wanted, method):
    client.force_login(alice)
    assert getattr(client, method)(ENTER, {"next": wanted}).url == "/"


@pytest.mark.parametrize("wanted", ["nowhere", "👩‍👩‍👧‍👦", "https://example.net/", "\x00", "//x"])
def test_whatever_is_wanted_the_code_logs_in(client, alice, wanted):
    ask(client, next=wanted)
    answer = enter(client, newest_code(), next=wanted)
    assert answer.status_code == 302
    assert "example.net" not in answer.url
    assert is_in(client)


# --- The second factor --------------------------------------------------------------------------------------------
def test_a_second_factor_is_still_asked_for(secret, alice):
    browser = Client()
    ask(browser)
    asked = enter(browser, newest_code(), next="/games/7/")
    assert asked.url == reverse("mfa_authenticate")
    assert not is_in(browser)
    assert browser.post(reverse("mfa_authenticate"), {"code": code_of(secret)}).url == "/games/7/"
    assert is_in(browser)


def test_the_administration_wants_a_second_factor_beside_it(client, admin):
    ask(client, admin.email)
    enter(client, newest_code())
    assert is_in(client)
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == reverse("mfa_index")
    assert not Authenticator.objects.exists()
