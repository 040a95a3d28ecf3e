from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_plurals")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="position_key",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="That of the last turn; empty before the first.",
                max_length=160,
            ),
        ),
    ]
