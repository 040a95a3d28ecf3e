from django.db import migrations, models
from django.db.models import F, Q

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("computers", "0013_second_look")]

    operations = [
        AddIndexInUse(
            "review",
            models.Index(
                condition=Q(done__lt=F("positions")) | Q(again_done__lt=F("again")),
                fields=["place_at"],
                name="review_to_do",
            ),
        ),
    ]
