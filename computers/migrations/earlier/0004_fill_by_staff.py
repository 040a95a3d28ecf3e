from django.db import migrations


def fill(apps, schema_editor):
    """Notes what staff have stopped; nobody else gave this reason."""
    for name in ("Review", "Thought"):
        work = apps.get_model("computers", name)
        work.objects.filter(stopped_at__isnull=False, why="Stopped by staff.").update(by_staff=True)


class Migration(migrations.Migration):
    dependencies = [("computers", "0003_by_staff")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
