"""Makes the tables of moderation at once, as 19 steps since 1.0.0 have made them.

Triggers refuse to change or delete rows of the log; only moderation/retention.py gets past them. SQLite drops them with a table that a
migration alters: such a migration makes those of `SQLITE` again.
"""

import django.db.models.deletion
import moderation.reasons
import moderation.things.registry
from django.conf import settings
from django.db import migrations, models

from core.migrating import CreateTogether
from moderation.ready_messages import READY

TABLE, SENTENCE = "moderation_loggedaction", "The log of moderation is only added to"
OPEN = "EXISTS (SELECT 1 FROM moderation_retention)"
MAKE_TABLE = "CREATE TABLE moderation_retention (opened integer NOT NULL)"
POSTGRES = [
    f"""
    CREATE FUNCTION moderation_log_keep() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF {OPEN} THEN
            IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
            RETURN NEW;
        END IF;
        RAISE EXCEPTION '{SENTENCE}' USING ERRCODE = 'integrity_constraint_violation';
    END $$
    """,
    f"CREATE TRIGGER moderation_log_rows BEFORE UPDATE OR DELETE ON {TABLE} "
    "FOR EACH ROW EXECUTE FUNCTION moderation_log_keep()",
    f"CREATE TRIGGER moderation_log_table BEFORE TRUNCATE ON {TABLE} "
    "FOR EACH STATEMENT EXECUTE FUNCTION moderation_log_keep()",
]
REPLACED = f"""
    CREATE TRIGGER moderation_log_insert BEFORE INSERT ON {TABLE}
    WHEN NOT {OPEN} AND EXISTS (
        SELECT 1 FROM {TABLE} WHERE id = NEW.id OR reverses_id = NEW.reverses_id
    )
    BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END
"""
"""`INSERT OR REPLACE` deletes the rows it replaces without firing the trigger of DELETE."""
SQLITE = [
    *(
        f"CREATE TRIGGER moderation_log_{event.lower()} BEFORE {event} ON {TABLE} WHEN NOT {OPEN} "
        f"BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
        for event in ("UPDATE", "DELETE")
    ),
    REPLACED,
]


def make(apps, schema_editor):
    for statement in [MAKE_TABLE, *(POSTGRES if schema_editor.connection.vendor == "postgresql" else SQLITE)]:
        schema_editor.execute(statement)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        statements = [f"DROP TRIGGER moderation_log_{name} ON {TABLE}" for name in ("rows", "table")]
        statements.append("DROP FUNCTION moderation_log_keep()")
    else:
        statements = [f"DROP TRIGGER moderation_log_{name}" for name in ("insert", "update", "delete")]
    for statement in [*statements, "DROP TABLE moderation_retention"]:
        schema_editor.execute(statement)



def add(apps, schema_editor):
    template = apps.get_model("moderation", "MessageTemplate")
    rows = template.objects.using(schema_editor.connection.alias)
    there = set(rows.exclude(key="").values_list("key", flat=True))
    rows.bulk_create(
        [
            template(key=each.key, action=each.action, reason=each.reason, title=each.title, text=each.text)
            for each in READY
            if each.key not in there
        ]
    )


def remove(apps, schema_editor):
    """Removes the messages that staff have not changed: without the key, the site's messages could not be told from the
    staff's own."""
    template = apps.get_model("moderation", "MessageTemplate")
    rows = template.objects.using(schema_editor.connection.alias)
    for each in READY:
        rows.filter(key=each.key, title=each.title, text=each.text).delete()


