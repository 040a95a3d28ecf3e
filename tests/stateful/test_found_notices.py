"""Faults of notices that the machine has found, step by step as it shrunk them; test_found.py has the others."""

from unittest import mock

import pytest

from engine.contract import Side
from games import clock
from notifications.models import Mode, Notice
from tests.actions.scene import DAY, HOUR, MINUTE
from tests.stateful.conftest import WEEK
from tests.stateful.post import HUNG_UP, REFUSED

pytestmark = pytest.mark.late


def test_kinds_that_a_complaint_switches_off_are_not_told_at_the_bell(told):
    """Found in example 28 of seed 1; the mail that was to be tried again took another way, since mail was broken."""
    told.open(control=clock.Bank(start=2, increment=1, cap=4), vacation=1, mail=HUNG_UP)
    told.wait(length=DAY + HOUR, rounds=6)
    told.bounce(number=0, complained=True)
    told.wait(length=DAY, rounds=12)


def test_staff_are_told_at_the_bell_that_mail_fails(told):
    """Found by seed 33; the invariant was wrong, which knew no readers but players."""
    told.open(control=clock.Days(1), mail=HUNG_UP)
    told.pause_by_staff(number=0, hours=3)
    told.wait(length=2 * DAY, rounds=2)
    assert Notice.objects.filter(kind="channel_failing").exists()


def test_a_weekend_is_changed_from_a_page_that_saw_what_is_saved(told):
    """Found by seed 33; the action was wrong, which named no version."""
    told.open()
    told.write_about_oneself(number=0)
    told.change_weekend(number=0, weekend="24")
    assert told.machine.site.players[0].user.weekend == "24"


def test_a_mail_being_sent_while_mail_is_mended_is_not_sent_again(told):
    told.open()
    told.meanwhile("your_turn", "mend_mails", hours=1)
    told.wait(length=31 * MINUTE, rounds=2)
    assert not told.machine.site.post.meanwhile, "there was an email"


def test_a_relay_that_refuses_everybody_is_set_right(told):
    told.open()
    told.start_game(pair=(1, 2), control=WEEK, weekends=False, vacation=0)
    told.start_game(pair=(2, 0), control=WEEK, weekends=False, vacation=0)
    told.wait(length=31 * MINUTE, rounds=2)
    told.deny_mails(denies=True)
    for number in range(3):
        told.play_turn(number=number, choice=0, expected=False, remark=False)
    told.wait(length=5 * HOUR, rounds=12)
    told.deny_mails(denies=False)
    told.mend_mails(hours=30)
    told.wait(length=31 * MINUTE, rounds=2)
    refused = Notice.objects.filter(last_error__contains="554")
    assert set(refused.values_list("state", flat=True)) == {"sent"}


def test_a_push_after_logging_out_is_seen(told):
    told.open()
    for place in range(2):
        told.add_device(number=0, place=place)
    told.log_out(number=0, place=0)
    told.wait(length=31 * MINUTE, rounds=2)
    with mock.patch("notifications.channels.push.devices.end_here"):
        told.log_out(number=0, place=1)
    told.write_message(number=0, side=Side.SECOND)
    with pytest.raises(AssertionError, match="in which they are logged out"):
        told.wait(length=31 * MINUTE, rounds=2)


def test_a_reminder_that_nobody_chose_wakes_nobody_whom_that_way_has_told(told):
    """Found by seed 525514 in 60 examples of a4e09f8: the email of it was refused at night, and a push stood in."""
    told.open(mail=REFUSED, control=clock.Days(5))
    told.add_device(number=0, place=0)
    told.save_preferences(number=0, mode=Mode.EACH, hour=8, quiet=(22, 8), reminders=[])
    for _ in range(2):
        told.play_turn(number=0, choice=0, expected=False, remark=False)
    told.wait(length=4 * DAY + 4 * HOUR, rounds=12)
    told.wait(length=11 * HOUR, rounds=2)
    stood_in = Notice.objects.get(kind="deadline_near", channel="push")
    assert (stood_in.state, stood_in.last_error) == ("dropped", "This way has told of the turn.")
