from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("computers", "0006_reviews_in_turn")]

    operations = [
        AddIndexInUse(
            "review",
            models.Index(
                condition=models.Q(("done__lt", models.F("positions"))), fields=["place_at"], name="review_in_order"
            ),
        ),
        AddIndexInUse("review", models.Index(fields=["asked_by", "place_at"], name="review_asked_by")),
    ]
