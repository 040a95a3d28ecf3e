"""Calls what a player did about an offer a step, in code; the column keeps its name, for older code still serves."""

from django.db import migrations, models

STEPS = [("made", "offered"), ("accepted", "accepted"), ("declined", "declined"), ("withdrawn", "withdrawn")]


class Migration(migrations.Migration):
    dependencies = [("games", "0025_staff_actions_declared")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("offerrecord", "deed", "step"),
                migrations.AlterField(
                    "offerrecord", "step", models.CharField(choices=STEPS, db_column="deed", max_length=9)
                ),
            ]
        )
    ]
