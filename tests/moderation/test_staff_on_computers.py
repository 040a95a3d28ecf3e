"""What staff can do to computers and guests: nothing that would give them a right or an address, or break the site."""

import re
from datetime import timedelta

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import appointing
from accounts.locked_out import rescue, rescue_requests
from accounts.models import Rescue, Restriction, User
from accounts.signing_in.adapter import AccountAdapter
from computers import starting
from core.refusal import Refusal
from engine import registry
from games import guests
from moderation.actions import registry as actions
from moderation.models import LoggedAction
from tests.accounts.conftest import PASSWORD
from tests.moderation.staff import act, make_moderator, open_as

pytestmark = pytest.mark.django_db
NOBODYS = {
    "computer": lambda: starting.find_computer(registry.get("mastery"), level="newcomer").user,
    "guest": guests.make,
}
HOOKS = ("email_verification", "signal_kwargs", "email", "signup", "redirect_url")
OTHER = "mira@elsewhere.example"
DONE, REFUSED = 302, 409
PEOPLE = {
    "note": DONE,
    "message": REFUSED,
    "warn": REFUSED,
    "mute": REFUSED,
    "bar": REFUSED,
    "bar_reports": REFUSED,
    "bar_rated": REFUSED,
    "take_rated_out_since": REFUSED,
    "set_place": REFUSED,
    "rename": REFUSED,
    "clear_profile": REFUSED,
    "remove_writing": REFUSED,
    "remove_since": REFUSED,
    "end_sessions": REFUSED,
    "suspend": REFUSED,
    "appoint": REFUSED,
}
FIELDS = {
    "length": "7",
    "which": "barred",
    "games": "lost",
    "rank": "administrator",
    "thing": "remark-1",
    "since": "2026-01-01",
}
HELPS = ("resend-verification", "correct-address", "reset-second-factors", "withdraw-rescues", "give-vacation")
every_nobody = pytest.mark.parametrize("nobody", NOBODYS)


@pytest.fixture
def account(nobody) -> User:
    return NOBODYS[nobody]()


def state(account: User) -> dict:
    return User.objects.filter(pk=account.pk).values().get()


@every_nobody
@pytest.mark.parametrize("name", PEOPLE)
def test_actions_of_staff(admin, account, name):
    before, staff = state(account), open_as(admin)
    for more in ({"preview": "1"}, {}):
        expected = 200 if more and PEOPLE[name] == DONE else PEOPLE[name]
        assert act(staff, account, name, **FIELDS, **more).status_code == expected
    assert state(account) == before
    assert not Restriction.objects.exists()
    assert LoggedAction.objects.exists() == (PEOPLE[name] == DONE)
    page = staff.get(reverse("moderation_person", args=[account.username])).content.decode()
    shown = set(re.findall(rf"/moderation/people/{account.username.replace(' ', '%20')}/(\w+)/", page))
    done = {name for name, expected in PEOPLE.items() if expected == DONE}
    assert shown == {*done, "games"}, "what staff read of an account is no action"


def test_an_earlier_restriction_of_a_computer_can_be_lifted(admin, monkeypatch):
    account, rename = NOBODYS["computer"](), actions.ACTIONS.find("rename")
    monkeypatch.setattr(type(rename), "needs_person", False)
    staff = open_as(admin)
    assert act(staff, account, "rename").status_code == DONE
    monkeypatch.undo()
    row = LoggedAction.objects.get()
    assert (
        staff.post(
            reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake.", "told": "We were wrong."}
        ).status_code
        == DONE
    )
    assert User.objects.get(pk=account.pk).username == account.username


@every_nobody
@pytest.mark.parametrize("deed", HELPS)
@pytest.mark.parametrize("role", ["moderator", "administrator"])
def test_help_by_staff(admin, account, deed, role):
    before, staff = state(account), open_as(admin if role == "administrator" else make_moderator())
    page = reverse(f"admin:accounts_user_{deed}", args=[account.pk])
    assert staff.post(page, {"email": OTHER, "days": "3", "reason": "They asked."}).status_code == 403
    assert deed not in staff.get(reverse("admin:accounts_user_change", args=[account.pk])).content.decode()
    assert (state(account), mail.outbox, Rescue.objects.count()) == (before, [], 0)


