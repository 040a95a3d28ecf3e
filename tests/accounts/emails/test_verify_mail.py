"""Verifying the mail address: by a page with a button, and on to where the visitor wanted to go."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
WANTED = "/invitation/abc123/"


def test_opening_the_link_confirms_nothing_yet(client, sign_up, newest_link):
    """Mail scanners open links: only the button confirms."""
    sign_up()
    page = client.get(newest_link())
    assert "Confirm your email address" in page.content.decode()
    assert not EmailAddress.objects.get().verified


def test_in_the_same_browser_one_is_logged_in_and_goes_on(client, sign_up, newest_link):
    sign_up(next=WANTED)
    response = client.post(newest_link())
    assert response.url == WANTED
    assert client.session["_auth_user_id"] == str(EmailAddress.objects.get(verified=True).user_id)


def test_without_a_page_to_go_to_one_comes_to_the_front_page(client, sign_up, newest_link):
    sign_up()
    assert client.post(newest_link()).url == reverse("home")


def test_in_another_browser_one_logs_in_first_and_goes_on(sign_up, newest_link):
    sign_up(next=WANTED)
    elsewhere = Client()
    link = newest_link()
    assert elsewhere.get(link).status_code == 200
    to_login = elsewhere.post(link).url
    assert to_login.startswith(reverse("account_login"))
    response = elsewhere.post(to_login, {"login": "dora", "password": PASSWORD})
    assert response.url == WANTED


def test_after_two_hours_one_logs_in_first_and_goes_on(client, sign_up, newest_link, time_machine):
    time_machine.move_to("2026-11-21 10:00Z")
    sign_up(next=WANTED)
    time_machine.move_to("2026-11-21 12:30Z")
    to_login = client.post(newest_link()).url
    assert client.post(to_login, {"login": "dora", "password": PASSWORD}).url == WANTED


@pytest.mark.parametrize("evil", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"])
def test_the_page_to_go_to_is_never_on_another_site(client, sign_up, newest_link, evil):
    sign_up(next=evil)
    assert "evil" not in mail.outbox[0].body
    assert client.post(newest_link()).url == reverse("home")


def test_a_link_doctored_to_another_site_is_not_followed(sign_up, newest_link):
    sign_up()
    response = Client().post(newest_link() + "?next=https://evil.example/")
    assert response.url == reverse("account_login")


@pytest.mark.parametrize("key", ["nonsense", "1:1:1", "a" * 300])
def test_a_broken_link_is_explained(client, key):
    page = client.get(reverse("account_confirm_email", args=[key]))
    assert "wasn’t copied in full" in page.content.decode()


def test_a_link_works_once(client, sign_up, newest_link):
    sign_up()
    client.post(newest_link())
    assert "has already been used" in Client().get(newest_link()).content.decode()


def test_logging_in_unverified_sends_the_mail_again(client, sign_up, newest_link, time_machine):
    time_machine.move_to("2026-11-21 10:00Z")
    sign_up()
    time_machine.move_to("2026-11-21 10:10Z")
    data = {"login": "dora@example.org", "password": PASSWORD, "next": WANTED}
    assert Client().post(reverse("account_login"), data).url == reverse("account_email_verification_sent")
    assert len(mail.outbox) == 2
    Client().post(newest_link())
    assert EmailAddress.objects.get().verified


def test_the_mail_says_the_same_as_text_and_as_html(sign_up, newest_link):
    sign_up(next=WANTED)
    message = mail.outbox[0]
    html, kind = message.alternatives[0]
    assert kind == "text/html"
    assert message.subject == "Confirm your email address"
    assert "Hello Dora" in message.body
    assert "Hello Dora" in html
    assert newest_link().replace("&", "&amp;") in html
    assert ">Confirm this address</a>" in html
