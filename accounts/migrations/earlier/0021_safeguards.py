"""Calls the site's own switches safeguards, in code; the table keeps its name, for older code still serves."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0020_older_kinds")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Switches", "Safeguards"),
                migrations.AlterModelTable("safeguards", "accounts_switches"),
                migrations.AlterModelOptions("safeguards", {"verbose_name_plural": "safeguards"}),
            ]
        )
    ]
