"""Makes the tables of notifications at once, as 16 steps since 1.0.0 have made them.

Older code calls the channels `mail` and `bell`. While it serves beside newer code, a trigger replaces them by `email` and `inbox`.
"""

import django.db.models.deletion
import notifications.models.outbox
from django.conf import settings
from django.db import migrations, models

from core.migrating import CreateTogether

TABLES = ("notice", "switch", "channelstate")
POSTGRES = (
    """
    CREATE OR REPLACE FUNCTION notifications_name_channel() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.channel := CASE NEW.channel WHEN 'mail' THEN 'email' WHEN 'bell' THEN 'inbox' ELSE NEW.channel END;
        RETURN NEW;
    END $$
    """,
    "DROP TRIGGER IF EXISTS notifications_{table}_channel ON notifications_{table}",
    "CREATE TRIGGER notifications_{table}_channel BEFORE INSERT OR UPDATE ON notifications_{table} "
    "FOR EACH ROW WHEN (NEW.channel IN ('mail', 'bell')) EXECUTE FUNCTION notifications_name_channel()",
)
SQLITE = (
    "DROP TRIGGER IF EXISTS notifications_{table}_channel",
    """
    CREATE TRIGGER notifications_{table}_channel AFTER INSERT ON notifications_{table}
    WHEN NEW.channel IN ('mail', 'bell')
    BEGIN
        UPDATE OR IGNORE notifications_{table}
            SET channel = CASE NEW.channel WHEN 'mail' THEN 'email' ELSE 'inbox' END WHERE id = NEW.id;
        DELETE FROM notifications_{table} WHERE id = NEW.id AND channel IN ('mail', 'bell');
    END
    """,
)


def make_triggers(apps, schema_editor):
    for statement in POSTGRES if schema_editor.connection.vendor == "postgresql" else SQLITE:
        for table in TABLES:
            schema_editor.execute(statement.replace("{table}", table))


def drop_triggers(apps, schema_editor):
    in_postgres = schema_editor.connection.vendor == "postgresql"
    for table in TABLES:
        on = f" ON notifications_{table}" if in_postgres else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS notifications_{table}_channel{on}")
    if in_postgres:
        schema_editor.execute("DROP FUNCTION IF EXISTS notifications_name_channel()")


