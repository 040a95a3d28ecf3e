"""The Django project: settings, addresses, and the Celery application."""

from mastery_site.celery import app as celery_app

__all__ = ["celery_app"]
