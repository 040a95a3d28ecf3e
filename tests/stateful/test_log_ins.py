"""Codes from emails in the stateful test: each case happens, and a code that lets in whom it must not is found."""

from datetime import timedelta
from unittest import mock

import pytest

from accounts.signing_in import codes
from tests.account.log_ins import ELSEWHERE, LATE, RIGHT, TWICE, UNCONFIRMED, WRONG

MINUTE = timedelta(minutes=1)
ENTERED = {"last": 1, "moved": False, "changed": False, "confirms": True}


def done(told) -> dict[str, int]:
    return dict(told.machine.site.log_ins.done)


def test_the_right_code_in_the_same_browser_lets_in_once(told):
    told.open()
    told.ask_for_code(number=0, browser=0)
    told.enter_code(**{**ENTERED, "changed": True})
    told.enter_code(**ENTERED)
    told.enter_code(**ENTERED)
    assert done(told) == {WRONG: 1, RIGHT: 1, TWICE: 1}


def test_elsewhere_or_late_it_lets_nobody_in(told):
    told.open()
    for browser in (0, 1):
        told.ask_for_code(number=0, browser=browser)
    told.enter_code(**{**ENTERED, "moved": True})
    told.wait(length=11 * MINUTE, rounds=2)
    told.enter_code(**ENTERED)
    assert done(told) == {ELSEWHERE: 1, LATE: 1}


def test_where_an_app_confirms_log_ins_the_code_alone_lets_nobody_in(told):
    told.open()
    told.set_up_app(number=0)
    for confirms in (False, True):
        told.ask_for_code(number=0, browser=0)
        told.enter_code(**{**ENTERED, "confirms": confirms})
    assert done(told) == {UNCONFIRMED: 1, RIGHT: 1}


def test_to_log_in_is_to_stay(told):
    told.open()
    told.close_account(number=0, sure=0)
    told.ask_for_code(number=0, browser=0)
    told.enter_code(**ENTERED)
    player = told.machine.site.players[0]
    assert (player.leaves, player.user.closing_at) == (False, None)


def test_a_code_that_counts_whatever_is_typed_is_found(told):
    told.open()
    told.ask_for_code(number=0, browser=0)
    lenient = mock.patch.object(codes.EmailedCode, "matches", return_value=True)
    with lenient, pytest.raises(AssertionError, match=r"was let in by a code of .* that was wrong"):
        told.enter_code(**{**ENTERED, "changed": True})


def test_a_code_that_lasts_too_long_is_found(told, settings):
    settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 3600
    told.open()
    told.ask_for_code(number=0, browser=0)
    told.wait(length=11 * MINUTE, rounds=2)
    with pytest.raises(AssertionError, match="that was late"):
        told.enter_code(**ENTERED)
