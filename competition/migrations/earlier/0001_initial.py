
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0036_on_time_record'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('ruleset_slug', models.SlugField(max_length=40, primary_key=True, serialize=False, verbose_name='ruleset')),
            ],
        ),
        migrations.CreateModel(
            name='StandingChallenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('keep', models.PositiveSmallIntegerField(default=1, help_text='How many games it keeps running.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10)])),
                ('pairs', models.BooleanField(default=True, help_text='Whether the site pairs it with others by itself.')),
                ('made_at', models.DateTimeField()),
                ('waiting_since', models.DateTimeField(help_text='When it started its last game, or was made.')),
                ('paused', models.CharField(blank=True, choices=[('hand', 'by hand'), ('vacation', 'on vacation'), ('restricted', 'barred or suspended'), ('unseen', 'not seen for 14 days')], default='', help_text='Why it is paused, if it is.', max_length=10)),
                ('check_at', models.DateTimeField(blank=True, help_text='When the time alone next pauses or resumes it; empty where only something that happens can.', null=True)),
                ('look_at', models.DateTimeField(blank=True, help_text='When pairing looks at it next; never while it is not listed.', null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('challenge', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standing_challenge', to='games.challenge')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standing_challenges', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='StandingGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='standing_game', serialize=False, to='games.game')),
                ('running', models.BooleanField(default=True, help_text='A copy, so that what runs is counted without the games.')),
                ('one', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('other', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('other_standing', models.ForeignKey(blank=True, help_text='Of `other`, if two met; else they accepted by hand.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games_joined', to='competition.standingchallenge')),
                ('standing', models.ForeignKey(help_text='That of `one`.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games_started', to='competition.standingchallenge')),
            ],
        ),
        migrations.CreateModel(
            name='LadderGame',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='ladder_game', serialize=False, to='games.game')),
                ('ruleset_slug', models.SlugField(db_index=False, max_length=40, verbose_name='ruleset')),
                ('started_at', models.DateTimeField()),
                ('repeats', models.BooleanField(default=False, help_text='Whether its challenger had challenged the same player not long before.')),
                ('running', models.BooleanField(default=True, help_text='A copy, so that what runs is counted without the games.')),
                ('settled_at', models.DateTimeField(blank=True, help_text='When its end was settled; nothing that happens to it later moves anybody.', null=True)),
                ('challenger_score', models.FloatField(blank=True, help_text='1, ½ or 0 at the end that was settled; empty where that had no result.', null=True)),
                ('moved_from', models.PositiveIntegerField(blank=True, help_text='The winner’s place before a move.', null=True)),
                ('moved_to', models.PositiveIntegerField(blank=True, null=True)),
                ('left', models.BooleanField(default=False, help_text='Whether its loser on time left the ladder by it.')),
                ('challenged', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('challenger', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['challenger', 'challenged', '-started_at'], name='ladder_game_of_challenger'), models.Index(fields=['challenged', 'challenger', '-started_at'], name='ladder_game_of_challenged'), models.Index(condition=models.Q(('running', True)), fields=['challenged'], name='ladder_game_running_in'), models.Index(condition=models.Q(('running', True)), fields=['challenger'], name='ladder_game_running_out'), models.Index(condition=models.Q(('settled_at__isnull', False)), fields=['ruleset_slug', '-settled_at'], name='ladder_game_lately_settled')],
            },
        ),
        migrations.CreateModel(
            name='LadderMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset_slug', models.SlugField(db_index=False, max_length=40, verbose_name='ruleset')),
                ('rank', models.BigIntegerField(blank=True, help_text='Orders those on it from the top, with gaps, so that a move changes one row. Empty for who is not on it. The place is how many are above, and one.', null=True)),
                ('joined_at', models.DateTimeField()),
                ('leaving_at', models.DateTimeField(blank=True, help_text='When they left; their place stays until games that others started are over.', null=True)),
                ('played_at', models.DateTimeField(blank=True, help_text='When their last ladder game since they joined started or ended.', null=True)),
                ('rejoin_at', models.DateTimeField(blank=True, help_text='From when they may join again, after a loss on time.', null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ladder_places', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'ruleset_slug'), name='one_place_a_ladder'), models.UniqueConstraint(fields=('ruleset_slug', 'rank'), name='one_player_a_rank')],
            },
        ),
        migrations.AddIndex(
            model_name='standingchallenge',
            index=models.Index(condition=models.Q(('ended_at', None)), fields=['look_at'], name='standing_due'),
        ),
        migrations.AddIndex(
            model_name='standingchallenge',
            index=models.Index(condition=models.Q(('ended_at', None)), fields=['check_at'], name='standing_to_check'),
        ),
        migrations.AddIndex(
            model_name='standingchallenge',
            index=models.Index(condition=models.Q(('ended_at', None), ('paused', 'unseen')), fields=['owner'], name='standing_unseen'),
        ),
        migrations.AddConstraint(
            model_name='standingchallenge',
            constraint=models.CheckConstraint(condition=models.Q(('keep__gte', 1), ('keep__lte', 10)), name='standing_keeps_some'),
        ),
        migrations.AddIndex(
            model_name='standinggame',
            index=models.Index(fields=['one', 'running'], name='standing_game_of_one'),
        ),
        migrations.AddIndex(
            model_name='standinggame',
            index=models.Index(fields=['other', 'running'], name='standing_game_of_other'),
        ),
    ]
