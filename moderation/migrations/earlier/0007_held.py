"""Renames what staff claim to what they hold, in code. The columns keep their names, since older code still serves."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def rename(model):
    return [
        migrations.RenameField(model, "claimed_by", "held_by"),
        migrations.AlterField(
            model,
            "held_by",
            models.ForeignKey(
                blank=True,
                db_column="claimed_by_id",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RenameField(model, "claimed_until", "held_until"),
        migrations.AlterField(
            model,
            "held_until",
            models.DateTimeField(
                blank=True, db_column="claimed_until", help_text="So long nobody else is given it.", null=True
            ),
        ),
    ]


class Migration(migrations.Migration):
    dependencies = [("moderation", "0006_log_of_templates")]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[*rename("report"), *rename("appeal")])
    ]
