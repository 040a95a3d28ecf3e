from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("competition", "0002_absent_people")]

    operations = [
        AddIndexInUse(
            model_name="standingchallenge",
            index=models.Index(
                condition=models.Q(("ended_at", None), ("paused", "absent")), fields=["owner"], name="standing_absent"
            ),
        ),
    ]
