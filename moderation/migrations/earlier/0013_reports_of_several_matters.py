"""Lets a reporter make several reports of one thing about different matters, add to them and withdraw them.

The older code runs with this. It makes reports without additions, and can now make reports that used to be refused.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("moderation", "0012_ready_messages")]

    operations = [
        migrations.AddField(
            model_name="report",
            name="additions",
            field=models.JSONField(
                blank=True,
                db_default=[],
                default=list,
                help_text="What the reporter added later: texts with their times.",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="gravity",
            field=models.PositiveSmallIntegerField(
                db_default=3, default=3, help_text="By its matter and by its reporter’s record: 1 is the gravest."
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("acted", "We have acted on it"),
                    ("no_breach", "We found nothing against the rules"),
                    ("unclear", "We couldn’t find out"),
                    ("withdrawn", "Withdrawn"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("answered_at", None)),
                fields=("reporter", "thing", "thing_id", "matter"),
                name="one_open_report_of_a_matter",
            ),
        ),
        migrations.RemoveConstraint(model_name="report", name="one_open_report_about_a_thing"),
    ]
