"""Makes the tables of analysis at once, as 8 steps since 1.0.0 have made them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.migrating import CreateTogether


class Migration(migrations.Migration):

    replaces = [
        ('analysis', '0001_initial'),
        ('analysis', '0002_sealed_remark'),
        ('analysis', '0003_removed_by_staff'),
        ('analysis', '0004_node_canonical_key'),
        ('analysis', '0005_fill_canonical_key'),
        ('analysis', '0006_edit_told'),
        ('analysis', '0007_rules_by_number'),
        ('analysis', '0008_remarks_of_spectators'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_squashed_0028_named_in_files'),
        ('games', '0001_squashed_0042_hidden_games'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='Tree',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ruleset_slug', models.SlugField(db_index=False, max_length=40, verbose_name='ruleset')),
                    ('ruleset_revision', models.PositiveSmallIntegerField(db_default=1, default=1)),
                    ('title', models.CharField(blank=True, max_length=80)),
                    ('size', models.PositiveIntegerField(default=1, help_text="Nodes: a copy, so that a person's can be counted.")),
                    ('next_number', models.PositiveIntegerField(default=1, help_text='Of the next node: none is given twice.')),
                    ('token', models.CharField(blank=True, help_text='Of the address at which it is shared, if it is.', max_length=43, null=True, unique=True)),
                    ('removed_at', models.DateTimeField(blank=True, help_text="When staff took it from the eyes of others: it is its owner's alone since.", null=True)),
                    ('created_at', models.DateTimeField()),
                    ('changed_at', models.DateTimeField()),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'analysis',
                    'verbose_name_plural': 'analyses',
                    'indexes': [models.Index(fields=['user', '-changed_at'], name='tree_lately_changed')],
                    'constraints': [models.UniqueConstraint(fields=('user', 'game'), name='one_tree_a_game')],
                },
            ),
            migrations.CreateModel(
                name='Node',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveIntegerField(help_text='Within its tree.')),
                    ('parent', models.PositiveIntegerField(help_text='The number of the node before; none for the root.', null=True)),
                    ('ply', models.PositiveIntegerField(help_text='Turns from the root.')),
                    ('text', models.TextField(blank=True, help_text='The turn, as the ruleset writes it.')),
                    ('position_text', models.TextField(help_text='The position after it.')),
                    ('canonical_key', models.CharField(blank=True, db_default='', default='', help_text='Equal where a position is the same but for a symmetry of the game: `canonical_key` makes it.', max_length=32)),
                    ('rank', models.IntegerField(default=0, help_text='The lowest of those after one node is its main line.')),
                    ('comment', models.CharField(blank=True, max_length=2000)),
                    ('mark', models.CharField(blank=True, choices=[('good', 'Good'), ('bad', 'Bad'), ('interesting', 'Interesting'), ('unclear', 'Unclear')], max_length=12)),
                    ('shapes', models.CharField(blank=True, help_text='Arrows and circles: see shapes.py.', max_length=400)),
                    ('by_computer', models.BooleanField(default=False, help_text='Whether a computer came upon it, after the game.')),
                    ('tree', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='nodes', to='analysis.tree')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('tree', 'number'), name='one_node_a_number')],
                },
            ),
            migrations.CreateModel(
                name='Edit',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('what', models.CharField(db_default='', default='', help_text='Completes “Undo …” of a change that has no code yet.', max_length=80)),
                    ('told', models.JSONField(help_text='What the button says that undoes it: code and arguments.', null=True)),
                    ('at', models.PositiveIntegerField(help_text='The node that was shown.')),
                    ('added', models.JSONField(default=list, help_text='Numbers of the nodes it made.')),
                    ('rows', models.JSONField(default=list, help_text='The nodes that it changed or deleted, as they were.')),
                    ('size', models.PositiveIntegerField(help_text='Characters of those.')),
                    ('made_at', models.DateTimeField()),
                    ('tree', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='edits', to='analysis.tree')),
                ],
                options={
                    'verbose_name': 'change of an analysis',
                    'verbose_name_plural': 'changes of analyses',
                    'indexes': [models.Index(fields=['made_at'], name='edit_made')],
                },
            ),
            migrations.CreateModel(
                name='GameNote',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('text', models.TextField(max_length=5000)),
                    ('changed_at', models.DateTimeField()),
                    ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                    ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'private note about a game',
                    'verbose_name_plural': 'private notes about games',
                    'constraints': [models.UniqueConstraint(fields=('user', 'game'), name='one_note_a_game')],
                },
            ),
            migrations.CreateModel(
                name='PlayerNote',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('text', models.TextField(max_length=5000)),
                    ('changed_at', models.DateTimeField()),
                    ('about', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'private note about a player',
                    'verbose_name_plural': 'private notes about players',
                    'constraints': [models.UniqueConstraint(fields=('user', 'about'), name='one_note_a_player')],
                },
            ),
            migrations.CreateModel(
                name='SealedRemark',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('text', models.CharField(max_length=1000)),
                    ('written_at', models.DateTimeField()),
                    ('removed_at', models.DateTimeField(blank=True, help_text='When staff took it from the eyes of others.', null=True)),
                    ('turn', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.turn')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name': 'sealed remark',
                    'verbose_name_plural': 'sealed remarks',
                    'constraints': [models.UniqueConstraint(fields=('turn', 'user'), name='one_remark_on_a_turn')],
                },
            ),
        ),
    ]