@every_nobody
@pytest.mark.parametrize("kind", Rescue.Kind)
def test_the_functions_themselves_refuse(admin, account, kind):
    EmailAddress.objects.create(user=account, email=OTHER)
    Authenticator.objects.create(user=account, type=Authenticator.Type.TOTP, data={"secret": "none"})
    terms = {"staff": admin, "reason": "They asked."}
    for staff in (admin, make_moderator()):
        with pytest.raises(ValidationError, match="Nobody logs in"):
            rescue_requests.begin(account, kind, staff=staff, reason="They asked.", email=OTHER)
    for help_now in (
        lambda: rescue.correct_address(account, email="other@elsewhere.example", **terms),
        lambda: rescue.reset_second_factors(account, **terms),
        lambda: rescue.resend_verification(account, **terms),
    ):
        with pytest.raises(ValidationError, match="Nobody logs in"):
            help_now()
    assert mail.outbox == []


def test_the_functions_do_not_help_a_closed_account(admin, alice):
    alice.closed_at = timezone.now()
    with pytest.raises(ValidationError, match="Nobody logs in"):
        rescue.correct_address(alice, email=OTHER, staff=admin, reason="They asked.")


@every_nobody
def test_an_earlier_request_of_a_moderator_is_not_carried_out(account):
    now, mira = timezone.now(), make_moderator()
    terms = {"user": account, "staff": mira, "kind": Rescue.Kind.ADDRESS, "email": OTHER, "before": account.email}
    Rescue.objects.create(reason="They asked.", asked_at=now, due_at=now, **terms)
    assert rescue_requests.carry_out_due(now=now + timedelta(days=4)) == 0
    assert Rescue.objects.get().outcome == "void"
    assert mail.outbox == []


@every_nobody
def test_they_get_no_rights_by_the_function_either_and_can_lose_them(account):
    with pytest.raises(Refusal, match="can have no rights"):
        appointing.appoint(account, appointing.ADMINISTRATOR)
    User.objects.filter(pk=account.pk).update(is_staff=True, is_superuser=True)
    account.refresh_from_db()
    appointing.appoint(account, appointing.PLAYER)
    account.refresh_from_db()
    assert (account.is_staff, account.is_superuser) == (False, False)


# --- Whatever their row says -------------------------------------------------------------------------------------
@pytest.fixture
def taken(account) -> User:
    """An account as somebody would have it who had got hold of its row."""
    account.email, account.is_active, account.is_staff = OTHER, True, True
    account.set_password(PASSWORD)
    account.save()
    EmailAddress.objects.create(user=account, email=OTHER, verified=True, primary=True)
    return account


@every_nobody
@pytest.mark.parametrize("by", ["username", "email"])
def test_no_password_lets_in(taken, by):
    page = Client().post(reverse("account_login"), {"login": getattr(taken, by), "password": PASSWORD})
    assert page.status_code == 200
    assert "don’t match" in page.content.decode()


@every_nobody
def test_no_session_is_theirs(taken):
    browser = Client()
    browser.force_login(taken)
    assert browser.get(reverse("settings")).status_code == 302
    assert browser.get(reverse("moderation")).status_code == 302


@every_nobody
def test_no_other_way_of_logging_in_lets_in(taken, rf):
    assert AccountAdapter().pre_login(rf.post("/"), taken, **dict.fromkeys(HOOKS)).status_code == 302


@every_nobody
def test_no_password_is_reset(taken):
    asked = Client().post(reverse("account_reset_password"), {"email": OTHER})
    assert asked.url == reverse("account_reset_password_done")
    assert mail.outbox == []
    key = default_token_generator.make_token(taken)
    link = reverse("account_reset_password_from_key", args=[user_pk_to_url_str(taken), key])
    assert "no longer works" in Client().get(link).content.decode()
