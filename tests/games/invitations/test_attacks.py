"""The second secret of an emailed invitation opens no account on somebody else’s address, whoever tries."""

import re
from datetime import timedelta
from unittest import mock

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import challenges
from games.challenges import mailbox
from games.models import Challenge
from notifications.models import Notice
from tests.administration import enter
from tests.factories import ChallengeFactory, UserFactory
from tests.games.invitations.conftest import ADDRESS, follow, page_of, secret_of, sign_up, write_email

pytestmark = pytest.mark.django_db


def expect_unconfirmed(client: Client, challenge: Challenge, *, email: str = ADDRESS) -> None:
    """Signing up there works as for anybody: the address has to be confirmed by an email."""
    answer = sign_up(client, challenge, email=email)
    assert answer.url == reverse("account_email_verification_sent")
    assert not EmailAddress.objects.filter(email=email.lower(), verified=True).exists()
    assert "_auth_user_id" not in client.session


# --- Who does not have it -----------------------------------------------------------------------------------------
def test_a_link_that_is_passed_on_confirms_nothing(invitation):
    client = Client()
    client.get(page_of(invitation))
    expect_unconfirmed(client, invitation)


def test_the_token_is_no_secret(invitation):
    expect_unconfirmed(follow(invitation, secret=invitation.token), invitation)


def test_the_secret_of_another_invitation_to_the_same_address_is_no_good(invitation, boris):
    other = ChallengeFactory(challenger=boris, audience="address", address=ADDRESS)
    assert secret_of(other) != secret_of(invitation)
    expect_unconfirmed(follow(invitation, secret=secret_of(other)), invitation)


def test_an_address_of_ones_own_proves_no_other(alice):
    """Mallory invites himself, reads his own email, and signs up with the address of somebody else."""
    own = ChallengeFactory(challenger=alice, audience="address", address="mallory@example.org")
    expect_unconfirmed(follow(own), own, email="victim@example.org")
    assert Challenge.objects.get(pk=own.pk).mailbox_proven_at is None


@pytest.mark.parametrize(
    ("invited", "victim"),
    [
        ("victim@gıthub.example", "victim@github.example"),  # a dotless i, which PostgreSQL and Python capitalise alike
        ("victim@ex\N{KELVIN SIGN}mple.org", "victim@exkmple.org"),
        ("victim+a@example.org", "victim@example.org"),
        ("vic.tim@example.org", "victim@example.org"),
        ("victim@example.org.evil.example", "victim@example.org"),
        ("victi_@example.org", "victim@example.org"),
        ("victi%@example.org", "victim@example.org"),
    ],
)
def test_an_address_that_looks_alike_proves_no_other(alice, invited, victim):
    own = ChallengeFactory(challenger=alice, audience="address", address=invited)
    expect_unconfirmed(follow(own), own, email=victim)


def test_the_challenger_is_shown_it_nowhere(client, alice, invitation):
    client.force_login(alice)
    secret = secret_of(invitation)
    for page in ("challenges", "home", "inbox", "own_data"):
        assert secret not in client.get(reverse(page)).content.decode()
    for page in (invitation.get_absolute_url(), page_of(invitation)):
        assert secret not in client.get(page).content.decode()


# --- Where it must not stand --------------------------------------------------------------------------------------
def test_it_stands_in_the_email_alone_and_behind_the_hash(invitation):
    text = write_email(invitation)
    assert f"{page_of(invitation)}#m={secret_of(invitation)}" in text
    assert text.count(secret_of(invitation)) == 1


def test_it_is_in_no_row_of_the_database(invitation):
    secret = secret_of(invitation)
    follow(invitation)
    rows = [*Challenge.objects.values(), *Notice.objects.values()]
    assert secret not in str(rows)


def test_it_is_in_no_page_redirect_session_or_cookie(invitation):
    secret, client = secret_of(invitation), Client()
    address = reverse("invitation_mailbox", args=[invitation.token])
    seen = [
        client.post(address, {"secret": secret}),
        client.get(address),
        client.get(page_of(invitation)),
        client.get(reverse("account_signup"), {"next": page_of(invitation)}),
        sign_up(client, invitation),
        client.get(page_of(invitation)),
    ]
    for answer in seen:
        assert secret not in answer.content.decode()
        assert secret not in str(answer.headers) + str(answer.cookies)
    assert secret not in str(dict(client.session))


