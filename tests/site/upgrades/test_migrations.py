"""Migrations leave a running site alone: no index of a big table is built while writers wait for it."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from core.migrating import AddIndexInUse
from tests.apps import APPS
from tests.rows import each_row

WITH_MIGRATIONS = {*APPS} - {"core"}
BIG = {"user", "game", "seat", "turn", "challenge", "message", "notice"}
"""Models whose tables grow with the people and their games."""


def list_migrations() -> list[migrations.Migration]:
    found = [each for (app, _), each in sorted(MigrationLoader(None).disk_migrations.items()) if app in WITH_MIGRATIONS]
    assert {each.app_label for each in found} == set(WITH_MIGRATIONS)
    return found


def find_builds(migration: migrations.Migration) -> Iterator[str]:
    """Names of the big models whose writers would wait for an index that this migration builds."""
    made = {step.name_lower for step in migration.operations if isinstance(step, migrations.CreateModel)}
    for step in migration.operations:
        name = getattr(step, "model_name", "").lower()
        if name in BIG - made and builds_index(step):
            yield name


def builds_index(step: migrations.operations.base.Operation) -> bool:
    if isinstance(step, migrations.AddIndex):
        return not isinstance(step, AddIndexInUse)
    if isinstance(step, migrations.AddConstraint):
        return isinstance(step.constraint, models.UniqueConstraint)
    if isinstance(step, migrations.AddField | migrations.AlterField):
        return step.field.db_index or step.field.unique
    return False


def stands_alone(migration: migrations.Migration) -> bool:
    """Whether what builds an index in use is all that this migration does, and in no transaction."""
    kinds = {type(step) for step in migration.operations}
    return AddIndexInUse not in kinds or (kinds == {AddIndexInUse} and not migration.atomic)


def test_no_index_of_a_big_table_makes_anybody_wait():
    """What fails here wants `AddIndexInUse` in a migration of its own; see core/migrating.py."""
    assert [(each.app_label, each.name, name) for each in list_migrations() for name in find_builds(each)] == []


def test_a_migration_that_builds_an_index_in_use_does_only_that_and_in_no_transaction():
    assert [each for each in list_migrations() if not stands_alone(each)] == []


IN_USE = AddIndexInUse("game", models.Index(fields=["ply"], name="a"))
FIELD = migrations.AddField("game", "size", models.IntegerField(null=True))


@each_row(
    ("steps", "atomic", "alone"),
    [([IN_USE], False, True), ([IN_USE], True, False), ([IN_USE, FIELD], False, False), ([FIELD], True, True)],
)
def test_an_index_build_that_does_not_stand_alone_is_found(steps, atomic, alone):
    migration = migrations.Migration("next", "games")
    migration.operations, migration.atomic = steps, atomic
    assert stands_alone(migration) == alone


@each_row(
    ("step", "waits"),
    [
        (migrations.AddIndex("game", models.Index(fields=["ply"], name="a")), True),
        (IN_USE, False),
        (migrations.AddConstraint("turn", models.UniqueConstraint(fields=["key"], name="a")), True),
        (migrations.AddConstraint("turn", models.CheckConstraint(condition=models.Q(ply__gt=0), name="a")), False),
        (migrations.AddField("notice", "game", models.ForeignKey("games.Game", models.CASCADE, null=True)), True),
        (migrations.AddField("notice", "size", models.IntegerField(null=True)), False),
        (migrations.AddIndex("report", models.Index(fields=["text"], name="a")), False),
    ],
)
def test_a_migration_that_makes_writers_wait_is_found(step, waits):
    migration = migrations.Migration("next", "games")
    migration.operations = [step]
    assert bool(list(find_builds(migration))) == waits


def list_indexes() -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.get_constraints(cursor, "accounts_user"))


@pytest.mark.django_db(transaction=True)
def test_an_index_in_use_is_built_and_built_again_after_a_break_and_taken_away():
    before, after = (ProjectState.from_apps(apps) for _ in range(2))
    step = AddIndexInUse("user", models.Index(fields=["date_joined"], name="user_joined"))
    step.state_forwards("accounts", after)
    for _ in range(2):
        with connection.schema_editor(atomic=False) as editor:
            step.database_forwards("accounts", editor, before, after)
        assert "user_joined" in list_indexes()
    with connection.schema_editor(atomic=False) as editor:
        step.database_backwards("accounts", editor, after, before)
    assert "user_joined" not in list_indexes()
