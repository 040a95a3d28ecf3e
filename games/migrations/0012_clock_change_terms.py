from django.db import migrations, models


class Migration(migrations.Migration):
    """What was agreed on moves out of prose. Rows from before keep theirs in `why`, and their sentences say less."""

    dependencies = [("games", "0011_drop_columns_of_draws")]

    operations = [
        migrations.AddField(
            model_name="clockchange",
            name="terms",
            field=models.JSONField(
                blank=True,
                db_default={},
                default=dict,
                help_text="What was agreed on: days of more time, until when a pause lasts, the turn that was taken back.",
            ),
        ),
        migrations.AlterField(
            model_name="clockchange",
            name="why",
            field=models.CharField(blank=True, help_text="What staff wrote, for other staff.", max_length=200),
        ),
    ]