def test_it_is_in_no_export_and_not_in_the_administration(client, admin, alice, invitation):
    secret = secret_of(invitation)
    told = list(challenges.list_pending_by(alice.pk, only_open=False, now=timezone.now()).values())
    assert secret not in str(told)
    enter(client, admin)
    notice = Notice.objects.get(kind="invitation")
    for name, pk in (("games_challenge", invitation.pk), ("notifications_notice", notice.pk)):
        page = client.get(reverse(f"admin:{name}_change", args=[pk])).content.decode()
        assert str(pk) in page
        assert secret not in page


# --- Once, and not for ever ---------------------------------------------------------------------------------------
def test_a_scanner_that_opens_and_follows_everything_spends_nothing(invitation):
    scanner = Client()
    for link in re.findall(r"/[\w/-]*invitation/[\w/-]+", write_email(invitation)):
        scanner.get(link)
        scanner.get(f"{link}mailbox/")
        scanner.head(f"{link}mailbox/")
    follow(invitation, client=scanner)  # even one that runs scripts
    assert sign_up(follow(invitation), invitation).url == page_of(invitation)


def test_it_works_once(invitation):
    first, second = follow(invitation), follow(invitation)
    assert sign_up(first, invitation).url == page_of(invitation)
    Challenge.objects.update(opponent=None)
    User.objects.filter(username="Dora").delete()
    expect_unconfirmed(second, invitation)


def test_it_goes_with_a_sign_up_that_changed_the_address(invitation):
    client = follow(invitation)
    expect_unconfirmed(client, invitation, email="other@example.org")
    assert "invitation_read" not in client.session


@pytest.mark.parametrize("how", ["withdrawn", "declined", "expired", "accepted", "challenger gone"])
def test_it_ends_with_the_invitation(alice, boris, invitation, how, time_machine):
    client = follow(invitation)
    if how == "withdrawn":
        challenges.withdraw(invitation.pk, user=alice)
    elif how == "declined":
        challenges.decline(invitation.pk, user=boris)
    elif how == "accepted":
        challenges.accept(invitation.pk, user=boris)
    elif how == "challenger gone":
        User.objects.filter(pk=alice.pk).update(is_active=False)
    else:
        time_machine.move_to(timezone.now() + challenges.LASTS + timedelta(minutes=1), tick=True)
    late = Client()
    late.post(reverse("invitation_mailbox", args=[invitation.token]), {"secret": mailbox.make_secret(invitation)})
    assert "invitation_read" not in late.session
    assert ADDRESS not in client.get(reverse("account_signup")).content.decode()
    expect_unconfirmed(client, invitation)


# --- Addresses that have an account -------------------------------------------------------------------------------
@pytest.mark.parametrize("verified", [True, False])
def test_an_address_that_has_an_account_by_now_is_no_good(invitation, verified):
    client = follow(invitation)
    dora = UserFactory(username="Dora2", email=ADDRESS)
    EmailAddress.objects.update_or_create(user=dora, email=ADDRESS, defaults={"verified": verified, "primary": True})
    password = User.objects.get(pk=dora.pk).password
    answer = sign_up(client, invitation)
    assert answer.url == reverse("account_email_verification_sent"), "as for anybody who tries a known address"
    assert "_auth_user_id" not in client.session
    assert User.objects.get(pk=dora.pk).password == password
    assert EmailAddress.objects.get(email=ADDRESS).verified is verified
    assert ADDRESS not in follow(invitation).get(reverse("account_signup")).content.decode()


def test_an_address_that_somebody_is_about_to_take_is_no_good(invitation, boris):
    """Boris has asked to move to it, and has not confirmed it."""
    client = follow(invitation)
    EmailAddress.objects.create(user=boris, email=ADDRESS, verified=False, primary=False)
    expect_unconfirmed(client, invitation)


def test_what_fails_half_way_spends_nothing(invitation):
    client = follow(invitation)
    confirm = "accounts.signing_in.adapter.AccountAdapter.confirm_email"
    with mock.patch(confirm, side_effect=RuntimeError), pytest.raises(RuntimeError):
        sign_up(client, invitation)
    assert not User.objects.filter(username="Dora").exists()
    assert Challenge.objects.get().mailbox_proven_at is None
    assert mail.outbox == []


def test_a_former_key_of_the_site_still_reads_what_it_wrote(invitation, settings):
    secret = secret_of(invitation)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key"
    assert mailbox.is_secret(invitation, secret)
    settings.SECRET_KEY_FALLBACKS = []
    assert not mailbox.is_secret(invitation, secret)
