"""Migrations leave a running site alone: no index of a big table is built while writers wait for it."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState

from core.migrating import AddIndexInUse

APPS = ("accounts", "games", "moderation", "notifications", "mastery_site")
BIG = {"user", "game", "seat", "turn", "challenge", "message", "notice"}
"""Models whose tables grow with the people and their games."""
BEFORE_ANYBODY_HAD_ONE = {("games", "0006_takeback_and_chat", "message")}
"""Indexes of tables that were made, and still empty, with the same release."""


def list_migrations() -> list[migrations.Migration]:
    found = [each for (app, _), each in sorted(MigrationLoader(None).disk_migrations.items()) if app in APPS]
    assert len(found) > 10
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


def test_no_index_of_a_big_table_makes_anybody_wait():
    """What fails here wants `AddIndexInUse` in a migration of its own; see core/migrating.py."""
    found = {(each.app_label, each.name, name) for each in list_migrations() for name in find_builds(each)}
    assert found == BEFORE_ANYBODY_HAD_ONE


def test_what_builds_an_index_in_use_stands_alone_and_in_no_transaction():
    using = [each for each in list_migrations() if any(isinstance(step, AddIndexInUse) for step in each.operations)]
    assert using
    for each in using:
        assert not each.atomic, each
        assert {type(step) for step in each.operations} == {AddIndexInUse}, each


def test_a_new_database_is_made_in_one_step_what_the_steps_before_made_it():
    """Databases are found at each of them, so the steps stay, and both ways must come to the same."""
    loader = MigrationLoader(None, replace_migrations=False)
    squashed = [each for each in list_migrations() if each.replaces]
    assert squashed
    for each in squashed:
        steps, at_once = (
            loader.project_state(node).models for node in (each.replaces[-1], (each.app_label, each.name))
        )
        names = {key for key in steps if key[0] == each.app_label}
        assert {key for key in at_once if key[0] == each.app_label} == names
        for key in names:
            assert list(at_once[key].fields) == list(steps[key].fields), key  # columns in the same order
            assert without_order(at_once[key]) == without_order(steps[key]), key


def without_order(model: ModelState) -> ModelState:
    """The same with its indexes in the order of their names, which is not that of their making."""
    model = model.clone()
    model.options["indexes"] = sorted(model.options["indexes"], key=lambda index: index.name)
    return model


@pytest.mark.parametrize(
    ("step", "waits"),
    [
        (migrations.AddIndex("game", models.Index(fields=["ply"], name="a")), True),
        (AddIndexInUse("game", models.Index(fields=["ply"], name="a")), False),
        (migrations.AddConstraint("turn", models.UniqueConstraint(fields=["key"], name="a")), True),
        (migrations.AddConstraint("turn", models.CheckConstraint(condition=models.Q(ply__gt=0), name="a")), False),
        (migrations.AddField("notice", "game", models.ForeignKey("games.Game", models.CASCADE, null=True)), True),
        (migrations.AddField("notice", "size", models.IntegerField(null=True)), False),
        (migrations.AddIndex("report", models.Index(fields=["text"], name="a")), False),
    ],
)
def test_what_would_make_somebody_wait_is_found(step, waits):
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
