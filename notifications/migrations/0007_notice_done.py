from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    dependencies = [("notifications", "0006_draw_declined")]

    atomic = False

    operations = [
        AddIndexInUse(
            model_name="notice",
            index=models.Index(fields=["closed_at"], condition=models.Q(closed_at__isnull=False), name="notice_done"),
        ),
    ]