class Migration(migrations.Migration):

    replaces = [
        ('moderation', '0001_initial'),
        ('moderation', '0002_report_things'),
        ('moderation', '0003_moderation'),
        ('moderation', '0004_log_triggers'),
        ('moderation', '0005_log_of_switches'),
        ('moderation', '0006_log_of_templates'),
        ('moderation', '0007_held'),
        ('moderation', '0008_appeals_and_referrals'),
        ('moderation', '0009_second_account'),
        ('moderation', '0010_index_of_second_account'),
        ('moderation', '0011_dismissals'),
        ('moderation', '0012_ready_messages'),
        ('moderation', '0013_reports_of_several_matters'),
        ('moderation', '0014_fill_former_names'),
        ('moderation', '0015_matters_and_holds'),
        ('moderation', '0016_log_as_code'),
        ('moderation', '0017_messages_of_ratings'),
        ('moderation', '0018_messages_of_removals'),
        ('moderation', '0019_neutral_messages'),
    ]

    initial = True

    dependencies = [
        ('accounts', '0001_squashed_0028_named_in_files'),
        ('games', '0001_squashed_0042_hidden_games'),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name='Dismissal',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('signal', models.CharField(help_text='The name of its file in moderation/signals/kinds/.', max_length=40)),
                    ('key', models.CharField(help_text='Of the signal, its people and its games.', max_length=64, unique=True)),
                    ('people', models.JSONField(default=list, help_text='The ids of the people it is about.')),
                    ('games', models.JSONField(blank=True, default=list, help_text='The ids of its games.')),
                    ('figure', models.FloatField(help_text='The number behind it when it was dismissed.')),
                    ('reason', models.TextField(help_text='For other staff alone.', max_length=1000)),
                    ('dismissed_at', models.DateTimeField()),
                    ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
            ),
            migrations.CreateModel(
                name='MessageTemplate',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('action', models.CharField(blank=True, help_text='The action it is offered with; empty for all.', max_length=30)),
                    ('reason', models.CharField(blank=True, db_default='', default='', help_text='The reason of the reports that it fits best; empty for all.', max_length=10)),
                    ('title', models.CharField(max_length=60)),
                    ('text', models.TextField(max_length=1000)),
                    ('key', models.CharField(blank=True, db_default='', default='', help_text='Its name in moderation/ready_messages.py if it came with the site; empty for the site’s own.', max_length=40)),
                ],
                options={
                    'ordering': ['action', 'title', 'pk'],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('key',), name='one_message_of_a_key')],
                },
            ),
            migrations.CreateModel(
                name='Report',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('held_until', models.DateTimeField(blank=True, db_column='claimed_until', help_text='So long nobody else is given it.', null=True)),
                    ('thing', models.CharField(choices=moderation.things.registry.list_choices, db_default='profile', default='profile', max_length=20)),
                    ('thing_id', models.PositiveBigIntegerField(blank=True, help_text='Its number among things of its kind.', null=True)),
                    ('kept', models.JSONField(blank=True, db_default={}, default=dict, help_text='The thing as it was when reported.')),
                    ('matter', models.CharField(choices=moderation.reasons.list_choices, max_length=10)),
                    ('text', models.TextField(max_length=2000)),
                    ('additions', models.JSONField(blank=True, db_default=[], default=list, help_text='What the reporter added later: texts with their times.')),
                    ('made_at', models.DateTimeField()),
                    ('gravity', models.PositiveSmallIntegerField(db_default=3, default=3, help_text='By its matter and by its reporter’s record: 1 is the gravest.')),
                    ('outcome', models.CharField(blank=True, choices=[('acted', 'We have acted on it'), ('no_breach', 'We found nothing against the rules'), ('unclear', 'We couldn’t find out'), ('withdrawn', 'Withdrawn')], max_length=10)),
                    ('answer', models.TextField(blank=True, help_text='What the reporter reads.', max_length=1000)),
                    ('reason', models.TextField(blank=True, help_text='For other staff alone.', max_length=1000)),
                    ('answered_at', models.DateTimeField(blank=True, null=True)),
                    ('about', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports_about', to=settings.AUTH_USER_MODEL)),
                    ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports_answered', to=settings.AUTH_USER_MODEL)),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.game')),
                    ('held_by', models.ForeignKey(blank=True, db_column='claimed_by_id', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
                    ('second', models.ForeignKey(blank=True, db_index=False, help_text='The other account, where the reporter says that one person has two.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'permissions': [('answer_report', 'Can answer a report')],
                    'indexes': [models.Index(fields=['reporter', 'made_at'], name='report_of_day'), models.Index(condition=models.Q(('answered_at', None)), fields=['gravity', 'made_at'], name='report_in_queue'), models.Index(fields=['about', '-id'], name='report_about_person'), models.Index(condition=models.Q(('answered_at', None)), fields=['about', 'made_at'], name='report_begins_matter'), models.Index(condition=models.Q(('held_until__isnull', False)), fields=['about'], name='report_held'), models.Index(condition=models.Q(('second__isnull', False)), fields=['second'], name='report_of_second')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('answered_at', None)), fields=('reporter', 'thing', 'thing_id', 'matter'), name='one_open_report_of_a_matter'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('outcome', '')), models.Q(models.Q(('outcome', ''), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='report_answered_with_outcome')],
                },
            ),
            migrations.CreateModel(
                name='LoggedAction',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('action', models.CharField(help_text='The name of its file in moderation/actions/.', max_length=30)),
                    ('what', models.TextField(help_text='What was done, in English as it was told then, in UTC.')),
                    ('said', models.JSONField(blank=True, help_text='The same as code and arguments (core/said.py); empty in older rows.', null=True)),
                    ('before', models.JSONField(blank=True, default=dict)),
                    ('after', models.JSONField(blank=True, default=dict)),
                    ('reason', models.TextField(blank=True, help_text='For other staff alone.')),
                    ('told', models.TextField(blank=True, help_text='What the person concerned reads.')),
                    ('rule', models.CharField(blank=True, max_length=20)),
                    ('done_at', models.DateTimeField()),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
                    ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('restriction', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='logged_actions', to='accounts.restriction')),
                    ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='reversed_by', to='moderation.loggedaction')),
                    ('report', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='actions', to='moderation.report')),
                ],
                options={
                    'indexes': [models.Index(fields=['person', '-id'], name='logged_of_person'), models.Index(fields=['game', '-id'], name='logged_of_game'), models.Index(fields=['by', '-id'], name='logged_of_staff'), models.Index(fields=['action', '-id'], name='logged_of_action'), models.Index(fields=['done_at'], name='logged_to_prune')],
                    'constraints': [models.CheckConstraint(condition=models.Q(('person__isnull', False), ('game__isnull', False), ('report__isnull', False), ('action__in', ['switch_site', 'change_template']), _connector='OR'), name='logged_action_on_something')],
                },
            ),
            migrations.CreateModel(
                name='Appeal',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('held_until', models.DateTimeField(blank=True, db_column='claimed_until', help_text='So long nobody else is given it.', null=True)),
                    ('text', models.TextField(max_length=2000)),
                    ('made_at', models.DateTimeField()),
                    ('outcome', models.CharField(blank=True, choices=[('reversed', 'Your appeal was upheld: the decision is reversed'), ('upheld', 'The decision stands')], max_length=10)),
                    ('answer', models.TextField(blank=True, help_text='What the person reads.', max_length=1000)),
                    ('answered_at', models.DateTimeField(blank=True, null=True)),
                    ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('by', models.ForeignKey(blank=True, help_text='The player who appeals against what was done to a game.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('held_by', models.ForeignKey(blank=True, db_column='claimed_by_id', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('restriction', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appeal', to='accounts.restriction')),
                    ('decision', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='appeals', to='moderation.loggedaction')),
                ],
                options={
                    'indexes': [models.Index(condition=models.Q(('answered_at', None)), fields=['made_at'], name='appeal_in_queue')],
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('outcome', '')), models.Q(models.Q(('outcome', ''), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='appeal_answered_with_outcome'), models.CheckConstraint(condition=models.Q(models.Q(('by', None), ('decision', None), ('restriction__isnull', False)), models.Q(('by__isnull', False), ('decision__isnull', False), ('restriction', None)), _connector='OR'), name='appeal_against_one_decision'), models.UniqueConstraint(fields=('decision', 'by'), name='one_appeal_of_a_player')],
                },
            ),
            migrations.CreateModel(
                name='Referral',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('held_until', models.DateTimeField(blank=True, db_column='claimed_until', help_text='So long nobody else is given it.', null=True)),
                    ('kind', models.CharField(choices=[('decide', 'to decide'), ('confirm', 'to confirm')], max_length=10)),
                    ('note', models.TextField(blank=True, help_text='For the colleague alone.', max_length=2000)),
                    ('made_at', models.DateTimeField()),
                    ('answered_at', models.DateTimeField(blank=True, null=True)),
                    ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                    ('held_by', models.ForeignKey(blank=True, db_column='claimed_by_id', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('logged', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='to_confirm', to='moderation.loggedaction')),
                    ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'indexes': [models.Index(condition=models.Q(('answered_at', None)), fields=['made_at'], name='referral_in_queue')],
                    'constraints': [models.CheckConstraint(condition=models.Q(('person__isnull', False), ('game__isnull', False), _connector='OR'), name='referral_about_something'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'confirm'), ('logged__isnull', False)), models.Q(('kind', 'decide'), ('logged', None)), _connector='OR'), name='referral_confirms_what_was_done'), models.UniqueConstraint(condition=models.Q(('answered_at', None), ('kind', 'decide')), fields=('by', 'person'), name='one_open_referral_of_person'), models.UniqueConstraint(condition=models.Q(('answered_at', None), ('kind', 'decide')), fields=('by', 'game'), name='one_open_referral_of_game')],
                },
            ),
        ),
        migrations.RunPython(make, drop),
        migrations.RunPython(add, remove),
    ]
