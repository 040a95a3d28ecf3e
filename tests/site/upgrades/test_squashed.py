"""Each app has a squashed migration in place of the steps that made its tables since 1.0.0."""

from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from core.migrating import CreateTogether
from mastery_site.backup import rows
from tests.apps import APPS
from tests.rows import each_row

ROOT = Path(__file__).resolve().parents[3]
SQUASHED = [key for key, each in MigrationLoader(None).disk_migrations.items() if each.replaces]
MOST = 2
"""Files of an app beside its earlier steps."""


def list_files(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("0*.py"))


@each_row("app", [*APPS])
def test_an_app_has_two_migrations_at_most_beside_its_earlier_steps(app):
    assert len(list_files(ROOT / app / "migrations")) <= MOST


@each_row(("app", "name"), SQUASHED)
def test_a_squashed_migration_stands_for_all_earlier_steps(app, name):
    steps = list_files(ROOT / app / "migrations" / "earlier")
    replaces = MigrationLoader(None).disk_migrations[app, name].replaces
    assert replaces == [(app, step) for step in steps]
    assert name == f"0001_squashed_{steps[-1]}"


def test_every_app_with_earlier_steps_has_a_squashed_migration():
    assert {app for app, _ in SQUASHED} == {path.parts[-3] for path in ROOT.glob("*/migrations/earlier")}


def test_a_database_of_just_before_is_migrated_by_a_note_alone(db):
    applied = MigrationRecorder.Migration.objects
    for app, name in SQUASHED:
        applied.filter(app=app, name=name).delete()
    before = rows.list_migrations("default")
    call_command("migrate", verbosity=0)
    assert all(applied.filter(app=app, name=name).exists() for app, name in SQUASHED)
    assert rows.list_migrations("default") == before, "a backup from before can be restored"


def list_tables() -> set[str]:
    return {name for name in connection.introspection.table_names() if name.startswith("games_toy")}


NUMBER = ("id", models.BigAutoField(primary_key=True))
TOGETHER = CreateTogether(
    migrations.CreateModel(
        "ToyHand",
        [NUMBER, ("toy", models.ForeignKey("games.ToyBall", models.CASCADE)), ("at", models.IntegerField())],
        options={"indexes": [models.Index(fields=["at"], name="toy_at")]},
    ),
    migrations.CreateModel(
        "ToyBall",
        [
            NUMBER,
            ("held_by", models.ForeignKey("games.ToyHand", models.CASCADE, null=True)),
            ("user", models.ForeignKey("accounts.User", models.CASCADE)),
        ],
    ),
)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("formed", [False, True])
def test_models_that_refer_to_each_other_are_made_together_and_taken_away_again(formed):
    before, after = (ProjectState.from_apps(apps) for _ in range(2))
    if formed:
        assert after.apps
    TOGETHER.state_forwards("games", after)
    hand, ball = (after.apps.get_model("games", name) for name in ("ToyHand", "ToyBall"))
    assert (hand._meta.get_field("toy").related_model, ball._meta.get_field("held_by").related_model) == (ball, hand)
    with connection.schema_editor() as editor:
        TOGETHER.database_forwards("games", editor, before, after)
        assert editor.deferred_sql == [], "what is left to the end is made after the migration is noted as done"
    assert list_tables() == {"games_toyhand", "games_toyball"}
    with connection.cursor() as cursor:
        made = connection.introspection.get_constraints(cursor, "games_toyhand")
    assert "toy_at" in made
    assert {each["foreign_key"] for each in made.values()} == {None, ("games_toyball", "id")}
    with connection.schema_editor() as editor:
        TOGETHER.database_backwards("games", editor, after, before)
    assert list_tables() == set()
