"""Several workers at once: each reader still gets one mail of all turns."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from notifications.delivery import outbox
from notifications.models import Notice
from tests.factories import GameFactory, UserFactory

READERS, GAMES, WORKERS = 4, 8, 6


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_workers_at_once_write_one_mail_to_each_reader(settings, boris):
    settings.TURN_NOTICE_GAP = timedelta(minutes=30)
    for reader in [UserFactory() for _ in range(READERS)]:
        for _ in range(GAMES):
            GameFactory(first=reader, second=boris)
    now, together = timezone.now(), Barrier(WORKERS)

    def work(_):
        together.wait()
        try:
            return outbox.deliver_due(now=now, batch=3)
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        assert sum(pool.map(work, range(WORKERS))) == READERS
    assert set(Counter(message.to[0] for message in mail.outbox).values()) == {1}
    turns = Notice.objects.filter(kind="your_turn", channel="email")
    assert set(turns.values_list("state", flat=True)) <= {"sent", "waiting"}
    assert not outbox.deliver_due(now=now + timedelta(minutes=2))
    outbox.deliver_due(now=now + timedelta(minutes=31))
    assert set(turns.values_list("state", flat=True)) == {"sent"}
