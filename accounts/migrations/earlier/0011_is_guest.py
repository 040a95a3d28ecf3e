from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_queue")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_guest",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Plays computers without an account: not active, so nobody finds it, logs in as it or writes to it.",
            ),
        ),
    ]
