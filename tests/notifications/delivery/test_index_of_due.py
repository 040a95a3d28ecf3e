"""The outbox finds what is due by the index of just that: reminders wait for days, and it looks every few seconds."""

import pytest
from django.db import connection
from django.utils import timezone

from notifications.models import Notice

NOW = timezone.now()
ASKED = {
    "what is due": Notice.objects.due(NOW).filter(channel="email").order_by("due_at", "pk")[:25],
    "whether any is": Notice.objects.due(NOW).values_list("pk")[:1],
    "what is due next": Notice.objects.open().order_by("due_at").values_list("due_at")[:1],
}


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL decides by what is in the table")
@pytest.mark.parametrize("question", ASKED)
def test_notices_that_still_wait_are_not_read(question):
    plan = ASKED[question].explain()
    assert "notice_due" in plan
    assert "TEMP B-TREE" not in plan, "nothing is sorted that is not due"


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL decides by what is in the table")
def test_closed_notices_are_found_by_the_time_of_their_end():
    assert "notice_done" in Notice.objects.filter(closed_at__lt=NOW).values_list("pk").explain()
