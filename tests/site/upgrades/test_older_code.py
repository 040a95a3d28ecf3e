"""Older code refuses to migrate a newer database, and names the version to run instead."""

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder

from mastery_site import VERSION
from mastery_site.database import versions

APPLIED = MigrationRecorder.Migration.objects


def migrate() -> None:
    call_command("migrate", verbosity=0)


def test_a_migrated_database_knows_by_which_version(db):
    migrate()
    migrate()
    assert APPLIED.filter(app=versions.APP).count() == 1
    assert versions.find_newest("default") == VERSION


def test_older_code_refuses_with_the_newest_version_that_was_here(db):
    APPLIED.create(app="games", name="9999_from_tomorrow")
    for version in ("9.8.7", "9.10.0", "1.0.0"):
        APPLIED.create(app=versions.APP, name=version)
    with pytest.raises(
        CommandError, match=rf"is of version 9\.10\.0 of the site, and this is {VERSION} \(it has games\.9999"
    ):
        migrate()


def test_a_longer_squashed_migration_is_of_a_newer_version(db):
    APPLIED.create(app="games", name="0001_squashed_9999_from_tomorrow")
    with pytest.raises(CommandError, match="from_tomorrow"):
        migrate()


def test_a_newer_database_of_no_known_version_is_refused_too(db):
    APPLIED.create(app="games", name="9999_from_tomorrow")
    APPLIED.filter(app=versions.APP).delete()
    with pytest.raises(CommandError, match="is of a newer version of the site"):
        migrate()


@pytest.mark.parametrize(
    "row", [(versions.APP, "9.8.7"), ("gone", "0001_initial"), ("games", "0001_squashed_0002_played_ruleset")]
)
def test_a_version_without_migrations_of_its_own_apps_that_are_gone_and_shorter_squashes_are_no_reason(db, row):
    APPLIED.create(app=row[0], name=row[1])
    migrate()
