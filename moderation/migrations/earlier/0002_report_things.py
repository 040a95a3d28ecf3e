"""Lets a report be about any thing, and stores the thing as it was. Earlier reports are about a profile."""

from django.db import migrations, models
from django.db.models import F

import moderation.reasons
import moderation.things.registry


def name_profiles(apps, schema_editor):
    apps.get_model("moderation", "Report").objects.filter(thing_id=None).update(thing_id=F("about_id"))


class Migration(migrations.Migration):

    dependencies = [("moderation", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="report",
            name="thing",
            field=models.CharField(
                choices=moderation.things.registry.list_choices, db_default="profile", default="profile", max_length=20
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="thing_id",
            field=models.PositiveBigIntegerField(
                blank=True, help_text="Its number among things of its kind.", null=True
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="kept",
            field=models.JSONField(
                blank=True, db_default={}, default=dict, help_text="The thing as it was when reported."
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="matter",
            field=models.CharField(choices=moderation.reasons.list_choices, max_length=10),
        ),
        migrations.RunPython(name_profiles, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="report", name="one_open_report_about_a_person"),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("answered_at", None)),
                fields=("reporter", "thing", "thing_id"),
                name="one_open_report_about_a_thing",
            ),
        ),
    ]
