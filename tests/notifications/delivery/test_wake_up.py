"""A worker is woken once a transaction, and no broker slows or fails the transaction."""

import socket
import threading
from datetime import timedelta

import pytest
from celery import current_app
from django.db import connection, transaction
from django.utils import timezone

from core import waker
from games import play
from notifications import tasks
from notifications.models import Notice
from notifications.routing import writing
from notifications.wake import delivery
from tests import servers


def write(user, key="a"):
    writing.write(writing.make("test", key=key, recipient_id=user.pk))


def wait_for_sender():
    waker._sender.submit(lambda: None).result(timeout=servers.START_WITHIN)


@pytest.fixture
def published(monkeypatch):
    """The tasks that reached the broker."""
    sent = []
    monkeypatch.setattr(waker._app, "send_task", lambda name, arguments, **options: sent.append((name, options)))
    return sent


def test_many_notices_of_a_transaction_are_one_wake_up(alice, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        write(alice, "a")
        with transaction.atomic():
            write(alice, "b")
        write(alice, "c")
    assert callbacks == [delivery.wake]


def test_a_notice_due_later_wakes_no_worker(alice, django_capture_on_commit_callbacks):
    later = timezone.now() + timedelta(minutes=1)
    with django_capture_on_commit_callbacks() as callbacks:
        writing.write(writing.make("test", key="a", recipient_id=alice.pk, due_at=later))
    assert callbacks == []
    assert Notice.objects.filter(recipient=alice).count() == 1


def test_a_notice_rolled_back_with_its_savepoint_does_not_prevent_the_next_wake_up(
    alice, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks() as callbacks:
        with transaction.atomic():
            write(alice, "a")
            transaction.set_rollback(True)
        write(alice, "b")
    assert callbacks == [delivery.wake]
    assert connection.in_atomic_block


def test_a_storm_is_one_message_until_a_worker_has_begun(published, db):
    for _ in range(50):
        delivery.wake()
    wait_for_sender()
    assert [name for name, _ in published] == ["notifications.tasks.deliver_due"]
    assert published[0][1]["retry"] is False
    tasks.deliver_due()
    delivery.wake()
    wait_for_sender()
    assert len(published) == 2


def test_tasks_with_arguments_go_out_each_with_its_own(published):
    waker.send("computers.tasks.think", [1], [2])
    wait_for_sender()
    assert [name for name, _ in published] == ["computers.tasks.think"] * 2


def test_it_is_sent_by_the_sites_own_celery_from_any_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(waker._app.main))
    thread.start()
    thread.join()
    assert found == ["mastery_site"]
    assert "notifications.tasks.deliver_due" in current_app.tasks


@pytest.fixture
def broker(monkeypatch):
    """A socket that takes no connection yet, where the broker should be."""
    wait_for_sender()
    delivery.begin()
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        url = f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
        monkeypatch.setattr(waker._app.conf, "broker_write_url", url)
        yield listener


@pytest.mark.django_db(transaction=True)
def test_a_turn_does_not_wait_for_a_broker_that_hangs(game, broker, boris, monkeypatch, caplog):
    monkeypatch.setattr(waker, "PATIENCE", {**waker.PATIENCE, "socket_timeout": servers.START_WITHIN})
    broker.listen()  # and never answers
    play.play_move(game.pk, side=0, expected_revision=1, text=game.position.legal_moves()[0])
    assert "could not be told" not in caplog.text  # the turn is played, and the broker is still waited for
    assert Notice.objects.filter(recipient=boris, kind="your_turn", channel="email").count() == 1
    broker.close()
    wait_for_sender()
    assert "could not be told" in caplog.text


@pytest.mark.parametrize("fault", ["refuses", "hangs"])
def test_a_broker_that_does_not_answer_is_given_up(broker, monkeypatch, caplog, fault):
    monkeypatch.setattr(waker, "PATIENCE", {**waker.PATIENCE, "socket_timeout": 0.1})
    if fault == "hangs":
        broker.listen()
    delivery.wake()
    wait_for_sender()
    assert "could not be told" in caplog.text
