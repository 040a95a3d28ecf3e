"""Gives whoever has a verified address already the first days of off-time, as if it were verified now."""

from datetime import timedelta

from django.db import migrations
from django.db.models.expressions import RawSQL
from django.utils import timezone

FIRST = timedelta(days=3)
BATCH = 2000


def grant(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    if "account_emailaddress" not in schema_editor.connection.introspection.table_names():
        return  # a new database
    now, last = timezone.now(), 0
    while True:
        ids = list(User.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH])
        if not ids:
            return
        verified = RawSQL("SELECT user_id FROM account_emailaddress WHERE verified", ())  # its app depends on this one
        User.objects.filter(pk__in=ids, off_time_counted_at=None).filter(pk__in=verified).update(
            off_time_balance=FIRST, off_time_counted_at=now
        )
        last = ids[-1]


class Migration(migrations.Migration):
    atomic = False  # batch by batch, while the site runs; a second run goes on where the first was stopped

    dependencies = [("accounts", "0003_off_time")]

    operations = [migrations.RunPython(grant, migrations.RunPython.noop)]
