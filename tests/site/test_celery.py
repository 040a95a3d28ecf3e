"""The queue: one application in every thread, and each task in a queue that some worker empties."""

from threading import Thread
from types import SimpleNamespace

import pytest
from celery import current_app
from celery.concurrency import get_implementation
from celery.concurrency.solo import TaskPool as Solo
from celery.concurrency.thread import TaskPool as Threads
from django.conf import settings

from mastery_site.celery import app, on_worker_init
from mastery_site.management.commands import up
from tests.site.composed import read_compose

app.loader.import_default_modules()  # the tasks, which a worker imports when it starts


def list_queues(command: list[str]) -> set[str]:
    return set(command[command.index("--queues") + 1].split(","))


def test_every_thread_of_the_web_server_asks_the_same_application():
    found = []
    thread = Thread(target=lambda: found.append(current_app.main))
    thread.start()
    thread.join()
    assert found == ["mastery_site"]


def route(task: str) -> str:
    return app.amqp.router.route({}, task)["queue"].name


def test_every_task_goes_into_a_queue_of_one_of_the_workers():
    commands = [service["command"] for service in read_compose()["services"].values() if "worker" in str(service)]
    emptied = [list_queues(command) for command in commands if "--queues" in command]
    assert sorted(map(sorted, emptied)) == [["mail"], ["thinking"], ["upkeep"]]
    tasks = [name for name in app.tasks if not name.startswith("celery.")]
    assert len(tasks) > 3
    assert {route(name) for name in tasks} == {"mail", "thinking", "upkeep"}


def test_everything_that_beat_sends_is_a_task():
    asked = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert asked - set(app.tasks) == set()
    assert set(settings.CELERY_TASK_ROUTES) - set(app.tasks) == set()


def test_news_and_time_never_wait_behind_upkeep():
    for task in ("games.tasks.flag_expired_games", "notifications.tasks.deliver_due"):
        assert route(task) == "mail"
    assert route("mastery_site.tasks.prune") == "upkeep"
    assert route("computers.tasks.think") == "thinking"


def test_the_workers_of_one_machine_empty_every_queue_and_each_its_own():
    emptied = [list_queues(command) for command in (up.worker_command(), up.computers_command())]
    assert emptied == [{"mail", "upkeep"}, {"thinking"}]
    assert set(app.amqp.queues) == set.union(*emptied)
    for name, queue in app.amqp.queues.items():
        assert (queue.exchange.name, queue.routing_key) == (name, name)


@pytest.mark.parametrize("asked", ["threads", Threads])
def test_a_worker_runs_threads_without_being_told(db, asked):
    """Its watchdog looks at threads; Celery's own pool would be processes."""
    assert get_implementation(app.conf.worker_pool) is Threads
    on_worker_init(SimpleNamespace(pool_cls=asked))


@pytest.mark.parametrize("asked", ["solo", "prefork", Solo])
def test_a_worker_that_could_not_show_that_it_lives_does_not_start(asked):
    with pytest.raises(SystemExit, match="leave out --pool"):
        on_worker_init(SimpleNamespace(pool_cls=asked))
