"""Also stores what the log says as code and arguments. The column is empty in older rows, and in rows of older code."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("moderation", "0015_matters_and_holds")]

    operations = [
        migrations.AddField(
            "loggedaction",
            "said",
            models.JSONField(
                null=True, blank=True, help_text="The same as code and arguments (core/said.py); empty in older rows."
            ),
        ),
        migrations.AlterField(
            "loggedaction",
            "what",
            models.TextField(help_text="What was done, in English as it was told then, in UTC."),
        ),
    ]
