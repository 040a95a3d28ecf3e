"""Drops the indexes of older code's columns, and names the columns as what they are now; the table keeps their names."""

from django.db import migrations, models


def keep_column(name):
    """Nothing changes in the database by it: the column was called so before."""
    field = models.BooleanField(db_column=name, db_default=False, default=False, editable=False)
    return [
        migrations.AlterField("user", name, field),
        migrations.RenameField("user", name, f"older_{name}"),
    ]


class Migration(migrations.Migration):
    dependencies = [("accounts", "0019_indexes_of_kinds")]

    operations = [
        migrations.RemoveIndex(model_name="user", name="user_guests"),
        migrations.RemoveIndex(model_name="user", name="user_computers"),
        *keep_column("is_computer"),
        *keep_column("is_guest"),
    ]
