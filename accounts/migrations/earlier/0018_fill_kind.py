"""Tells the kind of every account, and has a trigger tell it of each that is made while older code still serves.

Older code knows the columns `is_guest` and `is_computer` alone, and newer code `kind` alone. The trigger reads what a
row was made with and sets the other, so that each finds the other's guests and computers. It goes with the two columns.
"""

from django.db import migrations

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


def fill(apps, schema_editor):
    """At most some thousand rows, which the indexes of older code find; a second run does the same again."""
    User = apps.get_model("accounts", "User")
    User.objects.filter(is_guest=True).update(kind="guest")
    User.objects.filter(is_computer=True).update(kind="computer")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0017_kind")]

    operations = [
        migrations.RunPython(make_trigger, drop_trigger),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
