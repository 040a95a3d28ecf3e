from django.db import migrations, models

from notifications.models import make_nonce


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0002_plurals'),
    ]

    operations = [
        migrations.AddField(
            model_name='notice',
            name='nonce',
            field=models.CharField(blank=True, db_default='', default=make_nonce, editable=False, max_length=16),
        ),
        migrations.AddField(
            model_name='notice',
            name='refused_at',
            field=models.DateTimeField(blank=True, help_text='When a server first refused its recipient or its text; empty once it is sent.', null=True),
        ),
    ]
