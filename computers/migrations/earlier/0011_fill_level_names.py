import re

from django.db import migrations

NAMES = ("beginner", "casual", "club", "expert", "champion")
"""Of the levels of every game when they got names, the first being number 1."""
TOLD = re.compile(r"at level \d+ of \d+\.$")
"""What the account says of itself, which would be wrong once there is another level."""


def fill(apps, schema_editor):
    computers, users = apps.get_model("computers", "Computer").objects, apps.get_model("accounts", "User").objects
    for pk, number, user, about in computers.filter(level_name="").values_list("pk", "level", "user", "user__about"):
        name = NAMES[number - 1] if 1 <= number <= len(NAMES) else f"level-{number}"
        computers.filter(pk=pk).update(level_name=name)
        if TOLD.search(about):
            users.filter(pk=user).update(about=TOLD.sub(f"at the level “{name}”.", about))


class Migration(migrations.Migration):
    dependencies = [("computers", "0010_level_names")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
