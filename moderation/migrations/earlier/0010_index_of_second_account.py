from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('moderation', '0009_second_account'),
    ]

    operations = [
        AddIndexInUse('report', models.Index(condition=models.Q(('second__isnull', False)), fields=['second'], name='report_of_second')),
    ]
