from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0016_kept_form_writer")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="kind",
            field=models.CharField(
                choices=[("person", "Person"), ("guest", "Guest"), ("computer", "Computer")],
                db_default="person",
                default="person",
                editable=False,
                help_text="Who plays with the account; it never changes.",
                max_length=8,
            ),
        ),
    ]
