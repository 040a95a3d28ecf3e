"""Makes the tables of replies at once, as 4 steps since 1.0.0 have made them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.migrating import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('replies', '0001_initial'),
        ('replies', '0002_mailboxes'),
        ('replies', '0003_what_was_answered'),
        ('replies', '0004_mails_not_acted_on'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_squashed_0028_named_in_files'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='Authority',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=253, unique=True)),
                    ('seen_at', models.DateTimeField(help_text='When it was last seen, to the hour.')),
                ],
                options={
                    'verbose_name': 'authority not trusted',
                    'verbose_name_plural': 'authorities not trusted',
                },
            ),
            migrations.CreateModel(
                name='Mailbox',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(help_text='User, server and folder.', max_length=400, unique=True)),
                    ('uid_validity', models.BigIntegerField(blank=True, help_text='While it stays, a number is the same mail.', null=True)),
                    ('read_up_to', models.BigIntegerField(default=0, help_text='Up to this number, every mail was dealt with.')),
                    ('failed', models.JSONField(blank=True, default=dict, help_text='How often each mail met a fault, by its number.')),
                    ('waiting', models.JSONField(blank=True, db_default=models.Value({}, models.JSONField()), default=dict, help_text="When each mail beyond its writer's limit is tried again, by its number; 0 for one to be taken out.")),
                    ('looked_at', models.DateTimeField(blank=True, help_text='When the last look began that left no mail behind.', null=True)),
                    ('claimed_at', models.DateTimeField(blank=True, null=True)),
                    ('claim', models.CharField(blank=True, default='', max_length=32)),
                ],
                options={
                    'verbose_name': 'mailbox',
                    'verbose_name_plural': 'mailboxes',
                },
            ),
            migrations.CreateModel(
                name='Reply',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.CharField(help_text='Made of the token and the Message-ID.', max_length=64, unique=True)),
                    ('arrived_at', models.DateTimeField(help_text='When the site first had it.')),
                    ('way', models.CharField(help_text='How it came in.', max_length=10)),
                    ('verdict', models.CharField(help_text='Whether its sender was proven.', max_length=10)),
                    ('about', models.CharField(blank=True, db_default='', help_text='The game and its revision, or the list, that the email showed.', max_length=40)),
                    ('first_line', models.CharField(blank=True, max_length=200)),
                    ('outcome', models.CharField(blank=True, help_text='What came of it, as a code.', max_length=60)),
                    ('refused', models.BooleanField(db_default=False, default=False, help_text='Whether nothing was done.')),
                    ('done_at', models.DateTimeField(blank=True, null=True)),
                    ('claimed_at', models.DateTimeField(blank=True, null=True)),
                    ('claim', models.CharField(blank=True, default='', max_length=32)),
                    ('attempts', models.PositiveSmallIntegerField(default=0)),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'answer by email',
                    'verbose_name_plural': 'answers by email',
                    'indexes': [models.Index(fields=['arrived_at'], name='reply_arrived'), models.Index(fields=['user', '-arrived_at'], name='reply_of_user')],
                },
            ),
            migrations.CreateModel(
                name='UnreadMail',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.CharField(help_text='Made of the address and the Message-ID.', max_length=64, unique=True)),
                    ('arrived_at', models.DateTimeField(help_text='When the site first had it.')),
                    ('way', models.CharField(help_text='How it came in.', max_length=10)),
                    ('reason', models.CharField(choices=[('machine', 'written by a machine'), ('another', 'from another address than the account’s'), ('forged', 'its sender’s server says that it is forged'), ('old', 'older than the email that it answers'), ('token', 'its token is no longer valid'), ('large', 'cut off for its size, and nothing found'), ('many', 'beyond the limit'), ('off', 'its player takes no replies'), ('nobody', 'no token of ours')], max_length=10)),
                    ('verdict', models.CharField(blank=True, help_text='Whether its sender was proven.', max_length=10)),
                    ('first_line', models.CharField(blank=True, help_text='Of the account’s own address alone.', max_length=200)),
                    ('domain', models.CharField(blank=True, help_text='Of a sender who is not the account’s own.', max_length=255)),
                    ('user', models.ForeignKey(blank=True, help_text='Whose address for replies it was sent to.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'email not acted on',
                    'verbose_name_plural': 'emails not acted on',
                    'indexes': [models.Index(fields=['arrived_at'], name='unread_arrived'), models.Index(fields=['user', '-arrived_at'], name='unread_of_user')],
                },
            ),
        ),
    ]
