"""Moves standing offers of a draw, and that one was declined, to the other offers of a game.

The two columns are known to the code no more. They stay in the table until 0011, for the code of before.
"""

from typing import Any

from django.db import migrations, models


def move_draws(apps: Any, schema_editor: Any) -> None:
    Game = apps.get_model("games", "Game")
    told = Game.objects.filter(ended_at=None).exclude(draw_offered_by=None, draw_declined_ply=None)
    for game in told.select_for_update().iterator():
        if game.draw_offered_by is not None:
            game.offers["draw"] = {"side": game.draw_offered_by}
        elif game.draw_declined_ply == game.ply:
            game.offers["declined"] = [*game.offers.get("declined", ()), "draw"]
        else:
            continue
        game.save(update_fields=["offers"])


class Migration(migrations.Migration):
    dependencies = [("games", "0009_given_after_an_outage")]

    operations = [
        migrations.RunPython(move_draws, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField(model_name="game", name="draw_offered_by"),
                migrations.RemoveField(model_name="game", name="draw_declined_ply"),
            ]
        ),
        migrations.AlterField(
            model_name="game",
            name="offers",
            field=models.JSONField(
                blank=True,
                db_default={},
                default=dict,
                help_text="What stands offered, by kind: who offers, and how much.",
            ),
        ),
    ]
