"""Invitations by mail also reach their reader by the address alone, once the address is verified as theirs."""

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed

from games import challenges
from games.models import Challenge
from tests.factories import ChallengeFactory, UserFactory


def invite(challenger, address="Friend@Example.net"):
    return ChallengeFactory(challenger=challenger, audience="address", address=address)


def confirm(user, address="friend@example.net"):
    email = EmailAddress.objects.create(user=user, email=address, verified=True)
    email_confirmed.send(sender=EmailAddress, request=None, email_address=email)


def test_an_invitation_waits_on_the_front_page_of_the_owner_of_the_address(client, alice):
    challenge = invite(alice)
    friend = UserFactory(username="Friend")
    confirm(friend)
    client.force_login(friend)
    assert challenge.get_absolute_url() in client.get("/").content.decode()
    assert challenges.accept(challenge.pk, user=friend).seats.filter(user=friend).exists()


def test_nobody_else_sees_the_invitation(alice, carol):
    challenge = invite(alice)
    confirm(carol, "carol@elsewhere.example")
    confirm(alice)
    assert Challenge.objects.get(pk=challenge.pk).opponent is None


def test_an_invitation_withdrawn_meanwhile_stays_withdrawn(alice):
    challenge = invite(alice)
    challenges.withdraw(challenge.pk, user=alice)
    confirm(UserFactory())
    assert Challenge.objects.get(pk=challenge.pk).opponent is None


@pytest.mark.parametrize(
    "confirmed", ["d\N{LATIN SMALL LETTER DOTLESS I}na@example.org", "dina@example.org.evil.example"]
)
def test_an_address_that_a_database_takes_for_another_gets_no_invitation_of_it(alice, boris, confirmed):
    invitation = ChallengeFactory(challenger=alice, audience="address", address="dina@example.org")
    assert challenges.welcome(boris, address=confirmed) == 0
    assert challenges.welcome(boris, address="DINA@example.org") == 1
    invitation.refresh_from_db()
    assert invitation.opponent == boris
