"""Removes the mention of earlier offences from the messages for removals, since most are about first ones. It touches
no message that staff changed, however little."""

from django.db import migrations

WHAT = {
    "words": "What you wrote to another player was insulting or threatening. Others no longer see it.",
    "spam": "You sent advertising, or the same message to many players. Others no longer see it.",
}
KEYS = {f"{action}_{reason}": reason for action in ("remove_writing", "remove_since") for reason in WHAT}
BEFORE = "You have been told before. Please read our rules again: next time we have to do more."
AFTER = "Please read our rules: next time we have to do more."


def replace(was, now):
    def run(apps, schema_editor):
        rows = apps.get_model("moderation", "MessageTemplate").objects.using(schema_editor.connection.alias)
        for key, reason in KEYS.items():
            rows.filter(key=key, text=f"{WHAT[reason]} {was}").update(text=f"{WHAT[reason]} {now}")

    return run


forward, backward = replace(BEFORE, AFTER), replace(AFTER, BEFORE)


class Migration(migrations.Migration):
    dependencies = [("moderation", "0017_messages_of_ratings")]

    operations = [migrations.RunPython(forward, backward)]
