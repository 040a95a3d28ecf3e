"""Nobody can enter an address to which no email can go: such addresses belong to accounts that nobody logs in to."""

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.locked_out import rescue
from accounts.models import User
from accounts.words import refusals
from computers import starting
from games.models import Challenge
from tests.games.views.test_challenge_new import OPEN

SENTENCE = str(refusals.UNREACHABLE())

TAKEN = ["mastery-3@computers.invalid", "Closed-1@CLOSED.INVALID", "guest-1@guests.invalid", "x@invalid"]
FORMS = {  # the name of an address, and what is sent beside the email
    "account_signup": {"username": "Dora", "password1": "a quiet evening with a board"},
    "account_email": {"action_add": ""},
    "account_reset_password": {},
}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_that_asks_for_one_s_address_refuses_it(client, confirm_password, alice_with_password, name):
    if name == "account_email":
        client.force_login(alice_with_password)
        confirm_password()
    for address in TAKEN[:3]:
        answer = client.post(reverse(name), {**FORMS[name], "email": address})
        assert answer.status_code == 200
        assert SENTENCE in answer.content.decode()
    assert [user.username for user in User.objects.all()] == ["Alice"]
    assert mail.outbox == []


@pytest.mark.parametrize("address", TAKEN)
def test_staff_correct_no_address_to_one(alice, address):
    with pytest.raises(ValidationError, match="No email can reach"):
        rescue.check_address(alice, email=address)


def test_no_invitation_goes_to_one(client, alice):
    client.force_login(alice)
    answer = client.post(reverse("challenge_new"), {**OPEN, "audience": "address", "address": TAKEN[0]})
    assert (answer.status_code, SENTENCE in answer.content.decode()) == (422, True)
    assert not Challenge.objects.exists()


def test_nobody_keeps_the_site_from_making_a_computer(sign_up, alice):
    sign_up(email="mastery-3@computers.invalid")
    assert starting.start(alice, slug="mastery", level="regular").seats.filter(user__kind=User.Kind.COMPUTER).exists()
