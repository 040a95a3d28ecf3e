"""Staff help people who are locked out: each act has a reason, is logged, and is told to the old address.

What an administrator does is done at once; test_rescue_requests.py tells what waits when a moderator asks for it.
"""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import link_in
from tests.administration import enter
from tests.factories import UserFactory

DEEDS = {"resend-verification": {}, "correct-address": {"email": "Alice@new.example"}, "reset-second-factors": {}}
every_deed = pytest.mark.parametrize("deed", DEEDS)
WHY = "She wrote from work."


@pytest.fixture
def mira(db):
    """A moderator who may help people."""
    mira = UserFactory(username="Mira", is_staff=True)
    mira.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "help_user"]))
    return mira


@pytest.fixture
def do(client, mira):
    """Has Mira do one deed to one person, and returns the answer."""
    return make_doer(enter(client, mira))


@pytest.fixture
def do_at_once(client, admin):
    """The same of an administrator."""
    return make_doer(enter(client, admin))


def make_doer(client):
    def send(deed: str, person: User, *, reason: str = WHY, **answers: str):
        page = reverse(f"admin:accounts_user_{deed}", args=[person.pk])
        return client.post(page, {**DEEDS[deed], **answers, "reason": reason}, follow=True)

    return send


def told() -> dict[str, str]:
    """Who was written to, and about what."""
    return {message.to[0]: message.subject for message in mail.outbox}


def logged(*, by: str = "Mira") -> str:
    """What the log says of the one thing that was done."""
    entry = LogEntry.objects.get()
    assert (entry.user.username, entry.object_repr) == (by, "Alice")
    return entry.change_message


def test_a_verifying_mail_is_sent_again_to_the_first_address(do, alice):
    EmailAddress.objects.update(verified=False)
    assert "on its way to alice@example.org" in do("resend-verification", alice).content.decode()
    assert set(told()) == {"alice@example.org"}
    assert Client().post(link_in(mail.outbox[0])).status_code == 302
    assert EmailAddress.objects.get(user=alice).verified
    assert logged() == f"Sent the confirmation email again to alice@example.org. Reason: {WHY}"


def test_the_old_address_is_told_of_a_verifying_mail_to_a_new_one(do, alice):
    EmailAddress.objects.create(user=alice, email="alice@new.example")
    do("resend-verification", alice)
    assert set(told()) == {"alice@new.example", "alice@example.org"}
    assert told()["alice@example.org"] == "Your new email address: the link was sent again"


def test_with_everything_verified_there_is_nothing_to_send(do, alice):
    response = do("resend-verification", alice)
    assert response.status_code == 422
    assert "Every email address of this person is verified." in response.content.decode()
    assert not mail.outbox
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("verified", [True, False])
def test_a_corrected_address_takes_the_old_one_s_place_when_it_is_confirmed(do_at_once, alice, verified):
    EmailAddress.objects.update(verified=verified)
    do_at_once("correct-address", alice)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert told()["alice@example.org"] == "Your email address will be changed"
    assert "alice@new.example" in mail.outbox[-1].body
    Client().post(link_in(next(message for message in mail.outbox if message.to == ["alice@new.example"])))
    alice.refresh_from_db()
    assert alice.email == "alice@new.example"
    address = EmailAddress.objects.get(user=alice)
    assert (address.email, address.verified, address.primary) == ("alice@new.example", True, True)


def test_a_correction_is_logged(do_at_once, alice):
    do_at_once("correct-address", alice)
    assert logged(by="Ada") == f"Email address to be alice@new.example in place of alice@example.org. Reason: {WHY}"


def test_a_second_correction_replaces_the_first(do_at_once, alice):
    do_at_once("correct-address", alice, email="alice@typo.example")
    do_at_once("correct-address", alice)
    pending = EmailAddress.objects.filter(user=alice, verified=False)
    assert [address.email for address in pending] == ["alice@new.example"]


@pytest.mark.parametrize(
    ("email", "sentence"),
    [
        ("ALICE@example.org", "That is this person’s address already."),
        ("boris@example.org", "This email address belongs to another account."),
        ("nonsense", "Enter a valid email address."),
        ("", "Please fill this in."),
    ],
)
def test_an_address_that_cannot_be_is_refused(do_at_once, alice, boris, email, sentence):
    response = do_at_once("correct-address", alice, email=email)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert WHY in response.content.decode()
    assert not mail.outbox
    assert not LogEntry.objects.exists()


def test_second_factors_are_taken_away_and_the_person_is_told(do_at_once, alice):
    for kind in ("totp", "recovery_codes"):
        Authenticator.objects.create(user=alice, type=kind, data={})
    do_at_once("reset-second-factors", alice)
    assert not Authenticator.objects.filter(user=alice).exists()
    assert told() == {"alice@example.org": "Your second factors were removed"}
    assert "Hello Alice," in mail.outbox[0].body
    assert logged(by="Ada").startswith("Second factors removed: ")


def test_a_person_without_second_factors_is_reported_as_such(do_at_once, alice):
    assert "This person has no second factor." in do_at_once("reset-second-factors", alice).content.decode()


@every_deed
def test_nothing_is_done_without_a_reason(do, alice, deed):
    EmailAddress.objects.update(verified=False)
    assert "Please give a reason" in do(deed, alice, reason="").content.decode()
    assert not mail.outbox
    assert not LogEntry.objects.exists()


@every_deed
def test_staff_are_helped_by_administrators_alone(do, client, mira, admin, deed):
    EmailAddress.objects.update(verified=False)
    assert do(deed, admin).status_code == 403
    assert do(deed, mira).status_code == 403
    enter(client, admin)
    page = reverse(f"admin:accounts_user_{deed}", args=[mira.pk])
    assert client.post(page, {"email": "mira@new.example", "reason": WHY}).status_code == 302


@every_deed
def test_helping_people_takes_a_permission(do, mira, alice, deed):
    mira.user_permissions.remove(Permission.objects.get(codename="help_user"))
    assert do(deed, alice).status_code == 403
    assert not LogEntry.objects.exists()


def test_a_moderator_with_the_permission_to_change_people_changes_no_staff(client, mira, admin):
    mira.user_permissions.add(Permission.objects.get(codename="change_user"))
    enter(client, mira)
    page = reverse("admin:accounts_user_change", args=[admin.pk])
    assert client.post(page, {"username": "Nobody", "time_zone": "UTC"}).status_code == 403


def test_nobody_is_deleted(client, admin, alice):
    enter(client, admin)
    assert client.post(reverse("admin:accounts_user_delete", args=[alice.pk]), {"post": "yes"}).status_code == 403
