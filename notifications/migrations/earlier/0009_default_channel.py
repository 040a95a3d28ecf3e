from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0008_index_of_inbox")]

    operations = [
        migrations.RemoveIndex(model_name="notice", name="notice_unseen"),
        migrations.AlterField(
            model_name="notice", name="channel", field=models.CharField(default="email", max_length=10)
        ),
        migrations.AlterField(
            model_name="switch", name="channel", field=models.CharField(default="email", max_length=10)
        ),
    ]
