"""Adds indexes that find fast when the matter of a person began, and who holds something about them, however many
reports wait."""

from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False  # PostgreSQL builds indexes of tables in use outside of transactions

    dependencies = [("moderation", "0014_fill_former_names")]

    operations = [
        AddIndexInUse(
            "report",
            models.Index(
                condition=models.Q(("answered_at", None)), fields=["about", "made_at"], name="report_begins_matter"
            ),
        ),
        AddIndexInUse(
            "report",
            models.Index(condition=models.Q(("held_until__isnull", False)), fields=["about"], name="report_held"),
        ),
    ]
