"""Older code that serves beside newer tells guests and computers in two columns, and each finds the other's. This file
goes with the columns."""

from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from accounts.models import User
from tests.factories import UserFactory

KIND = User.Kind
COLUMNS = {KIND.PERSON: (False, False), KIND.GUEST: (False, True), KIND.COMPUTER: (True, False)}
"""By kind, what older code reads in `is_computer` and `is_guest`."""
FILL = "0018_fill_kind"

pytestmark = pytest.mark.django_db


def insert_as_older_code(*, is_computer: bool, is_guest: bool) -> User:
    """Inserts a row with every column but the one that older code does not know."""
    made = User(username="older", look="older", email="older@example.org", password="!", time_zone="UTC")
    fields = [each for each in User._meta.concrete_fields if each.name not in {"id", "kind"}]
    values = {each.column: each.get_db_prep_save(each.pre_save(made, add=True), connection) for each in fields}
    values |= {"is_computer": is_computer, "is_guest": is_guest}
    columns, places = ", ".join(map(connection.ops.quote_name, values)), ", ".join(["%s"] * len(values))
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO accounts_user ({columns}) VALUES ({places})", [*values.values()])
    return User.objects.get(username="older")


def read_columns(user: User) -> tuple[bool, bool]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT is_computer, is_guest FROM accounts_user WHERE id = %s", [user.pk])
        is_computer, is_guest = cursor.fetchone()
    return bool(is_computer), bool(is_guest)


@pytest.mark.parametrize("kind", KIND)
def test_older_code_reads_what_newer_code_made_and_saved_again(kind):
    user = UserFactory(kind=kind)
    assert read_columns(user) == COLUMNS[kind]
    user.save()
    assert read_columns(user) == COLUMNS[kind]


@pytest.mark.parametrize("kind", KIND)
def test_newer_code_reads_what_older_code_made(kind):
    is_computer, is_guest = COLUMNS[kind]
    user = insert_as_older_code(is_computer=is_computer, is_guest=is_guest)
    assert user.kind == kind
    assert read_columns(user) == COLUMNS[kind]


def test_the_migration_fills_what_was_there_before_and_can_be_run_again():
    users = {kind: UserFactory(kind=kind) for kind in KIND}
    User.objects.update(kind=KIND.PERSON)  # as a column that was just added
    past = MigrationLoader(None, replace_migrations=False).project_state(("accounts", FILL)).apps
    for _ in range(2):
        import_module(f"accounts.migrations.{FILL}").fill(past, None)
        assert {kind: User.objects.get(pk=user.pk).kind for kind, user in users.items()} == {k: k for k in KIND}
