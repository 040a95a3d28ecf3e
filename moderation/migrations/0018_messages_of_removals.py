"""Has the messages beside removals say nothing of earlier times, since most are of first ones. It touches none that staff
changed."""

from django.db import migrations

KEYS = ("remove_writing_words", "remove_writing_spam", "remove_since_words", "remove_since_spam")
BEFORE = "You have been told before. Please read our rules again: next time we have to do more."
AFTER = "Please read our rules: next time we have to do more."


def replace(was, now):
    def run(apps, schema_editor):
        rows = apps.get_model("moderation", "MessageTemplate").objects.using(schema_editor.connection.alias)
        for row in rows.filter(key__in=KEYS, text__endswith=was):
            row.text = row.text.removesuffix(was) + now
            row.save(update_fields=["text"])

    return run


class Migration(migrations.Migration):
    dependencies = [("moderation", "0017_messages_of_ratings")]

    operations = [migrations.RunPython(replace(BEFORE, AFTER), replace(AFTER, BEFORE))]
