"""Remembers who has been told what off-time is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_first_off_time")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="off_time_explained_at",
            field=models.DateTimeField(
                blank=True, help_text="When the user was told what off-time is, or did not care to be.", null=True
            ),
        ),
    ]
