"""Makes the tables of accounts at once, as 28 steps since 1.0.0 have made them.

A trigger on the table of users keeps the columns of older code, `is_computer` and `is_guest`, in step with `kind`. It goes with the two
columns. SQLite drops triggers with a table that a migration alters: such a migration calls `make_trigger` again.
"""

import accounts.models.user
import accounts.profile.names
import accounts.profile.zones
import core.indexed
import datetime
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from core.migrating import CreateTogether

POSTGRES = [
    """
    CREATE OR REPLACE FUNCTION accounts_user_tell_kind() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.is_computer THEN NEW.kind := 'computer';
        ELSIF NEW.is_guest THEN NEW.kind := 'guest';
        END IF;
        NEW.is_computer := NEW.kind = 'computer';
        NEW.is_guest := NEW.kind = 'guest';
        RETURN NEW;
    END $$
    """,
    "DROP TRIGGER IF EXISTS accounts_user_kind ON accounts_user",
    "CREATE TRIGGER accounts_user_kind BEFORE INSERT ON accounts_user "
    "FOR EACH ROW EXECUTE FUNCTION accounts_user_tell_kind()",
]
SQLITE = [
    "DROP TRIGGER IF EXISTS accounts_user_kind",
    """
    CREATE TRIGGER accounts_user_kind AFTER INSERT ON accounts_user
    WHEN NEW.is_computer OR NEW.is_guest OR NEW.kind <> 'person'
    BEGIN
        UPDATE accounts_user SET
            kind = CASE WHEN NEW.is_computer THEN 'computer' WHEN NEW.is_guest THEN 'guest' ELSE NEW.kind END,
            is_computer = NEW.is_computer OR NEW.kind = 'computer',
            is_guest = NEW.is_guest OR NEW.kind = 'guest'
        WHERE id = NEW.id;
    END
    """,
]


def make_trigger(apps, schema_editor):
    for statement in POSTGRES if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement)


