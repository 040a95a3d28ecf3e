from django.db import migrations
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from engine import registry
from engine.contract import BadPosition
from engine.symmetry import canonical_key

BATCH = 1000
"""Rows of one transaction."""


def fill(apps, schema_editor):
    """Makes the key of every turn, then copies that of the last one to every game; a second run does what is left."""
    Game, Turn = (apps.get_model("games", name) for name in ("Game", "Turn"))
    waiting = Turn.objects.filter(canonical_key="").order_by("pk").only("position_text", "game__ruleset_slug")
    last = 0
    while turns := list(waiting.filter(pk__gt=last).select_related("game")[:BATCH]):
        for turn in turns:
            turn.canonical_key = make_key(turn.game.ruleset_slug, turn.position_text)
        Turn.objects.bulk_update(turns, ["canonical_key"])
        last = turns[-1].pk
    last_turn = Turn.objects.filter(game=OuterRef("pk"), ply=OuterRef("ply"), taken_back_at=None)
    key = Coalesce(Subquery(last_turn.values("canonical_key")[:1]), Value(""))
    played = Game.objects.filter(ply__gt=0, canonical_key="").order_by("pk")
    last = 0
    while games := list(played.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        Game.objects.filter(pk__in=games).update(canonical_key=key)
        last = games[-1]


def make_key(slug, text):
    """Empty for a game that is not played here any more."""
    try:
        ruleset = registry.get(slug)
        return canonical_key(ruleset, ruleset.read(text))
    except (LookupError, BadPosition):
        return ""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0020_canonical_key")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
