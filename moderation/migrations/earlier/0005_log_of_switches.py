"""Lets the log hold changes of the site's switches, which concern neither a person nor a game."""

from importlib import import_module

from django.db import migrations, models

SQLITE = import_module("moderation.migrations.0004_log_triggers").SQLITE


def make_triggers(apps, schema_editor):
    """Creates the triggers of the log again. SQLite has rebuilt the table, and dropped them with the old one."""
    if schema_editor.connection.vendor == "sqlite":
        for statement in SQLITE:
            schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [("moderation", "0004_log_triggers")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, make_triggers),
        migrations.RemoveConstraint(model_name="loggedaction", name="logged_action_on_something"),
        migrations.AddConstraint(
            model_name="loggedaction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("person__isnull", False),
                    ("game__isnull", False),
                    ("report__isnull", False),
                    ("action", "switch_site"),
                    _connector="OR",
                ),
                name="logged_action_on_something",
            ),
        ),
        migrations.RunPython(make_triggers, migrations.RunPython.noop),
    ]
