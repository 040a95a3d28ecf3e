from django.db import migrations
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

BATCH = 1000
"""Games of one transaction."""


def fill(apps, schema_editor):
    """Copies the key of the last turn to every running game; a second run does what is left."""
    Game, Turn = (apps.get_model("games", name) for name in ("Game", "Turn"))
    last_turn = Turn.objects.filter(game=OuterRef("pk"), ply=OuterRef("ply"), taken_back_at=None)
    key = Coalesce(Subquery(last_turn.values("position_key")[:1]), Value(""))
    waiting = Game.objects.filter(ended_at=None, ply__gt=0, position_key="").order_by("pk")
    last = 0
    while games := list(waiting.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        Game.objects.filter(pk__in=games).update(position_key=key)
        last = games[-1]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0012_game_position_key")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
