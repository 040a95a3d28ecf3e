"""Keeps the names of people who had to choose another one before the site kept such names, and have not chosen yet."""

from django.db import migrations

from accounts.profile.names import look_of


def fill(apps, schema_editor):
    using = schema_editor.connection.alias
    former = apps.get_model("accounts", "FormerName").objects.using(using)
    people = apps.get_model("accounts", "User").objects.using(using)
    logged = apps.get_model("moderation", "LoggedAction").objects.using(using)
    waiting = logged.filter(action="rename", reverses=None, restriction__kind="renamed", restriction__closed_at=None)
    for row in waiting.order_by("pk").iterator(chunk_size=1000):
        name = row.before.get("username", "")
        look = look_of(name)
        if not name or people.filter(look=look).exists() or former.filter(look=look).exists():
            continue  # another person has taken the name since
        former.get_or_create(user_id=row.person_id, defaults={"name": name, "look": look, "taken_at": row.done_at})


class Migration(migrations.Migration):
    dependencies = [("moderation", "0013_reports_of_several_matters"), ("accounts", "0024_closed_to_new")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
