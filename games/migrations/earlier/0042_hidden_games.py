"""Since when staff hide a game; empty for others, also where older code makes them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0041_fill_opponents")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="hidden_at",
            field=models.DateTimeField(
                blank=True, help_text="When staff hid it, which made a public game private.", null=True
            ),
        ),
    ]