class Migration(migrations.Migration):

    replaces = [
        ('notifications', '0001_initial'),
        ('notifications', '0002_plurals'),
        ('notifications', '0003_refused_at'),
        ('notifications', '0004_notice_refused'),
        ('notifications', '0005_reminder_since'),
        ('notifications', '0006_notice_held'),
        ('notifications', '0007_device_mark'),
        ('notifications', '0008_index_of_inbox'),
        ('notifications', '0009_default_channel'),
        ('notifications', '0010_channels_by_their_folders'),
        ('notifications', '0011_index_of_switches_on'),
        ('notifications', '0012_answers_by_email'),
        ('notifications', '0013_reminder_before_turn'),
        ('notifications', '0014_chat_addresses'),
        ('notifications', '0015_telegram_bot'),
        ('notifications', '0016_server_fault'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_squashed_0028_named_in_files'),
        ('games', '0001_squashed_0042_hidden_games'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='BlockedAddress',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('address', models.EmailField(help_text='In lower case.', max_length=254, unique=True)),
                    ('created_at', models.DateTimeField()),
                ],
                options={
                    'verbose_name_plural': 'blocked addresses',
                },
            ),
            migrations.CreateModel(
                name='ServerFault',
                fields=[
                    ('part', models.CharField(choices=[('mail', 'the server that sends emails'), ('replies', 'the mailbox of replies')], max_length=8, primary_key=True, serialize=False)),
                    ('mark', models.CharField(help_text='Of the settings by which it is reached: others are a new start.', max_length=32)),
                    ('since_at', models.DateTimeField()),
                    ('at', models.DateTimeField(help_text='When it was last tried.')),
                    ('said', models.CharField(max_length=500)),
                    ('refusals', models.PositiveIntegerField(default=0, help_text='Log-ins refused in a row.')),
                    ('try_at', models.DateTimeField(blank=True, help_text='Nobody logs in before; empty while anybody may.', null=True)),
                ],
            ),
            migrations.CreateModel(
                name='Bot',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('channel', models.CharField(max_length=10)),
                    ('number', models.CharField(help_text='Which account it is, in that app.', max_length=20)),
                    ('username', models.CharField(blank=True, max_length=64)),
                    ('named_at', models.DateTimeField(blank=True, help_text='When the app last said how it is called.', null=True)),
                    ('read_up_to', models.BigIntegerField(default=0, help_text='Every message up to this number was dealt with.')),
                    ('read_at', models.DateTimeField(blank=True, null=True)),
                    ('claimed_at', models.DateTimeField(blank=True, null=True)),
                    ('claim', models.CharField(blank=True, default='', max_length=32)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('channel', 'number'), name='one_row_a_bot')],
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
                    ('mark', models.CharField(db_default='', default='', help_text="By which its owner's log-out there is known (accounts.known_devices); empty where none was stored.", max_length=16)),
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
                name='ChannelState',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('channel', models.CharField(max_length=10)),
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
            migrations.CreateModel(
                name='ChatAddress',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('channel', models.CharField(max_length=10)),
                    ('sealed', models.TextField(help_text='The fields of the address, as JSON under a key of the site.')),
                    ('name', models.CharField(help_text='Which it is, for its owner, without its secret.', max_length=80)),
                    ('added_at', models.DateTimeField()),
                    ('sent_at', models.DateTimeField(blank=True, null=True)),
                    ('last_error', models.TextField(blank=True)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chat_addresses', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'chat addresses',
                    'constraints': [models.UniqueConstraint(fields=('user', 'channel'), name='one_address_a_chat_app')],
                },
            ),
            migrations.CreateModel(
                name='ConnectCode',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('channel', models.CharField(max_length=10)),
                    ('digest', models.CharField(help_text='Of the code, which is not stored.', max_length=64, unique=True)),
                    ('made_at', models.DateTimeField()),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [models.Index(fields=['channel', 'made_at'], name='connect_code_made')],
                    'constraints': [models.UniqueConstraint(fields=('user', 'channel'), name='one_code_a_chat_app')],
                },
            ),
            migrations.CreateModel(
                name='ListedTurns',
                fields=[
                    ('code', models.CharField(help_text='Made of the reader and the list.', max_length=20, primary_key=True, serialize=False)),
                    ('turns', models.JSONField(help_text='For each game its id, its revision and how many turns had been played.')),
                    ('made_at', models.DateTimeField()),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'listed turns',
                    'indexes': [models.Index(fields=['made_at'], name='listed_turns_made')],
                },
            ),
            migrations.CreateModel(
                name='Notice',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('address', models.EmailField(blank=True, help_text="Where it goes if not to the recipient's present address.", max_length=254)),
                    ('kind', models.CharField(max_length=24)),
                    ('channel', models.CharField(default='email', max_length=10)),
                    ('dedupe_key', models.CharField(help_text='Names the event; never null, so that none is told twice.', max_length=120)),
                    ('payload', models.JSONField(default=dict, help_text='Ids, never sentences; for account emails the message itself.')),
                    ('created_at', models.DateTimeField()),
                    ('due_at', models.DateTimeField()),
                    ('state', models.CharField(choices=[('waiting', 'waiting'), ('sent', 'sent'), ('dropped', 'no longer wanted or true'), ('failed', 'given up')], default='waiting', max_length=8)),
                    ('claimed_at', models.DateTimeField(blank=True, null=True)),
                    ('claim', models.CharField(blank=True, max_length=32)),
                    ('attempts', models.PositiveSmallIntegerField(default=0)),
                    ('closed_at', models.DateTimeField(blank=True, help_text='When it was sent, dropped or given up.', null=True)),
                    ('last_error', models.TextField(blank=True, help_text='Why it was not sent, the last time or for good.')),
                    ('last_error_at', models.DateTimeField(blank=True, null=True)),
                    ('refused_at', models.DateTimeField(blank=True, help_text='When a server first refused its recipient or its text; empty once it is sent.', null=True)),
                    ('nonce', models.CharField(blank=True, db_default='', default=notifications.models.outbox.make_nonce, editable=False, max_length=16)),
                    ('held_at', models.DateTimeField(blank=True, help_text='When it was last put off, or left to a digest, since its reader prefers that.', null=True)),
                    ('seen_at', models.DateTimeField(blank=True, help_text='When its reader saw it on the site.', null=True)),
                    ('recipient', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [models.Index(condition=models.Q(('closed_at', None)), fields=['due_at'], name='notice_due'), models.Index(fields=['recipient', '-closed_at'], name='notice_last_of_user'), models.Index(condition=models.Q(('closed_at__isnull', False)), fields=['closed_at'], name='notice_done'), models.Index(condition=models.Q(('refused_at__isnull', False)), fields=['last_error_at'], name='notice_refused'), models.Index(condition=models.Q(('channel', 'inbox'), ('seen_at', None), ('state', 'sent')), fields=['recipient'], name='notice_unseen_in_inbox')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('recipient__isnull', False)), fields=('recipient', 'channel', 'dedupe_key'), name='notice_once_a_user'), models.UniqueConstraint(condition=models.Q(('recipient', None)), fields=('address', 'channel', 'dedupe_key'), name='notice_once_an_address')],
                },
            ),
            migrations.CreateModel(
                name='Preferences',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('mode', models.CharField(choices=[('each', 'each turn, in one email per half hour'), ('once', 'once, until I visit'), ('daily', 'a digest once a day'), ('twice', 'a digest twice a day'), ('urgent', 'only what is urgent'), ('off', 'nothing')], default='each', max_length=8)),
                    ('digest_hour', models.PositiveSmallIntegerField(default=8, help_text="Of the user's local day.")),
                    ('second_digest_hour', models.PositiveSmallIntegerField(default=18)),
                    ('quiet_from', models.PositiveSmallIntegerField(blank=True, help_text='Hour at which quiet hours begin.', null=True)),
                    ('quiet_until', models.PositiveSmallIntegerField(blank=True, help_text='Hour at which they end.', null=True)),
                    ('reminders', models.JSONField(blank=True, help_text='Thresholds; empty for the usual ones.', null=True)),
                    ('by_reply', models.BooleanField(db_default=True, default=True, help_text='Whether answering an email plays, where the site takes answers.')),
                    ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='notice_preferences', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'preferences',
                    'indexes': [models.Index(condition=models.Q(('mode__in', ['daily', 'twice'])), fields=['digest_hour'], name='preferences_with_digests')],
                },
            ),
            migrations.CreateModel(
                name='Reminder',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('planned_at', models.DateTimeField(help_text='What was due before this is not made up for.')),
                    ('told', models.DurationField(help_text="The shortest time left that this turn's player was reminded of.", null=True)),
                    ('since', models.DateTimeField(help_text='When the clock was started again within the turn, if it was.', null=True)),
                    ('due_at', models.DateTimeField(help_text='Empty where no reminder of this turn is to come.', null=True)),
                    ('was_planned_at', models.DateTimeField(help_text='These as they were before the turn, if it is undone.', null=True)),
                    ('was_told', models.DurationField(null=True)),
                    ('was_since', models.DateTimeField(null=True)),
                    ('was_due_at', models.DateTimeField(null=True)),
                    ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='reminder', to='games.game')),
                    ('reader', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reminders', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='reminder_due')],
                },
            ),
            migrations.CreateModel(
                name='Switch',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(max_length=24)),
                    ('channel', models.CharField(default='email', max_length=10)),
                    ('on', models.BooleanField(default=True)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notice_switches', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'switches',
                    'indexes': [models.Index(condition=models.Q(('on', True)), fields=['kind', 'user'], name='switch_on')],
                    'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'channel'), name='one_switch_a_kind')],
                },
            ),
        ),
        migrations.RunPython(make_triggers, drop_triggers),
    ]
