from django.db import migrations, models


class Migration(migrations.Migration):
    """Older code goes on with one look, and leaves `again` empty, as it is in all that it has finished."""

    dependencies = [("computers", "0012_comparison")]

    operations = [
        migrations.AddField(
            "review",
            "again",
            models.PositiveIntegerField(
                null=True,
                help_text="How many of them it looks at again for longer. Empty until it has looked at all of them"
                " once; stays empty for an analysis that an older version finished, which looked once.",
            ),
        ),
        migrations.AddField(
            "review",
            "again_done",
            models.PositiveIntegerField(default=0, db_default=0, help_text="How many it has looked at again."),
        ),
        migrations.AddField(
            "evaluation",
            "look",
            models.PositiveSmallIntegerField(
                choices=[(0, "short"), (1, "short, a long one is to come"), (2, "long")], default=0, db_default=0
            ),
        ),
    ]
