"""Kinds and channels are found as files: the database need not know them. No table changes by it."""


from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0011_offers_of_one_kind'),
    ]

    operations = [
        migrations.AlterField(
            model_name='channelstate',
            name='channel',
            field=models.CharField(max_length=10),
        ),
        migrations.AlterField(
            model_name='notice',
            name='channel',
            field=models.CharField(default='mail', max_length=10),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(max_length=24),
        ),
        migrations.AlterField(
            model_name='switch',
            name='channel',
            field=models.CharField(default='mail', max_length=10),
        ),
        migrations.AlterField(
            model_name='switch',
            name='kind',
            field=models.CharField(max_length=24),
        ),
    ]
