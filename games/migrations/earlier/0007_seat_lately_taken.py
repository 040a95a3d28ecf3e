from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0006_moderation")]

    operations = [AddIndexInUse("seat", models.Index(fields=["user", "-id"], name="seat_lately_taken"))]
