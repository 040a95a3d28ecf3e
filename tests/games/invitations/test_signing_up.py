"""Who follows the email of an invitation signs up with its address, and need not confirm it once more."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Challenge
from tests.factories import ChallengeFactory
from tests.games.invitations.conftest import ADDRESS, follow, page_of, sign_up

pytestmark = pytest.mark.django_db
SIGN_UP = "/account/signup/"


def test_the_form_has_the_address_filled_in_and_names_who_waits(invitation):
    page = follow(invitation).get(SIGN_UP, {"next": page_of(invitation)}).content.decode()
    assert f'value="{ADDRESS}"' in page
    assert "Alice is waiting to play Mastery with you." in page


def test_an_unchanged_address_counts_as_confirmed_and_one_comes_to_the_invitation_logged_in(invitation):
    client = follow(invitation)
    answer = sign_up(client, invitation)
    assert answer.url == page_of(invitation)
    dora = User.objects.get(username="Dora")
    assert EmailAddress.objects.get(user=dora).verified
    assert mail.outbox == [], "no email has to confirm it"
    assert client.session["_auth_user_id"] == str(dora.pk)
    invitation.refresh_from_db()
    assert invitation.opponent == dora, "as for anybody who confirms the address"
    assert invitation.mailbox_proven_at is not None
    assert dora.vacation_counted_at is not None, "the first vacation is granted as for others"


def test_the_case_of_letters_does_not_matter(alice):
    challenge = ChallengeFactory(challenger=alice, audience="address", address="Dora@Example.org")
    assert sign_up(follow(challenge), challenge).url == page_of(challenge)
    assert EmailAddress.objects.get(email=ADDRESS).verified


def test_opening_the_page_says_nothing_of_the_address(invitation):
    """The link can be passed on; who comes by it alone reads who waits, and signs up like anybody."""
    page = Client().get(page_of(invitation)).content.decode()
    form = Client().get(SIGN_UP, {"next": page_of(invitation)}).content.decode()
    assert ADDRESS not in page + form
    assert "Alice is waiting to play Mastery with you." in form


def test_without_a_script_one_signs_up_and_confirms_as_usual(invitation):
    client = Client()
    answer = sign_up(client, invitation)
    assert answer.url == reverse("account_email_verification_sent")
    assert not EmailAddress.objects.get(email=ADDRESS).verified
    assert len(mail.outbox) == 1


def test_a_challenge_by_link_names_who_waits_too(alice):
    challenge = ChallengeFactory(challenger=alice, audience="link")
    assert "Alice is waiting to play" in Client().get(SIGN_UP, {"next": page_of(challenge)}).content.decode()


def test_somebody_who_is_logged_in_posts_it_for_nothing(client, invitation, boris):
    client.force_login(boris)
    follow(invitation, client=client)
    assert "invitation_read" not in client.session
    assert Challenge.objects.get().mailbox_proven_at is None


def test_a_wrong_secret_is_told_in_a_sentence(invitation):
    answer = Client().post(reverse("invitation_mailbox", args=[invitation.token]), {"secret": "x" * 43})
    assert answer.status_code == 422
    assert "You can sign up all the same" in answer.content.decode()
