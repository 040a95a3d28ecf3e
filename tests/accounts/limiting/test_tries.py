"""Forms that are not valid count, too: a place may send ten times as many as it may have accepted, and then none is
even looked at."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth import password_validation
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.limiting import spending
from accounts.limiting.counting import TRIES, Per
from accounts.limiting.limits import ACTIONS
from accounts.limiting.origin import hash_networks
from accounts.limiting.spending import spend_try
from accounts.models import Allowance, User
from core.refusal import Refusal
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
NOON = datetime(2027, 1, 4, 12, tzinfo=UTC)
TRIED = [name for name, action in ACTIONS.items() if action.counts_tries]
PAGES = {
    "sign_up": ("account_signup", {"username": "Dora", "email": "dora@example.org", "password1": "12345"}),
    "email_change": ("account_email", {"email": "no address", "action_add": ""}),
    "password_reset": ("account_reset_password", {"email": "no address"}),
    "login_code": ("account_request_login_code", {"email": "no address"}),
}


def send_up_to(action: str, *, origin: tuple[str, ...], now: datetime = NOON, most: int = 100_000) -> int:
    """How many forms are let through."""
    for number in range(most):
        try:
            spend_try(action, now=now, origin=origin)
        except Refusal:
            return number
    return most


@pytest.mark.parametrize("action", TRIED)
def test_a_place_may_send_ten_times_as_many_in_any_such_span(action):
    limit = ACTIONS[action].of_tries
    by_address = [each for each in ACTIONS[action].limits if each.per == Per.ADDRESS]
    assert limit.most == TRIES * min(each.most for each in by_address)
    assert send_up_to(action, origin=("here",)) == limit.most
    assert send_up_to(action, origin=("here",), now=NOON + limit.span - timedelta(seconds=1)) == 0
    assert send_up_to(action, origin=("there",), most=3) == 3
    assert send_up_to(action, origin=("here",), now=NOON + limit.span + timedelta(seconds=1), most=3) == 3


def test_wider_networks_may_send_more_and_are_counted_together(monkeypatch):
    monkeypatch.setattr(spending, "WIDER", {56: 2})
    sent = [send_up_to("email_change", origin=(f"{each}", "a home")) for each in range(3)]
    assert sent == [100, 100, 0]


def test_what_is_counted_of_them_stays_small_however_many_come():
    for number in range(250):
        spend_try("sign_up", now=NOON + number * timedelta(seconds=30), origin=("here", "a home", "a company"))
    assert max(len(row.times) for row in Allowance.objects.all()) < 1500


def test_a_span_that_slides_over_them_lets_no_more_through():
    """One every 10 seconds: 360 an hour are more than 300."""
    moments = [NOON + number * timedelta(seconds=10) for number in range(400)]
    let_through = [now for now in moments if send_up_to("sign_up", origin=("here",), now=now, most=1)]
    assert len(let_through) < len(moments)
    most = max(sum(0 <= (later - first).total_seconds() < 3540 for later in let_through) for first in let_through)
    assert most <= ACTIONS["sign_up"].of_tries.most


def test_each_page_is_here():
    assert sorted(PAGES) == sorted(TRIED)


@pytest.mark.parametrize("action", PAGES)
def test_a_page_counts_what_it_refuses_and_then_looks_at_nothing_and_keeps_what_was_typed(
    action, client, alice_with_password, monkeypatch
):
    name, sent = PAGES[action]
    if action == "email_change":
        client.login(username="Alice", password=PASSWORD)
    refused = client.post(reverse(name), sent)
    assert refused.status_code == 200
    key = Allowance.objects.get().key
    assert key.startswith(f"{action} sent/address/")
    origin = hash_networks(RequestFactory().post("/"))
    left = send_up_to(action, origin=origin, now=timezone.now())
    assert left == ACTIONS[action].of_tries.most - 1
    monkeypatch.setattr(password_validation, "validate_password", None)
    monkeypatch.setattr(User.objects, "refuse_taken", None)
    answer = client.post(reverse(name), sent)
    page = answer.content.decode()
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert f"Your network address has sent this form {left + 1} times in an hour. You can go on " in page.replace(
        "24 hours", "an hour"
    )
    assert f'value="{sent["email"]}"' in page
    assert "12345" not in page
