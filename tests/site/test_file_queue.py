"""The queue of the embedded site is made of files: nobody reads one that is half-written, or stumbles over it."""

import errno
from pathlib import Path
from queue import Empty

import pytest
from celery import Celery
from kombu import Connection, Exchange, Queue
from kombu.exceptions import ChannelError
from kombu.transport import filesystem

from mastery_site import settings as site
from mastery_site.embedded import file_queue
from mastery_site.environment import backends, data_folder
from tests.together import run_together

NAME = "mail"
TORN = {
    "empty": b"",
    "half": b'{"body": "W1td',
    "zeros": b"\0" * 100,
    "no text": b"\xff\xfe",
    "of another kind": b"[1]",
    "a number": b"5",
    "nested": b"[" * 200_000,
}


@pytest.fixture
def connect(tmp_path):
    """Connections of several processes, as it were."""
    options = backends.broker_options("", data_dir=tmp_path)
    for name in data_folder.QUEUE_FOLDERS:
        (tmp_path / "queue" / name).mkdir(parents=True)

    def make(transport=file_queue.Transport):
        transport.global_state = type(transport.global_state)()  # what a process knows of bindings
        made = Connection("filesystem://", transport=transport, transport_options=options)
        assert made.transport.state is transport.global_state  # kombu makes it when it is first asked for
        return made

    return make


@pytest.fixture
def messages(tmp_path) -> Path:
    return tmp_path / "queue" / "messages"


def bound(connection) -> Queue:
    queue = Queue(NAME, Exchange(NAME), routing_key=NAME)(connection.channel())
    queue.declare()
    return queue


def send(connection, body: object) -> None:
    queue = Queue(NAME, Exchange(NAME), routing_key=NAME)
    connection.Producer().publish(body, exchange=queue.exchange, routing_key=NAME, declare=[queue], retry=False)


def take(connection) -> object:
    message = bound(connection).get(no_ack=True)
    return message and message.payload


class Sly:
    """A value that has somebody look into the queue while it is written."""

    def __init__(self, look) -> None:
        self.look = look

    def __json__(self) -> str:
        self.look()
        return "sly"


def test_nobody_sees_a_message_before_all_of_it_is_written(connect):
    reader, seen = connect().channel(), []

    def look() -> None:
        try:
            seen.append(reader._get(NAME))
        except Empty:
            seen.append(None)

    connect().channel()._put(NAME, {"body": Sly(look)})
    assert seen == [None]
    assert reader._get(NAME) == {"body": "sly"}


@pytest.mark.parametrize("torn", TORN.values(), ids=TORN)
def test_a_message_that_cannot_be_read_is_left_out_and_the_next_one_comes(connect, messages, caplog, torn):
    (messages / f"0_torn.{NAME}.msg").write_bytes(torn)
    send(connect(), "whole")
    assert take(connect()) == "whole"
    assert take(connect()) is None
    assert list(messages.iterdir()) == []
    assert "could not be read" in caplog.text


def test_a_full_disk_leaves_no_part_of_a_message(connect, messages, monkeypatch):
    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    channel = connect().channel()
    with monkeypatch.context() as full:
        full.setattr(file_queue.os, "write", fail)
        with pytest.raises(ChannelError, match="No space left"):
            channel._put(NAME, {"body": "lost"})
    assert list(messages.iterdir()) == []
    channel._put(NAME, {"body": "kept"})
    assert channel._get(NAME) == {"body": "kept"}


@pytest.mark.parametrize("torn", TORN.values(), ids=TORN)
def test_a_table_of_queues_that_cannot_be_read_is_written_anew(connect, tmp_path, torn):
    """Else no worker would ever start again, for each reads it first."""
    (tmp_path / "queue" / "control" / f"{NAME}.exchange").write_bytes(torn)
    send(connect(), "to a queue that is known again")
    assert take(connect()) == "to a queue that is known again"


def test_a_table_holds_each_queue_once_and_all_of_them(connect, tmp_path):
    for _ in range(2):
        bound(connect())
    Queue("other", Exchange(NAME), routing_key="x")(connect().channel()).declare()
    table = connect().channel().get_table(NAME)
    assert sorted(each.queue for each in table) == [NAME, "other"]


def test_many_at_once_lose_nothing(connect):
    connections = [connect() for _ in range(4)]
    results = run_together([lambda at=at: [send(connections[at], n) for n in range(25)] for at in range(4)])
    assert results == [[None] * 25] * 4
    reader = connect()
    assert sorted(take(reader) for _ in range(100)) == sorted(list(range(25)) * 4)


def test_the_embedded_site_uses_it_and_redis_its_own():
    app = Celery("any", set_as_current=False)
    app.conf.update(broker_url="filesystem://localhost", broker_transport=backends.broker_transport(""))
    assert isinstance(app.connection_for_write().transport, file_queue.Transport)
    assert backends.broker_transport("redis://localhost:6379/0") is None
    assert backends.broker_transport(site.REDIS_URL) == site.CELERY_BROKER_TRANSPORT


def test_kombu_s_own_still_needs_it(connect, messages):
    """If this fails, kombu has mended it, and `file_queue` may go."""
    (messages / f"0_torn.{NAME}.msg").write_bytes(b"")
    with pytest.raises(ValueError, match="Expecting value"):
        connect(filesystem.Transport).channel()._get(NAME)


def test_messages_come_in_the_order_in_which_they_were_sent_also_where_the_time_has_a_digit_more(connect, monkeypatch):
    times = iter([999, 1000, 10**19])
    monkeypatch.setattr(file_queue, "time_ns", lambda: next(times))
    connection = connect()
    for number in range(3):
        send(connection, {"number": number})
    assert [take(connection)["number"] for _ in range(3)] == [0, 1, 2]
