from django.db import migrations, models

from core.migrating import AddIndexInUse


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('notifications', '0003_refused_at'),
    ]

    operations = [
        AddIndexInUse('notice', models.Index(condition=models.Q(('refused_at__isnull', False)), fields=['last_error_at'], name='notice_refused')),
    ]
