"""Limits by address also count wider IPv6 networks, so that a thousand addresses of one do not multiply them."""

import html
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.limiting.limits import (
    ACTIONS,
    ASKED_BY_ALLAUTH,
    MOST_GUESTS,
    MOST_KEPT_FORMS,
    WIDER,
    Per,
    write_for_allauth,
)
from accounts.limiting.origin import hash_networks, hash_origin
from accounts.limiting.spending import spend
from accounts.posted.kept_forms import KEPT_FOR
from core.refusal import Refusal
from tests.accounts.conftest import PASSWORD

NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db
LOGIN = reverse("account_login")


def networks(address: str) -> tuple[str, ...]:
    return hash_networks(request_of(address))


def request_of(address: str):
    return RequestFactory().get("/", REMOTE_ADDR=address)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2::2", 3),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", 2),
        ("2001:db8:1:2::1", "2001:db8:1:ff::1", 2),
        ("2001:db8:1:2::1", "2001:db8:1:100::1", 1),
        ("2001:db8:1:2::1", "2001:db8:2:2::1", 0),
        ("198.51.100.7", "198.51.100.8", 0),
        ("::ffff:198.51.100.7", "198.51.100.7", 1),
    ],
)
def test_how_many_networks_two_addresses_have_in_common(one, other, shared):
    assert len(set(networks(one)) & set(networks(other))) == shared


def test_an_ipv4_address_is_counted_alone_and_each_first_by_what_it_was():
    assert len(networks("198.51.100.7")) == len(networks("nonsense")) == 1
    for address in ("198.51.100.7", "2001:db8:1:2::1"):
        assert networks(address)[0] == hash_origin(request_of(address))


def count_let_through(action: str, addresses: list[str]) -> int:
    """How many uses are let through of so many as one address has, from each of these in turn."""
    done = 0
    for address in addresses:
        for _ in range(ACTIONS[action].limits[0].most):
            try:
                with transaction.atomic():
                    spend(action, now=NOON, origin=networks(address))
                    done += 1
            except Refusal:
                break
    return done


def test_a_56_may_do_sixteen_times_as_much_and_a_48_sixty_four_times():
    most = ACTIONS["guest_game"].limits[0].most
    home = [f"2001:db8:1:{number:x}::1" for number in range(20)]
    assert count_let_through("guest_game", home) == 16 * most
    rest = [f"2001:db8:1:{home:x}{number:02x}::1" for home in range(1, 5) for number in range(17)]
    assert count_let_through("guest_game", rest) == (64 - 16) * most
    assert count_let_through("guest_game", ["2001:db8:2:1::1", "198.51.100.7"]) == 2 * most


def test_the_refusal_says_that_it_is_the_network():
    count_let_through("passkey", [f"2001:db8:1:{number:x}::1" for number in range(16)])
    with pytest.raises(Refusal) as refused, transaction.atomic():
        spend("passkey", now=NOON, origin=networks("2001:db8:1:ff::1"))
    told = "Your network has reached the limit of 480 log-ins with a passkey in 10 minutes."
    assert refused.value.sentence.startswith(told)


def test_counting_wider_networks_costs_no_more_queries(django_assert_num_queries):
    with transaction.atomic(), django_assert_num_queries(2):
        spend("passkey", now=NOON, origin=networks("2001:db8:1:2::1"))


@pytest.mark.parametrize(
    ("action", "cap", "lasts"),
    [("guest", MOST_GUESTS, timedelta(days=30)), ("kept_form", MOST_KEPT_FORMS, KEPT_FOR)],
)
def test_no_network_fills_what_all_share(action, cap, lasts):
    [limit] = ACTIONS[action].limits
    assert limit.per == Per.ADDRESS
    assert limit.most * (lasts / limit.span) * max(WIDER.values()) < cap * 0.9


def test_the_page_of_limits_tells_the_wider_ones(client):
    page = html.unescape(client.get(reverse("rules_of_limits")).content.decode())
    assert "16 times as much for a network of 56 bits and 64 times as much for a network of 48 bits." in page


# --- What allauth counts ------------------------------------------------------------------------------------------
def test_each_limit_that_allauth_asks_by_address_has_its_wider_ones(settings):
    by_address = {name for name, each in ASKED_BY_ALLAUTH.items() for limit in each.limits if limit.per == Per.ADDRESS}
    rates = write_for_allauth()
    assert by_address == {"login", "login_failed", "reset_password_from_key"}
    assert {name for name in rates if "_in_" in name} == {f"{name}_in_{bits}" for name in by_address for bits in WIDER}
    assert (rates["login_failed_in_56"], rates["login_failed_in_48"]) == ("160/60s/key", "640/60s/key")


def try_in(number: int, **typed: str):
    """From a home's network of the number by thirds: each address is of another network of 64 bits."""
    typed = {"login": f"Nobody{number}", "password": "a guess", **typed}
    return Client().post(LOGIN, typed, REMOTE_ADDR=f"2001:db8:1:{number // 3:x}{number % 3:02x}::1")


@pytest.mark.parametrize(("bits", "let"), [(56, 2), (48, 5)])
def test_guesses_of_a_network_are_slowed_whatever_the_accounts_and_addresses(settings, alice_with_password, bits, let):
    rate = {f"login_failed_in_{bits}": f"{let}/600s/key"}
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, **rate}
    for number in range(let):
        assert try_in(number, login="Alice", password=PASSWORD).status_code == 302, "a right one is no guess"
    for number in range(let):
        assert "Too many failed attempts" not in try_in(number).content.decode()
    refused = try_in(let, login="Alice", password=PASSWORD)
    assert (refused.status_code, "Too many failed attempts" in refused.content.decode()) == (429, True)
    others = Client().post(LOGIN, {"login": "Alice", "password": PASSWORD}, REMOTE_ADDR="2001:db8:2::1")
    assert others.status_code == 302


PAGES = {
    "login": LOGIN,
    "reset_password_from_key": reverse("account_reset_password_from_key", args=["1", "set-password"]),
    "login_failed": reverse("mfa_authenticate"),
}


@pytest.mark.parametrize(("action", "form"), PAGES.items())
def test_a_form_is_counted_when_it_is_sent_and_not_when_it_is_opened(settings, action, form):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, f"{action}_in_56": "2/600s/key"}

    def ask(number: int, method: str) -> int:
        return getattr(Client(), method)(form, REMOTE_ADDR=f"2001:db8:1:{number:x}::1").status_code

    assert 429 not in {ask(number, "get") for number in range(4)}
    assert [ask(number, "post") == 429 for number in range(4)] == [False, False, True, True]
