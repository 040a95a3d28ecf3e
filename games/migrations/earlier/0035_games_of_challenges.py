from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0034_challenge_without_game")]

    operations = [
        AddIndexInUse(
            "game",
            models.Index(
                condition=models.Q(("challenge__isnull", False)), fields=["challenge"], name="game_of_challenge"
            ),
        ),
        AddIndexInUse(
            "game",
            models.Index(
                condition=models.Q(("paired_with__isnull", False)), fields=["paired_with"], name="game_of_pair"
            ),
        ),
    ]
