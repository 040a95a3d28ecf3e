"""Putting a notice into words changes nothing: not the notice, not a row. It may be done again, and says the same."""

from copy import deepcopy

import pytest
import time_machine
from django.db import connection
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from notifications.channels.email.composing import compose
from tests.mails import MAILS
from tests.mails.table import make_notice

pytestmark = pytest.mark.django_db(transaction=True)
READS = ("SELECT", "(SELECT", "WITH", "SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")


@pytest.mark.parametrize("name", MAILS)
@pytest.mark.late
def test_each_kind_is_described_without_a_change(name, settings):
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"
    notice, now = make_notice(name)
    before = deepcopy(model_to_dict(notice))
    with time_machine.travel(now, tick=False), CaptureQueriesContext(connection) as queries:  # links tell the second
        texts = [compose(notice, now=now).body for _ in range(2)]
    assert texts[0] == texts[1]
    assert model_to_dict(notice) == before
    assert [each["sql"][:60] for each in queries if not each["sql"].startswith(READS)] == []
