"""Lets each reader choose a theme, board colours and how large pieces are.

SQLite makes the table anew for a new column and loses the trigger of older code by that, so it is made again.
"""

from importlib import import_module

from django.db import migrations, models

OLDER = import_module("accounts.migrations.0018_fill_kind")


def nothing(apps, schema_editor):
    pass


class Migration(migrations.Migration):
    dependencies = [("accounts", "0024_closed_to_new")]

    operations = [
        migrations.RunPython(nothing, OLDER.make_trigger),
        migrations.AddField(
            "user",
            "board_colours",
            models.CharField(
                choices=[("game", "Each game’s own"), ("wood", "Wood"), ("slate", "Slate")],
                db_default="game",
                default="game",
                max_length=5,
            ),
        ),
        migrations.AddField(
            "user",
            "piece_size",
            models.CharField(
                choices=[("small", "Small"), ("medium", "Medium"), ("large", "Large")],
                db_default="medium",
                default="medium",
                max_length=6,
            ),
        ),
        migrations.AddField(
            "user",
            "theme",
            models.CharField(
                choices=[("system", "Same as my device"), ("light", "Light"), ("dark", "Dark")],
                db_default="system",
                default="system",
                help_text="Of every page.",
                max_length=6,
            ),
        ),
        migrations.RunPython(OLDER.make_trigger, nothing),
    ]
