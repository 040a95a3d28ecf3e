"""Adds appeals against what staff did to games, and what staff leave to one another."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0021_safeguards'),
        ('games', '0026_step_of_offer'),
        ('moderation', '0007_held'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Referral',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('held_until', models.DateTimeField(blank=True, db_column='claimed_until', help_text='So long nobody else is given it.', null=True)),
                ('kind', models.CharField(choices=[('decide', 'to decide'), ('confirm', 'to confirm')], max_length=10)),
                ('note', models.TextField(blank=True, help_text='For the colleague alone.', max_length=2000)),
                ('made_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name='appeal',
            name='by',
            field=models.ForeignKey(blank=True, help_text='The player who appeals against what was done to a game.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='appeal',
            name='decision',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appeals', to='moderation.loggedaction'),
        ),
        migrations.AlterField(
            model_name='appeal',
            name='outcome',
            field=models.CharField(blank=True, choices=[('reversed', 'Your appeal was upheld: the decision is reversed'), ('upheld', 'The decision stands')], max_length=10),
        ),
        migrations.AlterField(
            model_name='appeal',
            name='restriction',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appeal', to='accounts.restriction'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('by', None), ('decision', None), ('restriction__isnull', False)), models.Q(('by__isnull', False), ('decision__isnull', False), ('restriction', None)), _connector='OR'), name='appeal_against_one_decision'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.UniqueConstraint(fields=('decision', 'by'), name='one_appeal_of_a_player'),
        ),
        migrations.AddField(
            model_name='referral',
            name='answered_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='referral',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='referral',
            name='game',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game'),
        ),
        migrations.AddField(
            model_name='referral',
            name='held_by',
            field=models.ForeignKey(blank=True, db_column='claimed_by_id', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='referral',
            name='logged',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='to_confirm', to='moderation.loggedaction'),
        ),
        migrations.AddField(
            model_name='referral',
            name='person',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='referral',
            index=models.Index(condition=models.Q(('answered_at', None)), fields=['made_at'], name='referral_in_queue'),
        ),
        migrations.AddConstraint(
            model_name='referral',
            constraint=models.CheckConstraint(condition=models.Q(('person__isnull', False), ('game__isnull', False), _connector='OR'), name='referral_about_something'),
        ),
        migrations.AddConstraint(
            model_name='referral',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'confirm'), ('logged__isnull', False)), models.Q(('kind', 'decide'), ('logged', None)), _connector='OR'), name='referral_confirms_what_was_done'),
        ),
        migrations.AddConstraint(
            model_name='referral',
            constraint=models.UniqueConstraint(condition=models.Q(('answered_at', None), ('kind', 'decide')), fields=('by', 'person'), name='one_open_referral_of_person'),
        ),
        migrations.AddConstraint(
            model_name='referral',
            constraint=models.UniqueConstraint(condition=models.Q(('answered_at', None), ('kind', 'decide')), fields=('by', 'game'), name='one_open_referral_of_game'),
        ),
    ]
