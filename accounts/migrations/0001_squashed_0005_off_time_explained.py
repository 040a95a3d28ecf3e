"""The people in one step, for a new database. What stood in between gave days to people, of whom there are none yet."""

import accounts.models
import accounts.names
import accounts.zones
import datetime
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_help_user'),
        ('accounts', '0003_off_time'),
        ('accounts', '0004_first_off_time'),
        ('accounts', '0005_off_time_explained'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
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
                ('username', models.CharField(error_messages={'unique': 'That name is taken. Please choose another.'}, max_length=20, unique=True, validators=[accounts.names.validate_name], verbose_name='name')),
                ('look', models.CharField(editable=False, help_text='What the name looks like at a glance.', max_length=20, unique=True)),
                ('email', models.EmailField(error_messages={'unique': 'This mail address belongs to another account.'}, max_length=254, unique=True, verbose_name='mail address')),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[accounts.zones.validate_time_zone])),
                ('time_zone_chosen', models.BooleanField(default=False, help_text='Chosen by hand: the browser no longer changes it.')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('last_visit_at', models.DateTimeField(blank=True, help_text='When the user last opened a page.', null=True)),
                ('off_time_automatic', models.BooleanField(db_default=True, default=True, help_text='A day is taken by itself when time runs out.')),
                ('off_time_balance', models.DurationField(db_default=datetime.timedelta(0), default=datetime.timedelta, help_text='As of the instant it was counted at.')),
                ('off_time_counted_at', models.DateTimeField(blank=True, help_text='Empty until the first is granted.', null=True)),
                ('weekend', models.CharField(db_default='67', default='67', help_text='Days off in games that keep weekends, as ISO weekdays: 67, Sat and Sun.', max_length=2)),
                ('off_time_explained_at', models.DateTimeField(blank=True, help_text='When the user was told what off-time is, or did not care to be.', null=True)),
            ],
            options={
                'abstract': False,
                'permissions': [('help_user', 'Can help people who are locked out')],
            },
            managers=[
                ('objects', accounts.models.PeopleManager()),
            ],
        ),
        migrations.CreateModel(
            name='OffTime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_at', models.DateTimeField()),
                ('until_at', models.DateTimeField()),
                ('automatic', models.BooleanField(default=False, help_text="Taken by itself when a game's time had run out.")),
                ('booked_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='off_times', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'until_at'], name='off_time_of_user')],
                'constraints': [models.CheckConstraint(condition=models.Q(('until_at__gte', models.F('from_at'))), name='off_time_has_an_order')],
            },
        ),
    ]
