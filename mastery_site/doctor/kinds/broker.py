"""Checks whether the queues take tasks, and how many tasks wait."""

from collections.abc import Iterator

from celery import current_app
from django.conf import settings

from mastery_site.doctor.contract import Asked, Examination, Line
from mastery_site.health.healthz import PATIENCE
from mastery_site.schedule import MAIL, THINKING, UPKEEP


class Broker(Examination):
    name = "broker"
    order = 20

    def examine(self, asked: Asked) -> Iterator[Line]:
        options = {**settings.CELERY_BROKER_TRANSPORT_OPTIONS, **PATIENCE}
        with current_app.connection_for_write(transport_options=options) as broker:
            broker.connect()
            sizes = [f"{broker.default_channel._size(name)} in {name}" for name in (MAIL, UPKEEP, THINKING)]
        where = "Redis answers" if settings.REDIS_URL else f"Files in {settings.DATA_DIR / 'queue'}"
        yield Line(True, f"{where}; tasks that wait: {', '.join(sizes)}.")


kind = Broker()
