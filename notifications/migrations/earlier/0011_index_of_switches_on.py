from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    """Finds users who switched on a kind that is off by default, without reading every switch."""

    atomic = False

    dependencies = [("notifications", "0010_channels_by_their_folders")]

    operations = [
        AddIndexInUse(
            "switch",
            models.Index(condition=models.Q(("on", True)), fields=["kind", "user"], name="switch_on"),
        ),
    ]
