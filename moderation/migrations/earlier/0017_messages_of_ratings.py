"""Adds the messages about ratings that come with the site, once. It touches no message that staff wrote, and restores
none that they deleted."""

from django.db import migrations

from moderation.ready_messages import READY

KEYS = ("bar_rated", "bar_rated_score", "take_out_of_ratings", "take_rated_out_since")


def add(apps, schema_editor):
    rows = apps.get_model("moderation", "MessageTemplate").objects.using(schema_editor.connection.alias)
    there = set(rows.exclude(key="").values_list("key", flat=True))
    new = [each for each in READY if each.key in KEYS and each.key not in there]
    rows.bulk_create(
        rows.model(key=each.key, action=each.action, reason=each.reason, title=each.title, text=each.text)
        for each in new
    )


def remove(apps, schema_editor):
    """Removes the messages that staff have not changed."""
    rows = apps.get_model("moderation", "MessageTemplate").objects.using(schema_editor.connection.alias)
    for each in READY:
        if each.key in KEYS:
            rows.filter(key=each.key, title=each.title, text=each.text).delete()


class Migration(migrations.Migration):
    dependencies = [("moderation", "0016_log_as_code")]

    operations = [migrations.RunPython(add, remove)]
