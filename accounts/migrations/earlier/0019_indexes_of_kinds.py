from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0018_fill_kind")]

    operations = [
        AddIndexInUse("user", models.Index(fields=["id"], condition=models.Q(("kind", "guest")), name="user_kind_guest")),
        AddIndexInUse(
            "user", models.Index(fields=["id"], condition=models.Q(("kind", "computer")), name="user_kind_computer")
        ),
    ]
