"""The switches of administrators: who may sign up, and how much new accounts may do. Pages tell both."""

import html
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import safeguards
from accounts.limiting.limits import ACTIONS
from accounts.models import User
from computers.models import Computer
from computers.starting import find_computer
from core.refusal import Refusal
from engine import registry
from moderation import reports
from moderation.models import LoggedAction
from tests.administration import enter
from tests.factories import ChallengeFactory, UserFactory
from tests.versions import see

pytestmark = pytest.mark.django_db
SIGN_UP = reverse("account_signup")
NEWCOMER = {"username": "Dora", "email": "dora@example.org", "password1": "a quiet evening with a board"}
DAY = timedelta(days=1)


@pytest.fixture
def switch(client, admin):
    """Sets the switches on their page, as an administrator, and gives back a visitor's browser."""

    def send(**fields: str):
        browser = enter(client, admin)
        page = reverse("moderation_site")
        assert browser.post(page, {**see(browser, page), **fields}).status_code == 302
        browser.logout()
        return browser

    return send


def read(browser, page: str) -> str:
    return html.unescape(browser.get(page).content.decode())


def may_sign_up(browser, **more: str) -> bool:
    browser.post(SIGN_UP, {**NEWCOMER, **more})
    return User.objects.filter(username="Dora").exists()


def test_sign_ups_are_open_at_first(client):
    assert 'name="username"' in read(client, SIGN_UP)
    assert may_sign_up(client)


@pytest.mark.parametrize(
    ("chosen", "heading"), [("closed", "Sign-up is closed"), ("invited", "Sign-up is by invitation")]
)
def test_where_sign_ups_are_closed_the_page_says_so_and_takes_nobody(switch, chosen, heading):
    visitor = switch(sign_ups=chosen)
    assert heading in read(visitor, SIGN_UP)
    assert 'name="username"' not in read(visitor, SIGN_UP)
    assert not may_sign_up(visitor)
    visitor = switch(sign_ups="open")
    assert may_sign_up(visitor)


@pytest.mark.parametrize("chosen", ["invited", "closed"])
def test_an_invitation_that_waits_lets_in_where_they_are_by_invitation(switch, alice, chosen):
    invitation = ChallengeFactory(challenger=alice, audience="link")
    page = reverse("invitation", args=[invitation.token])
    visitor = switch(sign_ups=chosen)
    visitor.get(page)
    opened = visitor.get(SIGN_UP, {"next": page}).content.decode()
    assert ('name="username"' in opened) == (chosen == "invited")
    assert may_sign_up(visitor, next=page) == (chosen == "invited")


def test_an_invitation_that_is_over_or_made_up_lets_nobody_in(switch, alice):
    withdrawn = ChallengeFactory(challenger=alice, audience="link")
    type(withdrawn).objects.filter(pk=withdrawn.pk).update(status="withdrawn", closed_at=timezone.now())
    visitor = switch(sign_ups="invited")
    for token in (withdrawn.token, "made-up"):
        assert not may_sign_up(visitor, next=reverse("invitation", args=[token]))


def test_new_accounts_may_do_a_quarter_for_a_day_and_both_pages_say_so(switch, alice):
    most = ACTIONS["report"].limits[0].most
    new, now = UserFactory(date_joined=timezone.now()), timezone.now()
    User.objects.filter(pk=alice.pk).update(date_joined=now - 8 * DAY)
    visitor = switch(sign_ups="open", tighten="on")
    assert "At the moment, new accounts have lower" in read(visitor, SIGN_UP)
    assert "accounts younger than a week may do a quarter of this" in read(visitor, reverse("rules_of_limits"))
    assert [count_reports(user, now=now) for user in (new, alice)] == [most // 4, most]
    later = now + DAY + timedelta(minutes=1)
    assert not safeguards.are_tightened(now=later)
    assert count_reports(new, now=later) == most


def count_reports(user: User, *, now) -> int:
    """How many reports this person gets through before they are refused."""
    for number in range(100):
        try:
            reports.make(user, about=UserFactory(), matter="words", text="Rude.", now=now)
        except Refusal:
            return number
    raise AssertionError("Nothing was refused.")


def test_they_are_switched_back_by_hand_and_another_switch_makes_the_day_no_longer(switch, client):
    switch(sign_ups="open", tighten="on")
    until = safeguards.read().tightened_until
    switch(sign_ups="closed", tighten="on")
    assert safeguards.read().tightened_until == until
    visitor = switch(sign_ups="open")
    assert not safeguards.are_tightened(now=timezone.now())
    assert "At the moment" not in read(visitor, SIGN_UP)
    assert "quarter" not in read(visitor, reverse("rules_of_limits"))


def test_the_log_and_the_page_show_each_change_with_who_made_it_and_why(switch, client, admin):
    switch(sign_ups="closed", reason="A flood of new accounts")
    switch(sign_ups="closed")
    switch(sign_ups="closed", tighten="on")
    later, first = LoggedAction.objects.filter(action="switch_site").order_by("-pk")
    assert (first.by, first.reason) == (admin, "A flood of new accounts")
    assert (first.before["sign_ups"], first.after["sign_ups"]) == ("open", "closed")
    assert (later.before["tightened_until"], later.after["sign_ups"]) == (None, "closed")
    assert later.after["tightened_until"]
    for page in (reverse("moderation_site"), reverse("moderation_log") + "?action=switch_site"):
        shown = read(enter(client, admin), page)
        assert shown.count("Sign-ups: Closed. Limits of new accounts:") == 2
        assert "A flood of new accounts" in shown


def test_computers_that_staff_switch_are_logged_and_unchanged_ones_are_not(client, admin):
    computer = find_computer(registry.get("mastery"), level="newcomer")
    browser = enter(client, admin)
    for action in ("switch_off", "switch_off", "switch_on"):
        sent = {"action": action, "_selected_action": [computer.pk]}
        assert browser.post(reverse("admin:computers_computer_changelist"), sent).status_code == 302
    logged = LoggedAction.objects.filter(action="switch_computer").order_by("pk")
    assert [(each.by, each.person, each.what) for each in logged] == [
        (admin, computer.user, "Computer switched off."),
        (admin, computer.user, "Computer switched on."),
    ]
    assert Computer.objects.get().on
    shown = read(browser, reverse("moderation_log") + "?action=switch_computer")
    assert "Computer switched off." in shown
