"""The games in one step, for a new database; a database that has begun on the steps it replaces takes the rest of them."""

import datetime
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('games', '0001_initial'),
        ('games', '0002_staff_actions'),
        ('games', '0003_lately_played'),
        ('games', '0004_fair_time'),
        ('games', '0005_mail_that_fails'),
        ('games', '0006_takeback_and_chat'),
        ('games', '0007_challenge_expiry_told'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0003_off_time'),
    ]

    operations = [
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset_slug', models.SlugField(max_length=40, verbose_name='ruleset')),
                ('options', models.JSONField(default=dict)),
                ('opening', models.TextField(blank=True, help_text='What chance settled before the first turn.')),
                ('control', models.JSONField(help_text='The time control, as games.clock stores it.')),
                ('private', models.BooleanField(default=False)),
                ('ply', models.PositiveIntegerField(default=0)),
                ('side_to_move', models.PositiveSmallIntegerField(choices=[(0, 'first'), (1, 'second')], default=0)),
                ('position_text', models.TextField()),
                ('revision', models.PositiveIntegerField(default=0, help_text='Rises with every change and never falls.')),
                ('quiet_turns', models.PositiveIntegerField(default=0)),
                ('draw_offered_by', models.PositiveSmallIntegerField(blank=True, choices=[(0, 'first'), (1, 'second')], null=True)),
                ('draw_declined_ply', models.PositiveIntegerField(blank=True, null=True)),
                ('started_at', models.DateTimeField()),
                ('turn_started_at', models.DateTimeField()),
                ('deadline_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('winner', models.PositiveSmallIntegerField(blank=True, choices=[(0, 'first'), (1, 'second')], null=True)),
                ('termination', models.CharField(blank=True, max_length=40)),
                ('off_time_days', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='Days of off-time each player may use in the game; 0 for none.', verbose_name='off-time')),
                ('offers', models.JSONField(blank=True, db_default={}, default=dict, help_text='What stands offered besides a draw, by kind: who offers, and how much.')),
                ('paused_at', models.DateTimeField(blank=True, help_text='Since when both clocks stand, by agreement.', null=True)),
                ('paused_until', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('ended_at', None)), fields=['deadline_at'], name='game_due'),
                    models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['-ended_at'], name='game_recently_ended'),
                    models.Index(fields=['started_at'], name='game_started'),
                    models.Index(condition=models.Q(('ended_at', None), ('private', False)), fields=['-turn_started_at'], name='game_lately_played'),
                ],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('termination', ''), ('winner', None)), models.Q(('ended_at__isnull', False), models.Q(('termination', ''), _negated=True)), _connector='OR'), name='game_ended_with_termination')],
                'permissions': [
                    ('adjudicate_game', 'Can adjudicate a game'),
                    ('void_game', 'Can declare a game void'),
                    ('move_deadline_game', 'Can move the deadline of a game'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('audience', models.CharField(choices=[('anyone', 'anyone'), ('player', 'one player'), ('link', 'whoever has the link'), ('address', 'somebody by mail')], max_length=10)),
                ('address', models.EmailField(blank=True, help_text='Where the invitation went.', max_length=254)),
                ('token', models.CharField(help_text="The secret part of an invitation's address.", max_length=43, unique=True)),
                ('ruleset_slug', models.SlugField(max_length=40, verbose_name='ruleset')),
                ('options', models.JSONField(default=dict)),
                ('side', models.CharField(choices=[('first', 'first'), ('second', 'second'), ('random', 'random')], default='random', max_length=6, verbose_name='my side')),
                ('control', models.JSONField()),
                ('private', models.BooleanField(default=False)),
                ('note', models.CharField(blank=True, max_length=300)),
                ('status', models.CharField(choices=[('pending', 'waiting for an answer'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('expired', 'expired')], default='pending', max_length=10)),
                ('reason', models.CharField(blank=True, help_text='Why it was declined.', max_length=300)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges_made', to=settings.AUTH_USER_MODEL)),
                ('opponent', models.ForeignKey(blank=True, help_text="The player it is for; for a mail, whose address it is, if anybody's; for the others, who answered.", null=True, on_delete=django.db.models.deletion.CASCADE, related_name='challenges_received', to=settings.AUTH_USER_MODEL)),
                ('game', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='challenge', to='games.game')),
                ('off_time_days', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='Days of off-time each player may use in the game; 0 for none.', verbose_name='off-time')),
                ('weekends', models.BooleanField(db_default=False, default=False, help_text="Each player's own two days off stop their clock.")),
                ('expiry_told_at', models.DateTimeField(blank=True, help_text='When it was told that it soon expires.', null=True)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['status', 'audience', '-created_at'], name='challenge_listed'),
                    models.Index(fields=['status', 'expires_at'], name='challenge_expiring'),
                ],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', False), ('status', 'accepted')), models.Q(models.Q(('status', 'accepted'), _negated=True), ('game', None)), _connector='OR'), name='challenge_accepted_with_game')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField(choices=[(0, 'first'), (1, 'second')])),
                ('bank', models.DurationField(blank=True, help_text='Time left in the bank when the turn began.', null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL)),
                ('off_time_used', models.DurationField(db_default=datetime.timedelta(0), default=datetime.timedelta, help_text='In this game, before the present turn.')),
                ('read_up_to', models.PositiveBigIntegerField(db_default=0, default=0, help_text='The last message this player has seen.')),
                ('weekend', models.CharField(blank=True, db_default='', default='', help_text='Days on which this clock stands, as ISO weekdays.', max_length=2)),
                ('zone', models.CharField(db_default='UTC', default='UTC', help_text="Whose days they are: the player's at the start.", max_length=64)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'side'), name='one_seat_a_side'),
                    models.UniqueConstraint(fields=('game', 'user'), name='one_seat_a_player'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Turn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveIntegerField(help_text='Number of turns played with this one: the first turn is ply 1.')),
                ('side', models.PositiveSmallIntegerField(choices=[(0, 'first'), (1, 'second')])),
                ('text', models.CharField(max_length=80)),
                ('position_text', models.TextField(help_text='The position after the turn.')),
                ('position_key', models.CharField(help_text='Equal where a repetition rule sees the same position.', max_length=160)),
                ('played_at', models.DateTimeField()),
                ('key', models.CharField(blank=True, help_text='Chosen by the sender: the same key again is the same turn.', max_length=64)),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='games.game')),
                ('bank_before', models.DurationField(blank=True, help_text="The player's bank when the turn began.", null=True)),
                ('had_until_at', models.DateTimeField(blank=True, help_text='The deadline it was played under.', null=True)),
                ('time_left', models.DurationField(blank=True, help_text='What was left of its time when it was played, for whoever takes it back.', null=True)),
            ],
            options={
                'ordering': ['game', 'ply'],
                'indexes': [
                    models.Index(fields=['game', 'position_key'], name='turn_repetition'),
                    models.Index(fields=['played_at'], name='turn_played'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('taken_back_at', None)), fields=('game', 'ply'), name='one_turn_a_ply'),
                    models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('game', 'key'), name='one_turn_a_key'),
                ],
            },
        ),
        migrations.CreateModel(
            name='StaffAction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField(help_text='Of the game after it.')),
                ('kind', models.CharField(choices=[('adjudicated', 'adjudicated'), ('voided', 'declared void'), ('deadline_moved', 'deadline moved')], max_length=20)),
                ('what', models.CharField(max_length=200)),
                ('reason', models.TextField(max_length=1000)),
                ('done_at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staff_actions', to='games.game')),
                ('staff', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='staff_actions', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('part', models.CharField(choices=[('beat', 'the clock of the periodic tasks'), ('web', 'the pages'), ('sweep', 'the look for games out of time'), ('mail', 'the sending of mail'), ('no_mail', 'mail that fails, since then')], max_length=8, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=1000)),
                ('ply', models.PositiveIntegerField(help_text='Turns played by then.')),
                ('sent_at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['game', 'pk'],
                'indexes': [models.Index(fields=['game', '-id'], name='message_of_game')],
            },
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('site', 'the site was out of reach'), ('mail', 'mail could not be sent')], max_length=8)),
                ('from_at', models.DateTimeField()),
                ('until_at', models.DateTimeField()),
                ('found_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(blank=True, help_text='When every running deadline had been moved.', null=True)),
                ('games_moved', models.PositiveIntegerField(default=0)),
                ('reminded_up_to', models.PositiveBigIntegerField(default=0, help_text='Games up to this id have new reminders.')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('kind', 'from_at'), name='one_outage_an_instant'),
                    models.CheckConstraint(condition=models.Q(('until_at__gt', models.F('from_at'))), name='outage_has_a_length'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ClockChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField(help_text='Of the game after it.')),
                ('ply', models.PositiveIntegerField(help_text='Turns played by then.')),
                ('side', models.PositiveSmallIntegerField(choices=[(0, 'first'), (1, 'second')], help_text='Whose clock it was.')),
                ('kind', models.CharField(choices=[('more_time', 'more time by agreement'), ('paused', 'paused by agreement'), ('resumed', 'the pause ended by agreement'), ('off_time', 'off-time set or ended'), ('automatic', 'off-time taken by itself'), ('outage', 'an outage of the site'), ('staff', 'moved by staff'), ('taken_back', 'a turn was taken back')], max_length=12)),
                ('before_at', models.DateTimeField(blank=True, help_text='The deadline before.', null=True)),
                ('after_at', models.DateTimeField(blank=True, help_text='The deadline after.', null=True)),
                ('why', models.CharField(blank=True, max_length=200)),
                ('changed_at', models.DateTimeField()),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clock_changes', to='games.game')),
                ('off_time', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.offtime')),
                ('outage', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='games.outage')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('outage__isnull', False)), fields=('game', 'outage'), name='once_an_outage'),
                    models.UniqueConstraint(condition=models.Q(('kind', 'automatic'), ('off_time__isnull', False)), fields=('game', 'off_time'), name='once_an_off_time'),
                ],
            },
        ),
    ]
