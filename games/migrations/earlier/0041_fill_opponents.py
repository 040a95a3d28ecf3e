from django.db import migrations
from django.db.models import Count, F, Q

BATCH = 500
"""Ratings of one transaction."""
ESTABLISHED, LONG, ENOUGH = 110.0, 10, 6
"""As the rules had it then: the deviation, the turns of a game, and how many opponents are counted."""


def fill(apps, schema_editor):
    """Counts the established opponents of every rating; a second run counts the same again."""
    PlayerRating, RatingEntry = (apps.get_model("games", name) for name in ("PlayerRating", "RatingEntry"))
    opponent = Count("game__seats__user", filter=~Q(game__seats__user=F("user")), distinct=True)
    long = RatingEntry.objects.filter(why="", opponent_deviation__lte=ESTABLISHED, game__ply__gte=LONG).order_by()
    rated, last = PlayerRating.objects.filter(games__gt=0).order_by("pk").only("user_id", "ruleset_slug"), 0
    while rows := list(rated.filter(pk__gt=last)[:BATCH]):
        counted = long.filter(user__in={row.user_id for row in rows}).values_list("user", "ruleset_slug")
        found = {(user, slug): number for user, slug, number in counted.annotate(number=opponent)}
        for row in rows:
            row.opponents = min(found.get((row.user_id, row.ruleset_slug), 0), ENOUGH)
        PlayerRating.objects.bulk_update(rows, ["opponents"])
        last = rows[-1].pk


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0040_early_resignations")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
