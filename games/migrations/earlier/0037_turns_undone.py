from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0036_on_time_record'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='before_turn',
            field=models.JSONField(blank=True, help_text='What the last turn changed, for its player to undo it: see play/undoing.py.', null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='seen_at',
            field=models.DateTimeField(blank=True, help_text='When the opponent saw a turn just played.', null=True),
        ),
        migrations.AddField(
            model_name='turn',
            name='undone',
            field=models.BooleanField(db_default=False, default=False, help_text='Taken back within the minute, as if it had never been played.'),
        ),
    ]
