from django.conf import settings
from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("notifications", "0003_channels"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexInUse(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("channel", "bell"), ("seen_at", None), ("state", "sent")),
                fields=["recipient"],
                name="notice_unseen",
            ),
        ),
    ]
