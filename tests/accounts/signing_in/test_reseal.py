"""`manage.py reseal`: an earlier key of the site can be left, since nothing is sealed under it any more."""

from datetime import UTC, datetime

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.core.management import call_command

from accounts.models import KeptName, NameKey
from accounts.models.kept_name import mark_of
from accounts.signing_in import sealing
from notifications import reply_tokens
from tests.accounts.conftest import code_of
from tests.accounts.signing_in.test_sealed_factors import OTHER_KEY, SECRET, factors, try_code  # noqa: F401  # a fixture


@pytest.fixture
def rotated(factors, settings):  # noqa: F811
    """Alice's factors, sealed under what is an earlier key now."""
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], OTHER_KEY
    return factors


def test_both_kinds_of_factor_work_without_the_earlier_key(rotated, settings, capsys):
    call_command("reseal")
    settings.SECRET_KEY_FALLBACKS = []
    assert list(sealing.list_unreadable()) == []
    assert try_code(code_of(SECRET)).status_code == 302
    assert try_code(rotated[3]).status_code == 302
    assert "2 second factors are sealed under SECRET_KEY" in capsys.readouterr().out


def test_used_codes_stay_used_and_a_second_time_changes_nothing_that_is_read(rotated, settings):
    try_code(rotated[3])
    call_command("reseal")
    call_command("reseal")
    settings.SECRET_KEY_FALLBACKS = []
    assert try_code(rotated[3]).status_code == 200
    assert try_code(rotated[4]).status_code == 302


def test_secrets_stored_before_sealing_existed_are_sealed(alice_with_password, settings):
    Authenticator.objects.create(user=alice_with_password, type="totp", data={"secret": SECRET})
    Authenticator.objects.create(user=alice_with_password, type="recovery_codes", data={"migrated_codes": ["a", "b"]})
    call_command("reseal")
    totp, codes = Authenticator.objects.order_by("pk")
    assert sealing.unseal(totp.data["secret"]) == SECRET != totp.data["secret"]
    assert [sealing.unseal(code) for code in codes.data["migrated_codes"]] == ["a", "b"] != codes.data["migrated_codes"]


def test_secrets_that_no_key_can_read_are_reported_and_left_alone(rotated, settings, capsys):
    settings.SECRET_KEY_FALLBACKS = []
    before = list(Authenticator.objects.order_by("pk").values())
    call_command("reseal")
    assert "2 could not be read" in capsys.readouterr().err
    assert list(Authenticator.objects.order_by("pk").values()) == before


def test_names_of_closed_accounts_stay_kept_without_the_earlier_key(rotated, settings, capsys):
    settings.REPLY_ADDRESS = ""
    settings.SECRET_KEY = settings.SECRET_KEY_FALLBACKS.pop()  # of the day when it was closed
    KeptName.keep("Former")
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], OTHER_KEY
    KeptName.keep("Other")
    call_command("reseal")
    settings.SECRET_KEY_FALLBACKS = []
    assert [KeptName.has(name) for name in ("Former", "F0rmer", "Other", "Free")] == [True, True, True, False]
    assert NameKey.objects.count() == 1
    assert "may leave SECRET_KEY_FALLBACKS now" in capsys.readouterr().out


@time_machine.travel(datetime(2026, 11, 28, 12, tzinfo=UTC))
def test_where_emails_are_answered_the_earlier_key_is_kept_for_90_days(rotated, settings, capsys):
    """An answer to an email that was sent under it would be lost without it."""
    settings.REPLY_ADDRESS, new, [old] = "turn@reply.example.org", settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = old, []
    token = reply_tokens.write(reply_tokens.Addressed(user_id=1, game_id=2, revision=3))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = new, [old]
    call_command("reseal")
    said = capsys.readouterr().out
    assert "Keep SECRET_KEY_FALLBACKS until 26 February 2027, 90 days from now" in said
    assert "may leave" not in said
    assert reply_tokens.read(token).game_id == 2
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(reply_tokens.BadToken):
        reply_tokens.read(token)


def test_an_earlier_key_is_not_called_left_while_names_of_before_rest_on_it(rotated, settings, capsys):
    KeptName.objects.create(mark=mark_of("Former", key=settings.SECRET_KEY_FALLBACKS[0]))
    call_command("reseal")
    said = capsys.readouterr()
    assert "Keep SECRET_KEY_FALLBACKS: the names of 1 accounts" in said.err
    assert "may leave" not in said.out
    assert KeptName.has("Former")


def test_an_unreadable_key_of_names_is_reported_and_read_again_once_its_key_is_back(rotated, settings, capsys):
    KeptName.keep("Former")
    lost, settings.SECRET_KEY = settings.SECRET_KEY, "yet another key, as long as a key of a site is, 0123456789"
    call_command("reseal")
    said = capsys.readouterr()
    assert "anybody may take 1 names" in said.err
    assert "may leave" not in said.out
    KeptName.keep("Later")
    settings.SECRET_KEY_FALLBACKS = [lost]
    assert KeptName.has("Former")
    assert KeptName.has("Later")
