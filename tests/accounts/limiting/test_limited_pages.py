"""Sign-up and resets within their limits: refused with 429, until when, and with the form as it was filled in."""

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.limiting.limits import ACTIONS
from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def reset(email, **headers):
    return Client().post(reverse("account_reset_password"), {"email": email}, **headers)


def test_one_network_address_makes_thirty_accounts_an_hour_and_the_next_loses_nothing_typed(sign_up):
    most = ACTIONS["sign_up"].limits[0].most
    for number in range(most):
        assert sign_up(username=f"Newcomer{number}", email=f"newcomer{number}@example.org").status_code == 302
    refused = sign_up(username="Dora", email="dora@example.org")
    assert refused.status_code == 429
    assert 3500 < int(refused["Retry-After"]) <= 3600
    page = refused.content.decode()
    assert "Your network address has reached the limit of 30 new accounts in an hour. You can go on" in page
    assert 'value="Dora"' in page
    assert 'value="dora@example.org"' in page
    assert User.objects.count() == most == len(mail.outbox)


def test_a_form_with_a_fault_costs_nothing(sign_up):
    for _ in range(40):
        assert sign_up(username="al").status_code == 200
    assert sign_up().status_code == 302


def test_known_and_unknown_addresses_are_refused_alike(sign_up, alice):
    for _ in range(10):
        assert sign_up(email="alice@example.org").status_code == 302
    known = sign_up(email="alice@example.org")
    for number in range(10):
        assert sign_up(username=f"Newcomer{number}", email=f"dora+{number}@example.org").status_code == 302
    unknown = sign_up(email="dora@example.org")
    told = "This email address has reached the limit of 10 new accounts in 24 hours."
    assert [(page.status_code, told in page.content.decode()) for page in (known, unknown)] == [(429, True)] * 2


@pytest.mark.parametrize("email", ["alice@example.org", "nobody@example.org"])
def test_an_address_gets_three_resets_an_hour_from_wherever_they_are_asked(alice, email):
    for number in range(3):
        assert reset(email, REMOTE_ADDR=f"203.0.113.{number}").status_code == 302
    refused = reset(email.upper(), REMOTE_ADDR="203.0.113.99")
    assert refused.status_code == 429
    assert "in 60 minutes" in refused.content.decode()
    assert f'value="{email.upper()}"' in refused.content.decode()
    assert len(mail.outbox) == (3 if email.startswith("alice") else 0)


@pytest.mark.usefixtures("at_noon")
def test_a_page_that_allauth_limits_tells_when_it_goes_on(client):
    answers = [client.post(reverse("account_login"), {"login": "", "password": ""}) for _ in range(31)]
    assert [answer.status_code for answer in answers] == [200] * 30 + [429]
    assert answers[-1]["Retry-After"] == "60"
    assert "You can go on at" in answers[-1].content.decode()


@pytest.mark.parametrize("right", [True, False], ids=["the right password", "a wrong one"])
def test_after_five_wrong_passwords_the_log_in_is_refused_and_says_when_it_goes_on(client, alice_with_password, right):
    def try_in(password: str):
        return client.post(reverse("account_login"), {"login": "Alice", "password": password})

    assert [try_in("a guess").status_code for _ in range(5)] == [200] * 5
    refused = try_in(PASSWORD if right else "a guess")
    assert (refused.status_code, refused["Retry-After"]) == (429, "300")
    page = refused.content.decode()
    assert "Too many failed attempts. Please wait five minutes, then try again." in page
    assert 'value="Alice"' in page


def test_guesses_at_the_password_of_somebody_logged_in_are_refused_with_the_same_status(client, alice_with_password):
    client.force_login(alice_with_password)
    page = reverse("account_reauthenticate")
    assert [client.post(page, {"password": "a guess"}).status_code for _ in range(5)] == [200] * 5
    refused = client.post(page, {"password": "a guess"})
    assert (refused.status_code, refused["Retry-After"]) == (429, "300")


def test_an_unverified_address_is_written_to_ten_times_a_day_at_most(sign_up, client):
    """Each log-in of an account whose address is not confirmed asked for another email, one every three minutes."""
    sign_up()
    now = timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        answers = []
        for _ in range(20):
            clock.shift(240)
            words = {"login": "Dora", "password": "a quiet evening with a board"}
            answers.append(Client().post(reverse("account_login"), words))
    assert [answer.status_code for answer in answers] == [302] * 9 + [429] * 11
    assert "Links from earlier emails still work." in answers[-1].content.decode()
    assert len(mail.outbox) == 10
