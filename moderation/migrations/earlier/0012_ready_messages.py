"""Adds the messages that come with the site, once. It touches no message that staff wrote."""

from django.db import migrations, models

from moderation.ready_messages import READY


def add(apps, schema_editor):
    template = apps.get_model("moderation", "MessageTemplate")
    rows = template.objects.using(schema_editor.connection.alias)
    there = set(rows.exclude(key="").values_list("key", flat=True))
    rows.bulk_create(
        [
            template(key=each.key, action=each.action, reason=each.reason, title=each.title, text=each.text)
            for each in READY
            if each.key not in there
        ]
    )


def remove(apps, schema_editor):
    """Removes the messages that staff have not changed: without the key, the site's messages could not be told from the
    staff's own."""
    template = apps.get_model("moderation", "MessageTemplate")
    rows = template.objects.using(schema_editor.connection.alias)
    for each in READY:
        rows.filter(key=each.key, title=each.title, text=each.text).delete()


class Migration(migrations.Migration):

    dependencies = [("moderation", "0011_dismissals")]

    operations = [
        migrations.AddField(
            model_name="messagetemplate",
            name="reason",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The reason of the reports that it fits best; empty for all.",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="messagetemplate",
            name="key",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Its name in moderation/ready_messages.py if it came with the site; empty for the site’s own.",
                max_length=40,
            ),
        ),
        migrations.AddConstraint(
            model_name="messagetemplate",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True), fields=("key",), name="one_message_of_a_key"
            ),
        ),
        migrations.RunPython(add, remove),
    ]
