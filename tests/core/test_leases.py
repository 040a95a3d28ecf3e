"""A row is one worker's at a time, free again once its worker has died, and never waited for."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Export
from accounts.own_data.exports import LEASE as OF_EXPORTS
from computers.models import LEASE as OF_THOUGHTS
from computers.models import Thought
from notifications.models import LEASE as OF_NOTICES
from notifications.models import Notice
from notifications.routing import writing
from tests import servers
from tests.factories import GameFactory

NOW = timezone.now()
SECOND = timedelta(seconds=1)


@pytest.fixture(params=["export", "thought", "notice"])
def leased(request, alice, boris):
    """A lease, and the one row of its table."""
    if request.param == "export":
        Export.objects.create(user=alice, asked_at=NOW)
        return OF_EXPORTS, Export.objects.all()
    if request.param == "thought":
        Thought.objects.create(game=GameFactory(first=alice, second=boris), revision=1, asked_at=NOW)
        return OF_THOUGHTS, Thought.objects.all()
    Notice.objects.all().delete()
    writing.write(writing.make("test", key="a", recipient_id=alice.pk))
    return OF_NOTICES, Notice.objects.all()


def test_a_row_is_leased_once_until_its_lease_has_lapsed(leased):
    lease, rows = leased
    assert rows.filter(lease.free(NOW)).exists()
    assert lease.take(rows, now=NOW)
    assert not lease.take(rows, now=NOW + lease.lasts)
    assert not rows.filter(lease.free(NOW + lease.lasts)).exists()
    assert lease.take(rows, now=NOW + lease.lasts + SECOND)


def test_a_row_is_either_free_or_held(leased):
    lease, rows = leased
    for at in (NOW, NOW + lease.lasts, NOW + lease.lasts + SECOND):
        assert rows.filter(lease.free(at)).exists() != rows.filter(lease.held(at)).exists()
        lease.take(rows, now=NOW)


def test_a_row_that_is_given_back_is_free_at_once(leased):
    lease, rows = leased
    lease.take(rows, now=NOW)
    rows.update(**lease.given_back)
    assert rows.filter(lease.free(NOW)).exists()
    assert not rows.filter(lease.held(NOW)).exists()


@pytest.mark.parametrize("leased", ["thought", "notice"], indirect=True)
def test_a_slow_worker_finds_that_its_row_is_anothers(leased):
    lease, rows = leased
    token = lease.take(rows, now=NOW)
    slow = rows.get()
    assert slow.claim == token
    assert lease.mine(slow).exists()
    lease.take(rows, now=NOW + lease.lasts + SECOND)
    assert not lease.mine(slow).exists()


@pytest.mark.parametrize("leased", ["notice"], indirect=True)
def test_other_columns_are_set_by_the_same_query(leased, django_assert_num_queries):
    lease, rows = leased
    with transaction.atomic(), django_assert_num_queries(3):  # a savepoint around it
        lease.take(rows, now=NOW, attempts=F("attempts") + 1)
    assert rows.get().attempts == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_row_that_another_worker_is_just_leasing_is_not_waited_for(leased):
    lease, rows = leased
    found = []

    def lease_too() -> None:
        found.append(lease.take(rows, now=NOW))
        connection.close()

    with transaction.atomic():
        assert lease.take(rows, now=NOW)
        other = threading.Thread(target=lease_too)
        other.start()
        other.join(timeout=servers.START_WITHIN)
        assert found == [""]
