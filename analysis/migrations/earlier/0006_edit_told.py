"""What a change was is kept as code and arguments. Older code shows no more than “Undo” of those made meanwhile."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("analysis", "0005_fill_canonical_key")]

    operations = [
        migrations.AddField(
            model_name="edit",
            name="told",
            field=models.JSONField(help_text="What the button says that undoes it: code and arguments.", null=True),
        ),
        migrations.AlterField(
            model_name="edit",
            name="what",
            field=models.CharField(
                db_default="",
                default="",
                help_text="Completes “Undo …” of a change that has no code yet.",
                max_length=80,
            ),
        ),
    ]
