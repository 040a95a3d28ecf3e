from django.db import migrations
from django.db.models import OuterRef, Subquery

BATCH = 1000
"""Challenges of one transaction."""


def fill(apps, schema_editor):
    """Lets each game name the challenge that led to it; a second run does what is left."""
    Game, Challenge = (apps.get_model("games", name) for name in ("Game", "Challenge"))
    accepted = Challenge.objects.exclude(game=None).order_by("pk")
    last = 0
    while rows := list(accepted.filter(pk__gt=last).values_list("pk", "game")[:BATCH]):
        challenge = Challenge.objects.filter(game=OuterRef("pk")).values("pk")[:1]
        Game.objects.filter(pk__in=[game for _, game in rows], challenge=None).update(challenge=Subquery(challenge))
        last = rows[-1][0]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0032_always_an_opponent")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