def drop_trigger(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER IF EXISTS accounts_user_kind ON accounts_user")
        schema_editor.execute("DROP FUNCTION IF EXISTS accounts_user_tell_kind()")
    else:
        schema_editor.execute("DROP TRIGGER IF EXISTS accounts_user_kind")


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_board_look'),
        ('accounts', '0003_people_found'),
        ('accounts', '0004_block'),
        ('accounts', '0005_moderation'),
        ('accounts', '0006_leaving'),
        ('accounts', '0007_staff_pages'),
        ('accounts', '0008_is_computer'),
        ('accounts', '0009_plurals'),
        ('accounts', '0010_queue'),
        ('accounts', '0011_is_guest'),
        ('accounts', '0012_user_guests'),
        ('accounts', '0013_user_computers'),
        ('accounts', '0014_sent_form'),
        ('accounts', '0015_key_of_names'),
        ('accounts', '0016_kept_form_writer'),
        ('accounts', '0017_kind'),
        ('accounts', '0018_fill_kind'),
        ('accounts', '0019_indexes_of_kinds'),
        ('accounts', '0020_older_kinds'),
        ('accounts', '0021_safeguards'),
        ('accounts', '0022_scope_of_mutes'),
        ('accounts', '0023_former_names'),
        ('accounts', '0024_closed_to_new'),
        ('accounts', '0025_look_of_pages'),
        ('accounts', '0026_ratings'),
        ('accounts', '0027_kinds_of_copies'),
        ('accounts', '0028_named_in_files'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='User',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('password', models.CharField(max_length=128, verbose_name='password')),
                    ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                    ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                    ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                    ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                    ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                    ('username', models.CharField(error_messages={'unique': 'That name is taken. Please choose another.'}, max_length=20, unique=True, validators=[accounts.profile.names.validate_name], verbose_name='name')),
                    ('look', models.CharField(editable=False, help_text='What the name looks like at a glance.', max_length=20, unique=True)),
                    ('email', models.EmailField(error_messages={'unique': 'This email address belongs to another account.'}, max_length=254, unique=True, verbose_name='email address')),
                    ('about', models.TextField(blank=True, max_length=2000)),
                    ('time_zone', models.CharField(default='UTC', max_length=64, validators=[accounts.profile.zones.validate_time_zone])),
                    ('time_zone_chosen', models.BooleanField(default=False, help_text='Chosen by hand: the browser no longer changes it.')),
                    ('weekend', models.CharField(db_default='67', default='67', help_text='Days off in games that keep weekends, as ISO weekdays: 67, Sat and Sun.', max_length=2)),
                    ('vacation_balance', models.DurationField(db_default=datetime.timedelta(0), default=datetime.timedelta, help_text='As of the instant it was counted at.')),
                    ('vacation_counted_at', models.DateTimeField(blank=True, help_text='Empty until the first is granted.', null=True)),
                    ('vacation_automatic', models.BooleanField(db_default=True, default=True, help_text='A day is used automatically when time runs out.')),
                    ('vacation_explained_at', models.DateTimeField(blank=True, help_text='When the user was told what vacation is, or did not care to be.', null=True)),
                    ('board_size', models.CharField(choices=[('large', 'Large'), ('medium', 'Medium'), ('small', 'Small')], db_default='large', default='large', max_length=6)),
                    ('theme', models.CharField(choices=[('system', 'Same as my device'), ('light', 'Light'), ('dark', 'Dark')], db_default='system', default='system', help_text='Of every page.', max_length=6)),
                    ('board_colours', models.CharField(choices=[('game', 'Each game’s own'), ('wood', 'Wood'), ('slate', 'Slate')], db_default='game', default='game', max_length=5)),
                    ('piece_size', models.CharField(choices=[('small', 'Small'), ('medium', 'Medium'), ('large', 'Large')], db_default='medium', default='medium', max_length=6)),
                    ('board_coordinates', models.BooleanField(db_default=True, default=True, help_text='Shown beside boards.')),
                    ('one_click', models.BooleanField(db_default=False, default=False, help_text='The last click of a turn plays it, without Confirm.')),
                    ('after_turn', models.CharField(choices=[('next', 'Next game'), ('list', 'My games'), ('stay', 'Stay here')], db_default='stay', default='stay', max_length=4)),
                    ('key_shortcuts', models.BooleanField(db_default=True, default=True, help_text='Single keys lead through lists and to the next game.')),
                    ('show_ratings', models.BooleanField(db_default=True, default=True, help_text='Whether pages show this reader ratings, of anybody.')),
                    ('named_in_files', models.BooleanField(db_default=True, default=True, help_text='Whether files of games that anybody may download have the name.')),
                    ('last_visit_at', models.DateTimeField(blank=True, help_text='When the user last opened a page.', null=True)),
                    ('closing_at', models.DateTimeField(blank=True, help_text='When the account will be closed, unless its owner logs in before.', null=True)),
                    ('closed_at', models.DateTimeField(blank=True, help_text='When its owner closed it.', null=True)),
                    ('rescue_waits', models.BooleanField(db_default=False, default=False, help_text='Whether pages are to ask for help that waits, and show it.')),
                    ('restricted', models.BooleanField(db_default=False, default=False, help_text='Whether anything that staff laid on the user stands; no save writes it.')),
                    ('kind', models.CharField(choices=[('person', 'Person'), ('guest', 'Guest'), ('computer', 'Computer')], db_default='person', default='person', editable=False, help_text='Who plays with the account; it never changes.', max_length=8)),
                    ('older_is_computer', models.BooleanField(db_column='is_computer', db_default=False, default=False, editable=False)),
                    ('older_is_guest', models.BooleanField(db_column='is_guest', db_default=False, default=False, editable=False)),
                    ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                    ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ],
                options={
                    'permissions': [('help_user', 'Can help people who are locked out')],
                    'indexes': [models.Index(core.indexed.Letters('username'), name='user_by_letters'), models.Index(models.OrderBy(core.indexed.UtcDay('last_visit_at'), descending=True), models.F('id'), name='user_lately_here'), models.Index(condition=models.Q(('kind', 'guest')), fields=['id'], name='user_kind_guest'), models.Index(condition=models.Q(('kind', 'computer')), fields=['id'], name='user_kind_computer')],
                },
                managers=[
                    ('objects', accounts.models.user.PeopleManager()),
                ],
            ),
            migrations.CreateModel(
                name='Allowance',
                fields=[
                    ('key', models.CharField(max_length=120, primary_key=True, serialize=False)),
                    ('times', models.TextField(help_text='When each use was, in seconds since 1970, with spaces between them.')),
                    ('until_at', models.DateTimeField(db_index=True, help_text='From then on no use counts any more.')),
                ],
            ),
            migrations.CreateModel(
                name='NameKey',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sealed', models.TextField()),
                ],
            ),
            migrations.CreateModel(
                name='SentForm',
                fields=[
                    ('key', models.CharField(help_text='Hash of its key, with who sent what to which address.', max_length=64, primary_key=True, serialize=False)),
                    ('sent_at', models.DateTimeField(db_index=True)),
                    ('is_answered', models.BooleanField(default=False, help_text='Not while what it asks for is being done.')),
                    ('answer', models.TextField(blank=True, help_text='Where the answer leads; empty where it was a page.')),
                    ('told', models.TextField(default='[]', help_text='The sentences of the answer as JSON, each after its level.')),
                ],
            ),
            migrations.CreateModel(
                name='FormerName',
                fields=[
                    ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='former_name', serialize=False, to=settings.AUTH_USER_MODEL)),
                    ('name', models.CharField(max_length=20)),
                    ('look', models.CharField(help_text='What the name looks like at a glance.', max_length=20, unique=True)),
                    ('taken_at', models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name='AccountEvent',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('logged_in', 'Logged in'), ('log_in_failed', 'Wrong password'), ('code_failed', 'Wrong code'), ('logged_out', 'Logged out'), ('sessions_ended', 'Logged out everywhere else'), ('password_changed', 'Password changed'), ('password_reset', 'Password changed by a link from an email'), ('email_changed', 'Email address changed'), ('factor_added', 'Second factor added'), ('factor_removed', 'Second factor removed'), ('codes_made', 'New recovery codes made'), ('code_used', 'Recovery code used'), ('factors_reset', 'Second factors reset by staff'), ('rescue_asked', 'Help by staff asked for'), ('rescue_stopped', 'Help by staff stopped'), ('data_asked', 'Copy of your data asked for'), ('closing_asked', 'Closing the account asked for'), ('closing_stopped', 'Account kept, by logging in')], max_length=20)),
                    ('detail', models.CharField(blank=True, max_length=60)),
                    ('happened_at', models.DateTimeField()),
                    ('last_at', models.DateTimeField(help_text='Later where it is counted.')),
                    ('count', models.PositiveIntegerField(default=1)),
                    ('origin', models.CharField(blank=True, max_length=32)),
                    ('browser', models.CharField(blank=True, max_length=60)),
                    ('key', models.CharField(blank=True, max_length=80, null=True, unique=True)),
                    ('user', models.ForeignKey(help_text='Empty: no account was named.', null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [models.Index(fields=['user', '-id'], name='account_event_of_user'), models.Index(fields=['last_at'], name='account_event_to_prune')],
                },
            ),
            migrations.CreateModel(
                name='Block',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('is_mute', models.BooleanField()),
                    ('made_at', models.DateTimeField()),
                    ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('user', 'other'), name='one_block_of_a_player')],
                },
            ),
            migrations.CreateModel(
                name='Export',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(db_default='all', default='all', help_text='What it is of: see own_data/copies.', max_length=20)),
                    ('wanted', models.JSONField(blank=True, db_default={}, default=dict, help_text='What exactly, as its kind has it.')),
                    ('asked_at', models.DateTimeField()),
                    ('claimed_at', models.DateTimeField(blank=True, help_text='When a worker began with it.', null=True)),
                    ('ready_at', models.DateTimeField(blank=True, null=True)),
                    ('content', models.TextField(blank=True, help_text='Its text, packed by gzip, in letters.')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exports', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(condition=models.Q(('ready_at', None)), fields=('user', 'kind'), name='one_export_of_a_kind_waits')],
                },
            ),
            migrations.CreateModel(
                name='KeptForm',
                fields=[
                    ('key', models.CharField(help_text='Hash of the browser, the writer and the form.', max_length=64, primary_key=True, serialize=False)),
                    ('browser', models.CharField(db_default='', help_text="Hash of what the browser's cookie holds.", max_length=64)),
                    ('page', models.CharField(help_text='The path for which it was filled in.', max_length=500)),
                    ('action', models.CharField(db_default='', help_text='The address to which it was sent.', max_length=500)),
                    ('filled', models.TextField(help_text='Its fields as JSON.')),
                    ('kept_at', models.DateTimeField(db_index=True)),
                    ('writer', models.ForeignKey(help_text="The account whose page it was sent from; none for a visitor's.", null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='KeptName',
                fields=[
                    ('mark', models.CharField(max_length=64, primary_key=True, serialize=False)),
                    ('key', models.ForeignKey(help_text='Empty where it is hashed under the SECRET_KEY of its day, as before version 1.1.0.', null=True, on_delete=django.db.models.deletion.PROTECT, to='accounts.namekey')),
                ],
            ),
            migrations.CreateModel(
                name='Rescue',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('address', 'new email address'), ('second_factors', 'second factors removed')], max_length=20)),
                    ('email', models.EmailField(blank=True, help_text='The new one.', max_length=254)),
                    ('before', models.TextField(blank=True, help_text='What is to be changed, as it was: changed since, it stays so.')),
                    ('reason', models.TextField(max_length=1000)),
                    ('asked_at', models.DateTimeField()),
                    ('due_at', models.DateTimeField()),
                    ('closed_at', models.DateTimeField(blank=True, null=True)),
                    ('outcome', models.CharField(blank=True, choices=[('done', 'done'), ('stopped', 'stopped by the person'), ('withdrawn', 'called off by staff'), ('overtaken', 'done at once by an administrator'), ('void', 'no longer possible')], max_length=10)),
                    ('staff', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rescues_asked', to=settings.AUTH_USER_MODEL)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rescues', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('user', 'kind'), name='one_rescue_of_a_kind_waits')],
                },
            ),
            migrations.CreateModel(
                name='Restriction',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('warned', 'warned'), ('profile_cleared', 'profile text removed'), ('renamed', 'has to choose a new name'), ('muted', 'muted'), ('barred_rated', 'no rated games'), ('barred_open', 'no open challenges'), ('barred', 'no challenges'), ('barred_reports', 'no reports'), ('suspended', 'suspended')], max_length=20)),
                    ('from_at', models.DateTimeField()),
                    ('until_at', models.DateTimeField(blank=True, help_text='Empty: for good, or until it is read or done.', null=True)),
                    ('reason', models.TextField(help_text='What the person reads.', max_length=1000)),
                    ('rule', models.CharField(blank=True, help_text='The paragraph it goes by.', max_length=20)),
                    ('scope', models.CharField(blank=True, choices=[('', 'Chats, sealed remarks and shared analyses'), ('all', 'Everything that other players read')], db_default='', default='', help_text='Of a mute: what it forbids.', max_length=3)),
                    ('games', models.CharField(blank=True, choices=[('go_on', 'They go on: the person may still log in and play them'), ('paused', 'Paused until the suspension ends'), ('lost', 'Lost: each opponent wins'), ('void', 'Void: nobody wins, and none counts')], db_default='', default='', help_text='Of a suspension: what happens to running games.', max_length=10)),
                    ('games_settled_at', models.DateTimeField(blank=True, help_text='When that had been done to each.', null=True)),
                    ('games_restored_at', models.DateTimeField(blank=True, help_text='When that had been undone, after it was lifted.', null=True)),
                    ('closed_at', models.DateTimeField(blank=True, null=True)),
                    ('close', models.CharField(blank=True, choices=[('ended', 'its time was over'), ('lifted', 'lifted by staff'), ('seen', 'read'), ('done', 'done')], max_length=10)),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='restrictions', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [models.Index(fields=['user', '-id'], name='restriction_of_user'), models.Index(condition=models.Q(('closed_at', None)), fields=['until_at'], name='restriction_ending')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None), models.Q(('kind__in', ['warned', 'profile_cleared']), _negated=True)), fields=('user', 'kind'), name='one_restriction_of_a_kind'), models.CheckConstraint(condition=models.Q(models.Q(('close', ''), ('closed_at', None)), models.Q(('closed_at__isnull', False), models.Q(('close', ''), _negated=True)), _connector='OR'), name='restriction_closed_with_how'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'suspended'), models.Q(('games', ''), _negated=True)), models.Q(models.Q(('kind', 'suspended'), _negated=True), ('games', '')), _connector='OR'), name='suspension_says_of_games')],
                },
            ),
            migrations.CreateModel(
                name='Safeguards',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sign_ups', models.CharField(choices=[('open', 'Open to everybody'), ('invited', 'By invitation alone'), ('closed', 'Closed')], default='open', max_length=10)),
                    ('tightened_until', models.DateTimeField(blank=True, help_text='Until then the limits of new accounts are tightened.', null=True)),
                    ('closed_from', models.DateTimeField(blank=True, help_text='When sign-ups and challenges of new accounts were last closed for a while.', null=True)),
                    ('closed_until', models.DateTimeField(blank=True, help_text='When that ends, or ended.', null=True)),
                ],
                options={
                    'verbose_name_plural': 'safeguards',
                    'db_table': 'accounts_switches',
                    'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='one_row_of_switches')],
                },
            ),
            migrations.CreateModel(
                name='Sighting',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('place', 'address'), ('device', 'device')], max_length=10)),
                    ('key', models.CharField(max_length=32)),
                    ('first_at', models.DateTimeField()),
                    ('last_at', models.DateTimeField()),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sightings', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [models.Index(fields=['kind', 'key'], name='sighting_shared'), models.Index(fields=['last_at'], name='sighting_to_prune')],
                    'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'key'), name='one_sighting_of_a_kind')],
                },
            ),
            migrations.CreateModel(
                name='Vacation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('from_at', models.DateTimeField()),
                    ('until_at', models.DateTimeField()),
                    ('automatic', models.BooleanField(default=False, help_text="Used automatically when a game's time had run out.")),
                    ('booked_at', models.DateTimeField()),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [models.Index(fields=['user', 'until_at'], name='vacation_of_user')],
                    'constraints': [models.CheckConstraint(condition=models.Q(('until_at__gte', models.F('from_at'))), name='vacation_has_an_order')],
                },
            ),
        ),
        migrations.RunPython(make_trigger, drop_trigger),
    ]
