from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("notifications", "0007_notice_done")]

    operations = [migrations.RemoveIndex(model_name="notice", name="notice_closed")]
