"""The notices in one step, for a new database; see the one of the games."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('notifications', '0001_initial'),
        ('notifications', '0002_closed'),
        ('notifications', '0003_channels'),
        ('notifications', '0004_unseen'),
        ('notifications', '0005_readers_of_digests'),
    ]

    initial = True

    dependencies = [
        ('accounts', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='BlockedAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(help_text='In lower case.', max_length=254, unique=True)),
                ('created_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(blank=True, help_text="Where it goes if not to the recipient's present address.", max_length=254)),
                ('kind', models.CharField(choices=[('challenge_received', 'a challenge for me'), ('challenge_accepted', 'my challenge was accepted'), ('challenge_declined', 'my challenge was declined'), ('your_turn', 'it is my turn'), ('deadline_near', 'my time is running out'), ('draw_offered', 'my opponent offers a draw'), ('time_offered', 'my opponent offers more time or a pause'), ('takeback_offered', 'my opponent asks to take a turn back'), ('chat_message', 'a message in a game of mine'), ('off_time_used', 'off-time was taken by itself'), ('challenge_expiring', 'a challenge is about to expire'), ('report_result', 'what became of my report'), ('game_over', 'a game is over'), ('invitation', 'an invitation to somebody without an account'), ('digest', 'a digest of my games'), ('account', 'my account'), ('test', 'a test that I asked for')], max_length=24)),
                ('channel', models.CharField(choices=[('mail', 'mail'), ('push', 'push'), ('bell', 'on the site')], default='mail', max_length=10)),
                ('dedupe_key', models.CharField(help_text='Names the event; never null, so that none is told twice.', max_length=120)),
                ('payload', models.JSONField(default=dict, help_text='Ids, never sentences; for account mails the message itself.')),
                ('created_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('sent', 'sent'), ('dropped', 'no longer wanted or true'), ('failed', 'given up')], default='waiting', max_length=8)),
                ('claimed_at', models.DateTimeField(blank=True, null=True)),
                ('claim', models.CharField(blank=True, max_length=32)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('closed_at', models.DateTimeField(blank=True, help_text='When it was sent, dropped or given up.', null=True)),
                ('last_error', models.TextField(blank=True, help_text='Why it was not sent, the last time or for good.')),
                ('last_error_at', models.DateTimeField(blank=True, null=True)),
                ('recipient', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
                ('seen_at', models.DateTimeField(blank=True, help_text='When its reader saw it on the site.', null=True)),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('closed_at', None)), fields=['due_at'], name='notice_due'),
                    models.Index(fields=['recipient', '-closed_at'], name='notice_last_of_user'),
                    models.Index(fields=['closed_at'], name='notice_closed'),
                    models.Index(condition=models.Q(('channel', 'bell'), ('seen_at', None), ('state', 'sent')), fields=['recipient'], name='notice_unseen'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('recipient__isnull', False)), fields=('recipient', 'channel', 'dedupe_key'), name='notice_once_a_user'),
                    models.UniqueConstraint(condition=models.Q(('recipient', None)), fields=('address', 'channel', 'dedupe_key'), name='notice_once_an_address'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Switch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('challenge_received', 'a challenge for me'), ('challenge_accepted', 'my challenge was accepted'), ('challenge_declined', 'my challenge was declined'), ('your_turn', 'it is my turn'), ('deadline_near', 'my time is running out'), ('draw_offered', 'my opponent offers a draw'), ('time_offered', 'my opponent offers more time or a pause'), ('takeback_offered', 'my opponent asks to take a turn back'), ('chat_message', 'a message in a game of mine'), ('off_time_used', 'off-time was taken by itself'), ('challenge_expiring', 'a challenge is about to expire'), ('report_result', 'what became of my report'), ('game_over', 'a game is over'), ('invitation', 'an invitation to somebody without an account'), ('digest', 'a digest of my games'), ('account', 'my account'), ('test', 'a test that I asked for')], max_length=24)),
                ('channel', models.CharField(choices=[('mail', 'mail'), ('push', 'push'), ('bell', 'on the site')], default='mail', max_length=10)),
                ('on', models.BooleanField(default=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notice_switches', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'channel'), name='one_switch_a_kind')],
            },
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.URLField(max_length=1000, unique=True)),
                ('key', models.CharField(help_text="The browser's public key, p256dh.", max_length=100)),
                ('secret', models.CharField(help_text="The browser's authentication secret.", max_length=50)),
                ('name', models.CharField(help_text='Which browser it is, for its owner.', max_length=80)),
                ('added_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('last_error', models.TextField(blank=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Feed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(max_length=43, unique=True)),
                ('made_at', models.DateTimeField()),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='feed', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mode', models.CharField(choices=[('each', 'each turn, in one mail per half hour'), ('once', 'once, until I visit'), ('daily', 'a digest once a day'), ('twice', 'a digest twice a day'), ('urgent', 'only what is urgent'), ('off', 'nothing')], default='each', max_length=8)),
                ('digest_hour', models.PositiveSmallIntegerField(default=8, help_text="Of the user's local day.")),
                ('second_digest_hour', models.PositiveSmallIntegerField(default=18)),
                ('quiet_from', models.PositiveSmallIntegerField(blank=True, help_text='Hour at which quiet hours begin.', null=True)),
                ('quiet_until', models.PositiveSmallIntegerField(blank=True, help_text='Hour at which they end.', null=True)),
                ('reminders', models.JSONField(blank=True, help_text='Thresholds; empty for the usual ones.', null=True)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='notice_preferences', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('mode__in', ['daily', 'twice'])), fields=['digest_hour'], name='preferences_with_digests')],
            },
        ),
        migrations.CreateModel(
            name='ChannelState',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('mail', 'mail'), ('push', 'push'), ('bell', 'on the site')], max_length=10)),
                ('failures', models.PositiveSmallIntegerField(default=0, help_text='In a row.')),
                ('broken_at', models.DateTimeField(blank=True, null=True)),
                ('reason', models.CharField(blank=True, max_length=500)),
                ('address', models.EmailField(blank=True, help_text='The address that bounced: a new one begins afresh.', max_length=254)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='channel_states', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'channel'), name='one_state_a_channel')],
            },
        ),
    ]
