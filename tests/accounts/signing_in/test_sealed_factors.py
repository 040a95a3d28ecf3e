"""The secrets of second factors are sealed in the database by a key that a copy of the database does not contain."""

import os
import re
import subprocess
import sys

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import AccountEvent
from accounts.signing_in import sealing
from tests.accounts.conftest import PASSWORD, code_of

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
OTHER_KEY = "another key of the site; long enough to be one: 0123456789"


@pytest.fixture
def factors(alice_with_password) -> list[str]:
    """Alice's app and her recovery codes, which are returned."""
    TOTP.activate(alice_with_password, SECRET)
    return RecoveryCodes.activate(alice_with_password).get_unused_codes()


def try_code(code: str):
    """A log-in by password and this code."""
    visitor = Client()
    visitor.post(reverse("account_login"), {"login": "Alice", "password": PASSWORD})
    return visitor.post(reverse("mfa_authenticate"), {"code": code})


def test_the_database_contains_neither_secret_nor_seed(factors):
    stored = {factor.type: str(factor.data) for factor in Authenticator.objects.all()}
    assert SECRET not in stored["totp"]
    assert all(sealing.MARK in text for text in stored.values())
    assert not re.search(r"[0-9a-f]{80}", stored["recovery_codes"])


def test_codes_of_both_kinds_let_in(factors):
    assert try_code(code_of(SECRET)).status_code == 302
    assert try_code(factors[3]).status_code == 302


def test_factors_stored_unsealed_are_still_read(alice_with_password):
    Authenticator.objects.create(user=alice_with_password, type="totp", data={"secret": SECRET})
    assert try_code(code_of(SECRET)).status_code == 302


def test_a_new_key_of_the_site_reads_them_by_the_earlier_one(factors, settings):
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = OTHER_KEY
    assert try_code(code_of(SECRET)).status_code == 302
    assert list(sealing.list_unreadable()) == []


@pytest.mark.parametrize(("given", "keys"), [("", 0), (" , ", 0), (f"{OTHER_KEY}, {OTHER_KEY}", 2)])
def test_no_empty_key_is_ever_among_the_earlier_ones(given, keys, tmp_path):
    """Everybody knows it, and so would know the site's."""
    ask = "from mastery_site import settings; print(len(settings.SECRET_KEY_FALLBACKS))"
    environ = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "SECRET_KEY_FALLBACKS": given}
    done = subprocess.run([sys.executable, "-c", ask], env=environ, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == str(keys)


def test_without_the_key_log_in_says_so_and_lets_nobody_in(factors, settings):
    settings.SECRET_KEY = OTHER_KEY
    for code in (code_of(SECRET), factors[0]):
        answer = try_code(code)
        assert answer.status_code == 409
        page = answer.content.decode()
        assert "We cannot read your second factor" in page
        assert "reset-second-factors --unreadable" in page
        assert "_auth_user_id" not in answer.wsgi_request.session


def test_a_person_still_logged_in_can_set_up_new_factors(
    client, factors, settings, alice_with_password, confirm_password
):
    settings.SECRET_KEY = OTHER_KEY
    client.force_login(alice_with_password)
    confirm_password()
    assert client.get(reverse("mfa_index")).status_code == 200
    assert client.get(reverse("mfa_view_recovery_codes")).status_code == 409
    client.post(reverse("mfa_generate_recovery_codes"))
    assert client.get(reverse("mfa_view_recovery_codes")).status_code == 200
    client.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists()


def test_the_command_takes_away_what_cannot_be_read_and_nothing_else(factors, settings, alice, boris, capsys):
    settings.SECRET_KEY = OTHER_KEY
    TOTP.activate(boris, SECRET)
    call_command("reset-second-factors", "--unreadable")
    assert [factor.user for factor in Authenticator.objects.all()] == [boris]
    assert [message.to for message in mail.outbox] == [[alice.email]]
    assert "Alice: 2 taken away." in capsys.readouterr().out
    assert AccountEvent.objects.get(user=alice).kind == AccountEvent.Kind.FACTORS_RESET
    visitor = Client()
    visitor.post(reverse("account_login"), {"login": "Alice", "password": PASSWORD})
    assert "_auth_user_id" in visitor.session


def test_the_command_takes_names(factors, alice, boris):
    with pytest.raises(CommandError, match="Nobody is called Nobodi"):
        call_command("reset-second-factors", "alice", "Nobodi")
    assert Authenticator.objects.count() == 2
    call_command("reset-second-factors", "alice", "Boris")
    assert not Authenticator.objects.exists()
    assert len(mail.outbox) == 1


def test_the_command_needs_to_know_whose_factors_to_take_away(db):
    with pytest.raises(CommandError, match="names of people, or --unreadable"):
        call_command("reset-second-factors")
