"""Makes the tables of computers at once, as 16 steps since 1.0.0 have made them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.migrating import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('computers', '0001_initial'),
        ('computers', '0002_review'),
        ('computers', '0003_by_staff'),
        ('computers', '0004_fill_by_staff'),
        ('computers', '0005_names_of_queues'),
        ('computers', '0006_reviews_in_turn'),
        ('computers', '0007_index_of_reviews_in_turn'),
        ('computers', '0008_drop_review_unfinished'),
        ('computers', '0009_relayed'),
        ('computers', '0010_level_names'),
        ('computers', '0011_fill_level_names'),
        ('computers', '0012_comparison'),
        ('computers', '0013_second_look'),
        ('computers', '0014_index_of_both_looks'),
        ('computers', '0015_drop_review_in_order'),
        ('computers', '0016_strengths'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_squashed_0028_named_in_files'),
        ('games', '0001_squashed_0042_hidden_games'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='Computer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ruleset_slug', models.SlugField(max_length=40, verbose_name='ruleset')),
                    ('level_name', models.SlugField(db_default='', db_index=False, default='', max_length=40, verbose_name='level')),
                    ('level', models.PositiveSmallIntegerField(help_text='Its number where an older version made the row, which looks for it by that; it goes.', null=True)),
                    ('on', models.BooleanField(default=True, help_text='Switched off, it starts no game and plays no turn.')),
                    ('user', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='computer', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'permissions': [('run_computer', 'Can switch computers on and off, and stop what they think')],
                    'constraints': [models.UniqueConstraint(fields=('ruleset_slug', 'level'), name='one_computer_a_level'), models.UniqueConstraint(condition=models.Q(('level_name', ''), _negated=True), fields=('ruleset_slug', 'level_name'), name='one_computer_a_level_name')],
                },
            ),
            migrations.CreateModel(
                name='LevelStrength',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('year', models.PositiveSmallIntegerField(help_text='Of the games, in UTC; 0 for the last twelve months.')),
                    ('rating', models.FloatField()),
                    ('margin', models.FloatField(help_text='So much more or less holds the true rating with 95 %.')),
                    ('games', models.PositiveIntegerField(help_text='From which it was worked out.')),
                    ('computer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='strengths', to='computers.computer')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('computer', 'year'), name='one_strength_a_level_and_year')],
                },
            ),
            migrations.CreateModel(
                name='Relay',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('found_at', models.DateTimeField(help_text='When the computer first waited for it.')),
                    ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='relays', to='games.game')),
                    ('running', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ],
                options={
                    'indexes': [models.Index(fields=['found_at'], name='relay_found')],
                    'constraints': [models.UniqueConstraint(fields=('game', 'running'), name='one_relay_a_pair')],
                },
            ),
            migrations.CreateModel(
                name='Review',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('asked_at', models.DateTimeField()),
                    ('claim', models.CharField(blank=True, default='', help_text='Of the worker that thinks about it.', max_length=16)),
                    ('seen_at', models.DateTimeField(blank=True, help_text='When that worker last gave a sign.', null=True, verbose_name='last sign')),
                    ('stopped_at', models.DateTimeField(blank=True, help_text='When staff stopped it, or it failed.', null=True)),
                    ('by_staff', models.BooleanField(db_default=False, default=False, help_text='Whether staff stopped it: then it waits until they have it go on, whatever happens in the game.')),
                    ('why', models.CharField(blank=True, default='', help_text='Why it stopped.', max_length=200)),
                    ('place_at', models.DateTimeField(help_text='What its place in the queue goes by. The accounts take turns: of what one asks for at once, each comes later than the one before.', null=True)),
                    ('positions', models.PositiveIntegerField(help_text='How many it looks at, from the first one on.')),
                    ('done', models.PositiveIntegerField(default=0, help_text='How many of them it has looked at.')),
                    ('again', models.PositiveIntegerField(help_text='How many of them it looks at again for longer. Empty until it has looked at all of them once; stays empty for an analysis that an older version finished, which looked once.', null=True)),
                    ('again_done', models.PositiveIntegerField(db_default=0, default=0, help_text='How many it has looked at again.')),
                    ('asked_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='review', to='games.game')),
                ],
                options={
                    'verbose_name': 'analysis, waiting or done',
                    'verbose_name_plural': 'analyses, waiting or done',
                    'indexes': [models.Index(condition=models.Q(('done__lt', models.F('positions')), ('again_done__lt', models.F('again')), _connector='OR'), fields=['place_at'], name='review_to_do'), models.Index(fields=['asked_by', 'place_at'], name='review_asked_by')],
                },
            ),
            migrations.CreateModel(
                name='Evaluation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ply', models.PositiveIntegerField(help_text='Turns played before the position.')),
                    ('score', models.IntegerField(help_text='For the first side, in hundredths of the smallest piece.')),
                    ('line', models.TextField(blank=True, help_text='The best turns, with semicolons between them.')),
                    ('look', models.PositiveSmallIntegerField(choices=[(0, 'short'), (1, 'short, a long one is to come'), (2, 'long')], db_default=0, default=0)),
                    ('review', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evaluations', to='computers.review')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('review', 'ply'), name='one_evaluation_a_ply')],
                },
            ),
            migrations.CreateModel(
                name='Thought',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('asked_at', models.DateTimeField()),
                    ('claim', models.CharField(blank=True, default='', help_text='Of the worker that thinks about it.', max_length=16)),
                    ('seen_at', models.DateTimeField(blank=True, help_text='When that worker last gave a sign.', null=True, verbose_name='last sign')),
                    ('stopped_at', models.DateTimeField(blank=True, help_text='When staff stopped it, or it failed.', null=True)),
                    ('by_staff', models.BooleanField(db_default=False, default=False, help_text='Whether staff stopped it: then it waits until they have it go on, whatever happens in the game.')),
                    ('why', models.CharField(blank=True, default='', help_text='Why it stopped.', max_length=200)),
                    ('revision', models.PositiveIntegerField(help_text='Of the game when it last asked.')),
                    ('relayed', models.BooleanField(db_default=False, default=False, help_text='Whether it waits for a game between people to move on that stands in the same positions.')),
                    ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='thought', to='games.game')),
                ],
                options={
                    'verbose_name': 'turn waiting for a computer',
                    'verbose_name_plural': 'turns waiting for computers',
                    'indexes': [models.Index(fields=['asked_at'], name='thought_asked')],
                },
            ),
            migrations.CreateModel(
                name='Comparison',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('asked_at', models.DateTimeField()),
                    ('claim', models.CharField(blank=True, default='', help_text='Of the worker that thinks about it.', max_length=16)),
                    ('seen_at', models.DateTimeField(blank=True, help_text='When that worker last gave a sign.', null=True, verbose_name='last sign')),
                    ('stopped_at', models.DateTimeField(blank=True, help_text='When staff stopped it, or it failed.', null=True)),
                    ('by_staff', models.BooleanField(db_default=False, default=False, help_text='Whether staff stopped it: then it waits until they have it go on, whatever happens in the game.')),
                    ('why', models.CharField(blank=True, default='', help_text='Why it stopped.', max_length=200)),
                    ('games', models.PositiveIntegerField(default=0, help_text='Finished games of the person when it began.')),
                    ('sample', models.JSONField(blank=True, default=list, help_text='The ids of the turns to look at, until it is done.')),
                    ('done', models.PositiveIntegerField(default=0, help_text='How many of them it has looked at.')),
                    ('turns', models.PositiveIntegerField(default=0, help_text='How many of these count: there was a choice.')),
                    ('same', models.PositiveIntegerField(default=0, help_text='How many of those the computer would have played.')),
                    ('done_at', models.DateTimeField(blank=True, null=True)),
                    ('asked_by', models.ForeignKey(blank=True, db_index=False, help_text='Who of staff asked; empty where the site itself did, for the figure of all players.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='comparisons', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'comparison with the computer',
                    'verbose_name_plural': 'comparisons with the computer',
                    'indexes': [models.Index(fields=['person', '-id'], name='comparison_of_person'), models.Index(condition=models.Q(('done_at', None)), fields=['asked_at'], name='comparison_in_order'), models.Index(fields=['asked_by', '-asked_at'], name='comparison_asked_by'), models.Index(fields=['-done_at'], name='comparison_done')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('done_at', None)), fields=('person',), name='one_unfinished_comparison_a_person')],
                },
            ),
        ),
    ]
