"""Drops the two columns of draws, which the code has not known since 0010."""

from django.db import migrations

COLUMNS = {"draw_offered_by": "smallint", "draw_declined_ply": "integer"}


class Migration(migrations.Migration):
    dependencies = [("games", "0010_draws_among_offers")]

    operations = [
        migrations.RunSQL(
            f"ALTER TABLE games_game DROP COLUMN {column}", f"ALTER TABLE games_game ADD COLUMN {column} {kind} NULL"
        )
        for column, kind in COLUMNS.items()
    ]
