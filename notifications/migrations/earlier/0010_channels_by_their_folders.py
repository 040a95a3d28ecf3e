"""Names channels in rows after their folders: `email` and `inbox` instead of `mail` and `bell`.

Older code still serves meanwhile and writes the older names. A trigger replaces them by the newer names; the next
version removes it. Newer code sends what older code has written and not sent.
"""

from django.db import migrations
from django.db.models import Exists, OuterRef, Q

NAMES = {"mail": "email", "bell": "inbox"}
TABLES = ("notice", "switch", "channelstate")
BATCH = 5_000
POSTGRES = (
    """
    CREATE OR REPLACE FUNCTION notifications_name_channel() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.channel := CASE NEW.channel WHEN 'mail' THEN 'email' WHEN 'bell' THEN 'inbox' ELSE NEW.channel END;
        RETURN NEW;
    END $$
    """,
    "DROP TRIGGER IF EXISTS notifications_{table}_channel ON notifications_{table}",
    "CREATE TRIGGER notifications_{table}_channel BEFORE INSERT OR UPDATE ON notifications_{table} "
    "FOR EACH ROW WHEN (NEW.channel IN ('mail', 'bell')) EXECUTE FUNCTION notifications_name_channel()",
)
SQLITE = (
    "DROP TRIGGER IF EXISTS notifications_{table}_channel",
    """
    CREATE TRIGGER notifications_{table}_channel AFTER INSERT ON notifications_{table}
    WHEN NEW.channel IN ('mail', 'bell')
    BEGIN
        UPDATE OR IGNORE notifications_{table}
            SET channel = CASE NEW.channel WHEN 'mail' THEN 'email' ELSE 'inbox' END WHERE id = NEW.id;
        DELETE FROM notifications_{table} WHERE id = NEW.id AND channel IN ('mail', 'bell');
    END
    """,
)


def make_triggers(apps, schema_editor):
    for statement in POSTGRES if schema_editor.connection.vendor == "postgresql" else SQLITE:
        for table in TABLES:
            schema_editor.execute(statement.replace("{table}", table))


def drop_triggers(apps, schema_editor):
    in_postgres = schema_editor.connection.vendor == "postgresql"
    for table in TABLES:
        on = f" ON notifications_{table}" if in_postgres else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS notifications_{table}_channel{on}")
    if in_postgres:
        schema_editor.execute("DROP FUNCTION IF EXISTS notifications_name_channel()")


def rename(apps, schema_editor):
    """Renames batch by batch, so that no process waits long for a row. A second run continues where the first one
    ended."""
    notice = apps.get_model("notifications", "Notice")
    for model in (notice, *(apps.get_model("notifications", name) for name in ("Switch", "ChannelState"))):
        last = model.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        for start in range(0, last + 1, BATCH):
            for old, new in NAMES.items():
                rows = model.objects.filter(pk__gt=start, pk__lte=start + BATCH, channel=old)
                if model is notice:
                    forget_twins(model, rows, new=new)
                rows.update(channel=new)
    rename_in_payloads(notice)


def forget_twins(model, rows, *, new):
    """Deletes rows that older code has written twice since the trigger was made, because it did not find the older
    name."""
    twins = rows.filter(dedupe_key=OuterRef("dedupe_key"))
    same = Q(recipient=OuterRef("recipient")) | Q(recipient=None, address=OuterRef("address"))
    model.objects.filter(Exists(twins.filter(same)), channel=new).delete()


def rename_in_payloads(model):
    """Renames channels in payloads. A notice about a channel, or in place of one, names it there."""
    for key in ("channel", "instead_of", "alone"):
        for notice in model.objects.filter(payload__has_key=key).iterator(chunk_size=BATCH):
            value = notice.payload[key]
            new = [NAMES.get(each, each) for each in value] if isinstance(value, list) else NAMES.get(value, value)
            if new != value:
                model.objects.filter(pk=notice.pk).update(payload={**notice.payload, key: new})


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("notifications", "0009_default_channel")]

    operations = [
        migrations.RunPython(make_triggers, drop_triggers),
        migrations.RunPython(rename, migrations.RunPython.noop),
    ]
