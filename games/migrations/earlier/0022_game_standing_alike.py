from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0021_fill_canonical_key")]

    operations = [
        AddIndexInUse(
            "game",
            models.Index(
                fields=["canonical_key", "ply"], condition=models.Q(("ended_at", None)), name="game_standing_alike"
            ),
        )
    ]
