"""Gives every account a face: the figure that was chosen, and an uploaded picture with its mark; and a switch for sounds.

SQLite makes the table of users anew for a new column and loses the trigger of older code by that, so it is made again.
"""

from importlib import import_module

from django.conf import settings
from django.db import migrations, models

OLDER = import_module("accounts.migrations.0018_fill_kind")


def nothing(apps, schema_editor):
    pass


class Migration(migrations.Migration):
    dependencies = [("accounts", "0028_named_in_files")]

    operations = [
        migrations.RunPython(nothing, OLDER.make_trigger),
        migrations.AddField(
            "user",
            "figure",
            models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="Which of the figures that the account may choose from.",
            ),
        ),
        migrations.AddField(
            "user",
            "picture",
            models.CharField(
                blank=True,
                db_default="",
                default="",
                editable=False,
                help_text="The mark of the picture that is shown in place of the figure, if any; no save writes it.",
                max_length=22,
            ),
        ),
        migrations.AddField(
            "user",
            "sounds",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="A soft sound comes with a turn of the other side on an open page.",
            ),
        ),
        migrations.RunPython(OLDER.make_trigger, nothing),
        migrations.CreateModel(
            "Picture",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "mark",
                    models.CharField(
                        help_text="A hash of the picture and whose it is.", max_length=22, unique=True
                    ),
                ),
                ("content", models.TextField(help_text="The WebP, as base64: backups keep text.")),
                ("made_at", models.DateTimeField()),
                (
                    "removed_at",
                    models.DateTimeField(blank=True, help_text="When staff removed it from sight.", null=True),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=models.CASCADE, related_name="kept_picture", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
    ]
