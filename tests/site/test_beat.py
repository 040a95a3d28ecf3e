"""Beat: what it sends, when, and what counts as a sign of its life."""

import os
import subprocess
import sys
from unittest.mock import Mock

import pytest
from celery.beat import SchedulingError
from django.conf import settings

from mastery_site import celery as site
from mastery_site.beat import Scheduler, sent
from mastery_site.celery import Loop


@pytest.fixture
def scheduler():
    return Scheduler(app=site.app, Producer=Mock())


def test_every_task_of_the_schedule_is_due_when_it_starts(scheduler):
    assert set(scheduler.schedule) == set(settings.CELERY_BEAT_SCHEDULE)
    assert all(entry.is_due()[0] for entry in scheduler.schedule.values())


def test_a_task_that_was_sent_is_due_after_its_interval(scheduler):
    entry = scheduler.reserve(scheduler.schedule["prune"])
    due, wait = entry.is_due()
    assert not due
    assert 3500 < wait <= 3600


def test_sending_is_a_sign_of_life_and_so_is_a_broker_asked_in_vain(scheduler):
    sent()
    assert not sent()
    with pytest.raises(SchedulingError):
        scheduler.apply_async(scheduler.schedule["prune"], producer=Mock(publish=Mock(side_effect=OSError("away"))))
    assert sent()
    scheduler.connection = Mock()
    scheduler._ensure_connected()
    on_error = scheduler.connection.ensure_connection.call_args.args[0]
    assert not sent()
    on_error(OSError("away"), 1)
    assert sent()


def test_a_worker_that_seeks_its_broker_is_well_and_one_whose_loop_stands_is_not():
    asked = []
    consumer = Mock(call_soon=asked.append)
    loop = Loop(consumer)
    loop()
    assert not loop()
    asked.pop()()
    assert loop()
    assert not loop()
    consumer.connection = None
    assert loop()


def test_its_application_takes_the_place_of_no_other(tmp_path):
    site_first = "from mastery_site.celery import app\nimport mastery_site.beat\nfrom celery import current_app\n"
    assert run(tmp_path, site_first + "print(current_app._get_current_object() is app)") == ["True"]


def test_it_needs_neither_django_nor_a_database(tmp_path):
    loaded = run(tmp_path, "import sys\nfrom mastery_site.beat import app\napp.conf.beat_schedule\nprint(*sys.modules)")
    assert "celery.beat" in loaded
    assert not {"django.db", "django.apps", "psycopg", "games", "notifications"} & set(loaded)


def run(folder, program: str) -> list[str]:
    """The words that a program prints, in a process of its own: here other tests have loaded what they like."""
    environ = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder)}
    return subprocess.check_output([sys.executable, "-c", program], env=environ, text=True, timeout=120).split()
