"""The Celery application. Its schedule is code, so that it is reviewed like code."""

import os

from celery import Celery
from celery.signals import beat_embedded_init

from mastery_site import heartbeat, logs
from mastery_site.lifeline import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastery_site.settings")

app = Celery("mastery_site")
app.set_default()  # for every thread: without it, those of the web server would have one of their own
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
heartbeat.connect()
logs.connect()


@beat_embedded_init.connect
def on_beat_embedded_init(**kwargs: object) -> None:
    """The beat that a worker carries goes when its worker goes."""
    die_with_parent(os.getppid())
