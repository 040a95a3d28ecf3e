"""Adds triggers that refuse to change or delete rows of the log. Only moderation/retention.py gets past them."""

from django.db import migrations

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
SQLITE = [
    f"CREATE TRIGGER moderation_log_{event.lower()} BEFORE {event} ON {TABLE} WHEN NOT {OPEN} "
    f"BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
    for event in ("UPDATE", "DELETE")
]


def make(apps, schema_editor):
    for statement in [MAKE_TABLE, *(POSTGRES if schema_editor.connection.vendor == "postgresql" else SQLITE)]:
        schema_editor.execute(statement)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        statements = [f"DROP TRIGGER moderation_log_{name} ON {TABLE}" for name in ("rows", "table")]
        statements.append("DROP FUNCTION moderation_log_keep()")
    else:
        statements = [f"DROP TRIGGER moderation_log_{name}" for name in ("update", "delete")]
    for statement in [*statements, "DROP TABLE moderation_retention"]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [("moderation", "0003_moderation")]

    operations = [migrations.RunPython(make, drop)]
