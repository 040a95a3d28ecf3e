"""A mail server that refuses our log-in is asked again ever more rarely, so that it bans nobody; staff are told why."""

import logging
import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from notifications.channels.email.transport import find_log_in
from notifications.delivery import outbox
from notifications.log_ins import Waits
from notifications.models import Notice, ServerFault
from notifications.routing import writing

REFUSED = "535 5.7.8 Error: authentication failed for our-password"


@pytest.fixture
def server(sink, alice, settings):
    """Refuses our password; an email to Alice waits."""
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "games", "our-password"
    sink.answers["AUTH"] = REFUSED
    writing.write(writing.make("test", key="test", recipient_id=alice.pk))
    return sink


def run_for(length, *, every=timedelta(seconds=20)) -> list[timedelta]:
    """Runs the outbox as beat does, with an email always due; returns after how long each log-in was tried."""
    began, tried = timezone.now(), []
    with time_machine.travel(began, tick=False) as clock:
        while timezone.now() < began + length:
            Notice.objects.open().update(due_at=timezone.now())
            before = ServerFault.objects.values_list("at", flat=True).first()
            outbox.deliver_due()
            after = ServerFault.objects.values_list("at", flat=True).first()
            if after and after != before:
                tried.append(after - began)
            clock.shift(every)
    return tried


def test_refused_log_ins_wait_twice_as_long_each_time_and_a_quarter_of_an_hour_at_most(server):
    tried = run_for(timedelta(hours=1))
    assert [round(each / timedelta(minutes=1)) for each in tried] == [0, 1, 3, 7, 15, 30, 45]
    assert server.sessions == len(tried), "nobody even connects meanwhile"


def test_what_the_server_said_is_in_the_log_and_no_password(server, caplog):
    caplog.set_level(logging.INFO)
    run_for(timedelta(seconds=100))
    assert re.search(r"Refused log-in number 1 .*535.*authentication failed.*next in 60 s", caplog.text)
    assert "our-password" not in caplog.text
    assert "our-password" not in ServerFault.objects.get().said
    assert "our-password" not in Notice.objects.get().last_error


@pytest.mark.parametrize("mended", ["server", "password"])
def test_a_log_in_that_is_taken_ends_the_waiting(server, settings, mended, caplog):
    """Another password is tried at once; that the server takes the same is found when its time has come."""
    caplog.set_level(logging.INFO)
    run_for(timedelta(minutes=10))
    server.answers.clear()
    if mended == "password":
        settings.EMAIL_HOST_PASSWORD = "another"
    assert run_for(timedelta(seconds=20 if mended == "password" else 16 * 60)) == []
    assert len(server.mails) == 1
    assert not ServerFault.objects.exists()
    assert "All is well again with the server that sends emails" in caplog.text


def test_another_password_that_is_refused_too_begins_anew(server, settings):
    run_for(timedelta(minutes=20))
    settings.EMAIL_HOST_PASSWORD = "another"
    assert [round(each / timedelta(minutes=1)) for each in run_for(timedelta(minutes=5))] == [0, 1, 3]
    assert ServerFault.objects.get().refusals == 3


@pytest.mark.parametrize(("stage", "answer"), [("CONNECT", "drop"), ("EHLO", "421 4.7.0 Too many errors")])
def test_a_connection_that_fails_is_tried_as_often_as_ever(server, stage, answer, caplog):
    server.answers = {stage: answer}
    assert len(run_for(timedelta(minutes=2))) == 6
    assert caplog.text.count("Nothing more is sent by email in this run") == 6
    assert ServerFault.objects.get().refusals == 0


def test_a_ban_forgets_no_refusal(server):
    """It hangs up for a while, and then refuses again: the next log-in waits as it would have."""
    run_for(timedelta(minutes=4))
    refused = ServerFault.objects.get().refusals
    server.answers["CONNECT"] = "drop"
    run_for(timedelta(minutes=20))
    assert ServerFault.objects.get().refusals == refused
    del server.answers["CONNECT"]
    assert run_for(timedelta(minutes=1)) == [timedelta()]
    fault = ServerFault.objects.get()
    assert (fault.refusals, fault.try_at - fault.at) == (refused + 1, timedelta(minutes=8))


def test_a_server_that_hangs_up_at_the_log_in_counts_as_one_that_refuses(server):
    server.answers["AUTH"] = "drop"
    assert len(run_for(timedelta(minutes=6))) == 3


def test_of_several_processes_one_tries_again(server):
    outbox.deliver_due()
    ServerFault.objects.update(try_at=timezone.now())
    before = server.sessions
    find_log_in().begin()
    with pytest.raises(Waits):
        find_log_in().begin()
    assert server.sessions == before
