"""Closing one's own account, copies of one's data, and names that nobody else may take."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("accounts", "0005_moderation")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="closing_at",
            field=models.DateTimeField(
                blank=True, help_text="When the account will be closed, unless its owner logs in before.", null=True
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="closed_at",
            field=models.DateTimeField(blank=True, help_text="When its owner closed it.", null=True),
        ),
        migrations.CreateModel(
            name="KeptName",
            fields=[("mark", models.CharField(max_length=64, primary_key=True, serialize=False))],
        ),
        migrations.CreateModel(
            name="Export",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField()),
                ("claimed_at", models.DateTimeField(blank=True, help_text="When a worker began with it.", null=True)),
                ("ready_at", models.DateTimeField(blank=True, null=True)),
                ("content", models.TextField(blank=True, help_text="JSON, packed by gzip, in letters.")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="exports", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [models.UniqueConstraint(condition=models.Q(("ready_at", None)), fields=("user",), name="one_export_of_a_person_waits")],
            },
        ),
        migrations.AlterField(
            model_name="accountevent",
            name="kind",
            field=models.CharField(choices=[("logged_in", "Logged in"), ("log_in_failed", "Wrong password"), ("code_failed", "Wrong code"), ("logged_out", "Logged out"), ("sessions_ended", "Logged out everywhere else"), ("password_changed", "Password changed"), ("password_reset", "Password changed by a link from an email"), ("email_changed", "Email address changed"), ("factor_added", "Second factor added"), ("factor_removed", "Second factor removed"), ("codes_made", "New recovery codes made"), ("code_used", "Recovery code used"), ("factors_reset", "Second factors reset by staff"), ("rescue_asked", "Help by staff asked for"), ("rescue_stopped", "Help by staff stopped"), ("data_asked", "Copy of your data asked for"), ("closing_asked", "Closing the account asked for"), ("closing_stopped", "Account kept, by logging in")], max_length=20),
        ),
    ]
