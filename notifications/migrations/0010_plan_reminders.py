from django.db import migrations
from django.db.models import F
from django.utils import timezone

BATCH = 2000


def plan(apps, schema_editor):
    """A row for each running game, due at once: the first sweep finds out when its reminder is. What was sent stays, and
    is told no second time; what has been written ahead and is not on its way would stand in the way of the new ones."""
    Notice = apps.get_model("notifications", "Notice")
    Reminder = apps.get_model("notifications", "Reminder")
    Seat = apps.get_model("games", "Seat")
    for ids in read_batches(Notice.objects.filter(kind="deadline_near", claim="").exclude(state="sent")):
        Notice.objects.filter(pk__in=ids, claim="").exclude(state="sent").delete()
    movers = Seat.objects.filter(game__ended_at=None, game__deadline_at__isnull=False, side=F("game__side_to_move"))
    for ids in read_batches(movers):
        now = timezone.now()
        rows = movers.filter(pk__in=ids).values_list("game", "user")
        Reminder.objects.bulk_create(
            [Reminder(game_id=game, reader_id=user, planned_at=now, due_at=now) for game, user in rows],
            ignore_conflicts=True,
        )


def read_batches(rows):
    """The keys of all these rows, in order, so many at once."""
    ids = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
    while ids:
        yield ids
        ids = list(rows.filter(pk__gt=ids[-1]).order_by("pk").values_list("pk", flat=True)[:BATCH])


class Migration(migrations.Migration):
    atomic = False  # batch by batch, while the site runs; a second run goes on where the first was stopped

    dependencies = [("notifications", "0009_reminder")]

    operations = [migrations.RunPython(plan, migrations.RunPython.noop)]
