
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0026_ratings'),
        ('games', '0035_games_of_challenges'),
    ]

    operations = [
        migrations.CreateModel(
            name='OnTimeRecord',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='on_time_record', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('kept', models.PositiveSmallIntegerField(help_text='Of these games, those not lost on time.')),
                ('games', models.PositiveSmallIntegerField(help_text='The last finished games that count.')),
                ('counted_at', models.DateTimeField(blank=True, db_index=True, help_text='Empty where a result has been corrected since.', null=True)),
            ],
        ),
    ]
