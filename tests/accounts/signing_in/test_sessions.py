"""The list of one's sessions, and ending the others."""

from datetime import timedelta

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.accounts.conftest import PASSWORD

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"


@pytest.fixture
def two_browsers(alice_with_password):
    browsers = [Client(HTTP_USER_AGENT=FIREFOX), Client(HTTP_USER_AGENT=IPHONE)]
    for browser in browsers:
        browser.post(reverse("account_login"), {"login": "Alice", "password": PASSWORD})
    return browsers


def test_each_is_named_and_this_one_marked(two_browsers):
    page = two_browsers[0].get(reverse("usersessions_list")).content.decode()
    assert "Firefox on Linux" in page
    assert "Safari on iPhone" in page
    assert page.count("this one") == 1


def test_the_others_can_be_logged_out(two_browsers):
    here, there = two_browsers
    here.post(reverse("usersessions_list"))
    assert "_auth_user_id" not in there.session
    assert "_auth_user_id" in here.session


def test_nobody_sees_another_s(two_browsers, client, boris):
    client.force_login(boris)
    assert "Firefox on Linux" not in client.get(reverse("usersessions_list")).content.decode()


def test_a_session_s_last_use_is_noted_and_not_at_every_request(two_browsers):
    here, _ = two_browsers
    UserSession.objects.update(last_seen_at=timezone.now() - timedelta(hours=1))
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        here.get(reverse("challenges"))
    [seen] = UserSession.objects.filter(session_key=here.session.session_key).values_list("last_seen_at", flat=True)
    assert abs((seen - timezone.now()).total_seconds()) < 360
    here.get(reverse("challenges"))
    assert UserSession.objects.get(session_key=here.session.session_key).last_seen_at == seen
