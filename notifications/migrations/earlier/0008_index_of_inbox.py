from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("notifications", "0007_device_mark")]

    operations = [
        AddIndexInUse(
            "notice",
            models.Index(
                condition=models.Q(("channel", "inbox"), ("seen_at", None), ("state", "sent")),
                fields=["recipient"],
                name="notice_unseen_in_inbox",
            ),
        ),
    ]
