import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0031_earlier_ends")]

    operations = [
        migrations.SeparateDatabaseAndState(  # leaves the name to `Game.challenge`
            state_operations=[
                migrations.AlterField(
                    model_name="challenge",
                    name="game",
                    field=models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                )
            ]
        ),
        migrations.AddField(
            model_name='challenge',
            name='established_only',
            field=models.BooleanField(db_default=False, default=False, help_text='For players with an established rating.'),
        ),
        migrations.AddField(
            model_name='challenge',
            name='on_time_least',
            field=models.PositiveSmallIntegerField(blank=True, help_text='For players who finish at least so many percent of their games on time.', null=True),
        ),
        migrations.AddField(
            model_name='challenge',
            name='other_controls',
            field=models.JSONField(blank=True, db_default=[], default=list, help_text='Further time controls, one of which the player who accepts may choose instead.'),
        ),
        migrations.AddField(
            model_name='challenge',
            name='pair',
            field=models.BooleanField(db_default=False, default=False, help_text='Whether it starts two games at once, one with each side.'),
        ),
        migrations.AddField(
            model_name='challenge',
            name='rating_from',
            field=models.PositiveSmallIntegerField(blank=True, help_text='For players rated no lower.', null=True),
        ),
        migrations.AddField(
            model_name='challenge',
            name='rating_to',
            field=models.PositiveSmallIntegerField(blank=True, help_text='For players rated no higher.', null=True),
        ),
        migrations.AddField(
            model_name='challenge',
            name='rating_within',
            field=models.PositiveSmallIntegerField(blank=True, help_text='For players whose rating is no further from the challenger’s.', null=True),
        ),
        migrations.AddField(
            model_name='challenge',
            name='stands',
            field=models.BooleanField(db_default=False, default=False, help_text='Stays open when it is accepted: a standing challenge.'),
        ),
        migrations.AddField(
            model_name='challenge',
            name='withheld',
            field=models.BooleanField(db_default=False, default=False, help_text='A standing challenge that is paused or has no room: not listed meanwhile.'),
        ),
        migrations.AddField(
            model_name='game',
            name='arranged',
            field=models.CharField(blank=True, choices=[('standing', 'standing challenges'), ('ladder', 'the ladder')], db_default='', default='', help_text='What it comes from, unless its players agreed on this one game.', max_length=10),
        ),
        migrations.AddField(
            model_name='game',
            name='challenge',
            field=models.ForeignKey(blank=True, db_index=False, help_text='The one that was accepted. A pair leads to two games, a standing challenge to any number.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='games.challenge'),
        ),
        migrations.AddField(
            model_name='game',
            name='paired_with',
            field=models.ForeignKey(blank=True, db_index=False, help_text='The other game of a pair that started at once; each names the other.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game'),
        ),
    ]
