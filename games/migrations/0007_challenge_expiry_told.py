"""Remembers of which challenges it was told that they soon expire."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0006_takeback_and_chat")]

    operations = [
        migrations.AddField(
            model_name="challenge",
            name="expiry_told_at",
            field=models.DateTimeField(blank=True, help_text="When it was told that it soon expires.", null=True),
        ),
    ]
