"""Lets each reader hide ratings, and staff keep somebody out of rated games.

SQLite makes the table of users anew for a new column and loses the trigger of older code by that, so it is made again.
"""

from importlib import import_module

from django.db import migrations, models

OLDER = import_module("accounts.migrations.0018_fill_kind")


def nothing(apps, schema_editor):
    pass


class Migration(migrations.Migration):
    dependencies = [("accounts", "0025_look_of_pages")]

    operations = [
        migrations.RunPython(nothing, OLDER.make_trigger),
        migrations.AddField(
            "user",
            "show_ratings",
            models.BooleanField(
                db_default=True, default=True, help_text="Whether pages show this reader ratings, of anybody."
            ),
        ),
        migrations.RunPython(OLDER.make_trigger, nothing),
        migrations.AlterField(
            "restriction",
            "kind",
            models.CharField(
                choices=[
                    ("warned", "warned"),
                    ("profile_cleared", "profile text removed"),
                    ("renamed", "has to choose a new name"),
                    ("muted", "muted"),
                    ("barred_rated", "no rated games"),
                    ("barred_open", "no open challenges"),
                    ("barred", "no challenges"),
                    ("barred_reports", "no reports"),
                    ("suspended", "suspended"),
                ],
                max_length=20,
            ),
        ),
    ]
