"""The Celery application. Its schedule is code, so that it is reviewed like code."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastery_site.settings")

app = Celery("mastery_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
