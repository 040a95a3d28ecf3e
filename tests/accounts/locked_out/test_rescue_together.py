"""A waiting request is done once, however many workers try at one instant, and is never both done and stopped."""

from datetime import timedelta
from functools import partial

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.locked_out import rescue_requests
from accounts.models import Rescue
from tests.factories import UserFactory
from tests.together import run_together

NEW = "alice@new.example"


@pytest.fixture
def asked(transactional_db) -> Rescue:
    mira = UserFactory(username="Mira", is_staff=True)
    mira.user_permissions.set(Permission.objects.filter(codename="help_user"))
    made = {"staff": mira, "reason": "Why not.", "email": NEW}
    return rescue_requests.begin(UserFactory(username="Alice"), Rescue.Kind.ADDRESS, **made)


def carry_out() -> int:
    return rescue_requests.carry_out_due(now=timezone.now() + timedelta(hours=80))


def test_three_workers_do_it_once(asked):
    assert sorted(run_together([carry_out] * 3)) == [0, 0, 1]
    assert LogEntry.objects.filter(change_message__startswith="Email address to be").count() == 1


def test_stopped_and_due_at_once_is_one_of_the_two(asked):
    done, answer = run_together([carry_out, partial(Client().post, asked.stop_path)])
    assert answer.status_code == 302
    asked.refresh_from_db()
    assert asked.outcome == ("done" if done else "stopped")
    assert EmailAddress.objects.filter(email=NEW).exists() is bool(done)
