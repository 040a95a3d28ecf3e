from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0012_user_guests")]

    operations = [
        AddIndexInUse(
            "user", models.Index(fields=["id"], condition=models.Q(("is_computer", True)), name="user_computers")
        )
    ]
