"""Older code tells guests and computers in two columns; their kind is told by a trigger, and for those that were there
before by a migration."""

from importlib import import_module

import pytest
from django.apps import apps

from accounts.models import User
from tests.factories import UserFactory

KIND = User.Kind
COLUMNS = {KIND.PERSON: {}, KIND.GUEST: {"is_guest": True}, KIND.COMPUTER: {"is_computer": True}}
"""By kind, what older code writes."""

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", KIND)
def test_the_kind_is_told_of_what_older_code_made_and_saved_again(kind):
    user = UserFactory(**COLUMNS[kind])
    assert User.objects.get(pk=user.pk).kind == kind
    user.save()
    assert User.objects.get(pk=user.pk).kind == kind


def test_the_migration_fills_what_was_there_before_and_can_be_run_again():
    users = {kind: UserFactory(**COLUMNS[kind]) for kind in KIND}
    User.objects.update(kind=KIND.PERSON)  # as a column that was just added
    for _ in range(2):
        import_module("accounts.migrations.0018_fill_kind").fill(apps, None)
        assert {kind: User.objects.get(pk=user.pk).kind for kind, user in users.items()} == {k: k for k in KIND}
