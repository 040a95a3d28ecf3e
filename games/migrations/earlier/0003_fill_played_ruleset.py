from django.db import migrations
from django.db.models import F, Max
from django.db.models.functions import TruncDate
from datetime import UTC

BATCH = 1000
"""Players whose games are looked through in one transaction."""


def fill(apps, schema_editor):
    """Notes of every player which rulesets their public games are of; a second run adds what the first left out."""
    Seat, PlayedRuleset = (apps.get_model("games", name) for name in ("Seat", "PlayedRuleset"))
    last = 0
    while players := list(
        Seat.objects.filter(user__gt=last).order_by("user").values_list("user", flat=True).distinct()[:BATCH]
    ):
        public = Seat.objects.filter(user__gt=last, user__lte=players[-1], game__private=False)
        found = public.values("user", slug=F("game__ruleset_slug")).annotate(
            on=Max(TruncDate("game__started_at", tzinfo=UTC))
        )
        PlayedRuleset.objects.bulk_create(
            [PlayedRuleset(user_id=row["user"], ruleset_slug=row["slug"], last_on=row["on"]) for row in found],
            ignore_conflicts=True,
            batch_size=BATCH,
        )
        last = players[-1]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0002_played_ruleset")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
