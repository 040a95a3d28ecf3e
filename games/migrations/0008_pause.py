"""Pauses as rows, those there are with them.

`Game.paused_at` leaves the models alone: its column stays a release longer, for the code that still serves selects it.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q

BATCH = 1000


def keep_pauses(apps, schema_editor):
    game, pause = apps.get_model("games", "Game"), apps.get_model("games", "Pause")
    paused = game.objects.filter(paused_at__isnull=False, paused_until__gte=F("paused_at")).order_by("pk")
    rows, last = paused.values_list("pk", "paused_at", "paused_until"), 0
    while found := list(rows.filter(pk__gt=last)[:BATCH]):
        pause.objects.bulk_create([pause(game_id=pk, from_at=begins, until_at=ends) for pk, begins, ends in found])
        last = found[-1][0]


class Migration(migrations.Migration):
    dependencies = [("games", "0007_challenge_expiry_told")]

    operations = [
        migrations.CreateModel(
            name="Pause",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("from_at", models.DateTimeField()),
                (
                    "until_at",
                    models.DateTimeField(help_text="As agreed, or earlier where the players agreed to end it."),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pauses", to="games.game"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=Q(until_at__gte=F("from_at")), name="pause_ends_after_it_begins")
                ],
            },
        ),
        migrations.RunPython(keep_pauses, migrations.RunPython.noop, elidable=True),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name="game", name="paused_at")]
        ),
        migrations.AlterField(
            model_name="game",
            name="paused_until",
            field=models.DateTimeField(
                blank=True,
                help_text="When the last pause ends or ended: a copy, so that a turn looks for none.",
                null=True,
            ),
        ),
    ]
