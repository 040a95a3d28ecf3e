"""Blocks and mutes between players."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("accounts", "0003_people_found")]

    operations = [
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_mute", models.BooleanField()),
                ("made_at", models.DateTimeField()),
                ("other", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="blocked_by", to=settings.AUTH_USER_MODEL)),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="blocks", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "other"), name="one_block_of_a_player")],
            },
        ),
    ]
