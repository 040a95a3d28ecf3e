"""The text of a turn is as long as its ruleset writes it. PostgreSQL rewrites no row for it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_clock_change_terms")]

    operations = [
        migrations.AlterField(
            model_name="turn",
            name="text",
            field=models.TextField(help_text="As the ruleset writes it, however long."),
        ),
        migrations.AlterField(
            model_name="turn",
            name="position_key",
            field=models.CharField(
                help_text="Equal where a repetition rule sees the same position: `fit_key` makes it.", max_length=160
            ),
        ),
    ]
