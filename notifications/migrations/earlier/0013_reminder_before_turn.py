from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0012_answers_by_email'),
    ]

    operations = [
        migrations.AddField(
            model_name='reminder',
            name='was_due_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='reminder',
            name='was_planned_at',
            field=models.DateTimeField(help_text='These as they were before the turn, if it is undone.', null=True),
        ),
        migrations.AddField(
            model_name='reminder',
            name='was_since',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='reminder',
            name='was_told',
            field=models.DurationField(null=True),
        ),
    ]
