from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0019_lines_taken_back")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="canonical_key",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="That of the last turn; empty before the first.",
                max_length=32,
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="canonical_key",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Equal where a position is the same but for a symmetry of the game: `canonical_key` makes it.",
                max_length=32,
            ),
        ),
    ]
