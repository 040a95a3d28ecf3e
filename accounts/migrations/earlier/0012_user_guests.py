from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0011_is_guest")]

    operations = [
        AddIndexInUse(
            "user", models.Index(fields=["id"], condition=models.Q(("is_guest", True)), name="user_guests")
        )
    ]
