from django.db import migrations, models


class Migration(migrations.Migration):
    """Older code goes on with the numbers, which newer code does not give to what it makes."""

    dependencies = [("computers", "0009_relayed")]

    operations = [
        migrations.AddField(
            model_name="computer",
            name="level_name",
            field=models.SlugField("level", max_length=40, default="", db_default="", db_index=False),
        ),
        migrations.AlterField(
            model_name="computer",
            name="level",
            field=models.PositiveSmallIntegerField(
                null=True,
                help_text="Its number where an older version made the row, which looks for it by that; it goes.",
            ),
        ),
        migrations.AddConstraint(
            model_name="computer",
            constraint=models.UniqueConstraint(
                fields=("ruleset_slug", "level_name"),
                condition=~models.Q(level_name=""),
                name="one_computer_a_level_name",
            ),
        ),
    ]
