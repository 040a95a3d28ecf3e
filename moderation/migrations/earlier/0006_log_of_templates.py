"""Lets the log hold changes of message templates. On SQLite a trigger now also refuses to replace rows of the log."""

from importlib import import_module

from django.db import migrations, models

before = import_module("moderation.migrations.0004_log_triggers")
REPLACED = f"""
    CREATE TRIGGER moderation_log_insert BEFORE INSERT ON {before.TABLE}
    WHEN NOT {before.OPEN} AND EXISTS (
        SELECT 1 FROM {before.TABLE} WHERE id = NEW.id OR reverses_id = NEW.reverses_id
    )
    BEGIN SELECT RAISE(ABORT, '{before.SENTENCE}'); END
"""
"""`INSERT OR REPLACE` deletes the rows it replaces without firing the trigger of DELETE."""
SQLITE = [*before.SQLITE, REPLACED]


def make_triggers(apps, schema_editor):
    """Creates the triggers of the log again. SQLite has rebuilt the table, and dropped them with the old one."""
    make_on_sqlite(schema_editor, SQLITE)


def make_earlier_triggers(apps, schema_editor):
    make_on_sqlite(schema_editor, before.SQLITE)


def make_on_sqlite(schema_editor, statements):
    if schema_editor.connection.vendor == "sqlite":
        for statement in statements:
            schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [("moderation", "0005_log_of_switches")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, make_earlier_triggers),
        migrations.RemoveConstraint(model_name="loggedaction", name="logged_action_on_something"),
        migrations.AddConstraint(
            model_name="loggedaction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("person__isnull", False),
                    ("game__isnull", False),
                    ("report__isnull", False),
                    ("action__in", ["switch_site", "change_template"]),
                    _connector="OR",
                ),
                name="logged_action_on_something",
            ),
        ),
        migrations.RunPython(make_triggers, migrations.RunPython.noop),
    ]
