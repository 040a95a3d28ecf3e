"""Lets people keep their name out of files of games that anybody may download.

SQLite makes the table of users anew for a new column and loses the trigger of older code by that, so it is made again.
"""

from importlib import import_module

from django.db import migrations, models

OLDER = import_module("accounts.migrations.0018_fill_kind")


def nothing(apps, schema_editor):
    pass


class Migration(migrations.Migration):
    dependencies = [("accounts", "0027_kinds_of_copies")]

    operations = [
        migrations.RunPython(nothing, OLDER.make_trigger),
        migrations.AddField(
            "user",
            "named_in_files",
            models.BooleanField(
                db_default=True,
                default=True,
                help_text="Whether files of games that anybody may download have the name.",
            ),
        ),
        migrations.RunPython(OLDER.make_trigger, nothing),
    ]
