from django.db import migrations, models

from core.indexed import Letters, UtcDay
from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0002_board_look")]

    operations = [
        AddIndexInUse("user", models.Index(Letters("username"), name="user_by_letters")),
        AddIndexInUse("user", models.Index(UtcDay("last_visit_at").desc(), "id", name="user_lately_here")),
    ]
