"""Makes the tables of records at once, as 6 steps since 1.0.0 have made them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.migrating import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('records', '0001_animations'),
        ('records', '0002_bulk_files'),
        ('records', '0003_following'),
        ('records', '0004_book'),
        ('records', '0005_puzzles'),
        ('records', '0006_animation_viewed'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_squashed_0028_named_in_files'),
        ('games', '0001_squashed_0042_hidden_games'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='BookChange',
                fields=[
                    ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='games.game')),
                    ('marked_at', models.DateTimeField(db_index=True)),
                ],
            ),
            migrations.CreateModel(
                name='Licence',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('text', models.CharField(max_length=100, unique=True)),
                    ('since', models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name='PuzzleSource',
                fields=[
                    ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='games.game')),
                    ('looked_at', models.DateTimeField()),
                ],
            ),
            migrations.CreateModel(
                name='BookEntry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.BigIntegerField()),
                    ('by_computer', models.BooleanField()),
                    ('text', models.CharField(max_length=120)),
                    ('games', models.PositiveIntegerField(default=0)),
                    ('first_won', models.PositiveIntegerField(default=0)),
                    ('second_won', models.PositiveIntegerField(default=0)),
                    ('drawn', models.PositiveIntegerField(default=0)),
                    ('last_on', models.DateField(blank=True, help_text='When the last of these games ended.', null=True)),
                ],
                options={
                    'verbose_name_plural': 'book entries',
                    'constraints': [models.UniqueConstraint(fields=('key', 'by_computer', 'text'), name='one_entry_of_a_turn')],
                },
            ),
            migrations.CreateModel(
                name='MonthOfGames',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ruleset_slug', models.SlugField(max_length=40, verbose_name='ruleset')),
                    ('month', models.DateField(help_text='Its first day.')),
                    ('changes', models.PositiveIntegerField(default=1, help_text='Rises with each change to what its files are to hold.')),
                    ('written', models.PositiveIntegerField(default=0, help_text='The number of changes that its files know of.')),
                    ('leased_at', models.DateTimeField(blank=True, help_text='Since when a worker writes its files.', null=True)),
                    ('games', models.PositiveIntegerField(default=0)),
                    ('files', models.JSONField(blank=True, default=dict, help_text='Bytes and SHA-256 of each, by the ending.')),
                ],
                options={
                    'verbose_name_plural': 'months of games',
                    'indexes': [models.Index(condition=models.Q(('written__lt', models.F('changes'))), fields=['month'], name='month_to_write')],
                    'constraints': [models.UniqueConstraint(fields=('month', 'ruleset_slug'), name='one_month_a_ruleset')],
                },
            ),
            migrations.CreateModel(
                name='Puzzle',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ply', models.PositiveIntegerField(help_text='Turns played before it.')),
                    ('ruleset_slug', models.SlugField(max_length=40, verbose_name='ruleset')),
                    ('ruleset_revision', models.PositiveSmallIntegerField(default=1)),
                    ('position_text', models.TextField()),
                    ('canonical_key', models.CharField(max_length=32)),
                    ('within', models.PositiveSmallIntegerField(help_text='Turns of both sides that the win takes.')),
                    ('theme', models.CharField(help_text='By what it wins: see records/themes.', max_length=40)),
                    ('found_at', models.DateTimeField()),
                    ('hidden_at', models.DateTimeField(blank=True, help_text='When staff took it out.', null=True)),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ],
                options={
                    'permissions': [('hide_puzzle', 'Can hide a puzzle that is wrong')],
                    'indexes': [models.Index(condition=models.Q(('hidden_at', None)), fields=['theme', '-id'], name='puzzle_of_theme')],
                    'constraints': [models.UniqueConstraint(fields=('ruleset_slug', 'ruleset_revision', 'canonical_key'), name='one_puzzle_of_a_position')],
                },
            ),
            migrations.CreateModel(
                name='PuzzleOfDay',
                fields=[
                    ('day', models.DateField(primary_key=True, serialize=False)),
                    ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='days', to='records.puzzle')),
                ],
                options={
                    'verbose_name_plural': 'puzzles of days',
                },
            ),
            migrations.CreateModel(
                name='PuzzleSolved',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('solved_at', models.DateTimeField()),
                    ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='records.puzzle')),
                    ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'puzzles solved',
                    'constraints': [models.UniqueConstraint(fields=('user', 'puzzle'), name='one_solution_of_a_puzzle')],
                },
            ),
            migrations.CreateModel(
                name='Animation',
                fields=[
                    ('key', models.CharField(help_text='Of all that it shows.', max_length=64, primary_key=True, serialize=False)),
                    ('wanted', models.JSONField(help_text='Side, size, theme and the like, and from which turn to which.')),
                    ('asked_at', models.DateTimeField()),
                    ('leased_at', models.DateTimeField(blank=True, help_text='Since when a worker draws it.', null=True)),
                    ('made_at', models.DateTimeField(blank=True, null=True)),
                    ('viewed_at', models.DateTimeField(blank=True, help_text='When it was last shown, to the hour.', null=True)),
                    ('content', models.TextField(blank=True, default='', help_text='The GIF, as base64: backups keep text.')),
                    ('fault', models.CharField(blank=True, default='', help_text='Why it cannot be drawn.', max_length=40)),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ],
                options={
                    'indexes': [models.Index(condition=models.Q(('fault', ''), ('made_at', None)), fields=['asked_at'], name='animation_waiting'), models.Index(fields=['made_at'], name='animation_made')],
                },
            ),
            migrations.CreateModel(
                name='BookTurn',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.BigIntegerField(help_text='Of the position before it: see records/book.py.')),
                    ('text', models.CharField(max_length=120)),
                    ('by_computer', models.BooleanField()),
                    ('first', models.PositiveBigIntegerField(help_text='The user who played the first side.')),
                    ('second', models.PositiveBigIntegerField()),
                    ('result', models.PositiveSmallIntegerField(help_text='The side that won; 2 for a draw.')),
                    ('ended_on', models.DateField()),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ],
                options={
                    'indexes': [models.Index(fields=['key', 'by_computer', '-game'], name='book_of_position'), models.Index(fields=['first', 'key'], name='book_of_first'), models.Index(fields=['second', 'key'], name='book_of_second')],
                },
            ),
            migrations.CreateModel(
                name='Follow',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('made_at', models.DateTimeField()),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                    ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('user', 'game'), name='one_follow_of_a_game'), models.UniqueConstraint(fields=('user', 'person'), name='one_follow_of_a_person'), models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', True), ('person__isnull', False)), models.Q(('game__isnull', False), ('person__isnull', True)), _connector='OR'), name='follow_of_one_thing')],
                },
            ),
        ),
    ]
