from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0003_removed_by_staff")]

    operations = [
        migrations.AddField(
            model_name="node",
            name="canonical_key",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Equal where a position is the same but for a symmetry of the game: `canonical_key` makes it.",
                max_length=32,
            ),
        ),
    ]
