from django.db import migrations


class Migration(migrations.Migration):
    """A game names its challenge from now on. The column stays for the code that still serves; a later release fills
    `Game.challenge` once more from it, and drops it."""

    dependencies = [("games", "0033_fill_game_challenge")]

    operations = [
        migrations.RemoveConstraint(model_name="challenge", name="challenge_accepted_with_game"),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name="challenge", name="game")]
        ),
    ]
