"""Older code that serves beside newer calls the channels `mail` and `bell`. This file goes with the triggers."""

from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from notifications.models import ChannelState, Notice, Switch

RENAME = "0010_channels_by_their_folders"
migration = import_module(f"notifications.migrations.{RENAME}")
pytestmark = pytest.mark.django_db


@pytest.fixture
def without_triggers():
    """As the tables were before the migration."""
    with connection.schema_editor() as editor:
        migration.drop_triggers(None, editor)
    yield
    with connection.schema_editor() as editor:
        migration.make_triggers(None, editor)


@pytest.fixture
def past():
    return MigrationLoader(None, replace_migrations=False).project_state(("notifications", RENAME)).apps


def make_notice(user, by: str, key: str = "key", **payload) -> Notice:
    at = timezone.now()
    made = {"kind": "test", "dedupe_key": key, "payload": payload, "created_at": at, "due_at": at}
    return Notice.objects.create(recipient=user, channel=by, **made)


@pytest.mark.parametrize(("older", "newer"), [("mail", "email"), ("bell", "inbox"), ("push", "push")])
def test_rows_written_by_older_code_are_found_under_the_newer_name(alice, older, newer):
    make_notice(alice, older)
    Switch.objects.create(user=alice, kind="your_turn", channel=older, on=False)
    ChannelState.objects.create(user=alice, channel=older)
    for model in (Notice, Switch, ChannelState):
        assert model.objects.values_list("channel", flat=True).get() == newer


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("without_triggers")
def test_the_migration_renames_rows_and_payloads_and_can_be_run_again(alice, past):
    make_notice(alice, "mail", alone=["mail", "push"])
    make_notice(alice, "bell", instead_of="mail")
    make_notice(alice, "push", channel="bell")
    Switch.objects.create(user=alice, kind="your_turn", channel="mail", on=False)
    ChannelState.objects.create(user=alice, channel="mail")
    for _ in range(2):
        migration.rename(past, None)
        assert list(Notice.objects.order_by("pk").values_list("channel", "payload")) == [
            ("email", {"alone": ["email", "push"]}),
            ("inbox", {"instead_of": "email"}),
            ("push", {"channel": "inbox"}),
        ]
        assert (Switch.objects.get().channel, ChannelState.objects.get().channel) == ("email", "email")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("without_triggers")
def test_a_notice_that_older_code_wrote_a_second_time_is_not_told_twice(alice, past):
    first, again, other = make_notice(alice, "mail"), make_notice(alice, "email"), make_notice(alice, "email", "other")
    migration.rename(past, None)
    assert set(Notice.objects.values_list("pk", "channel")) == {(first.pk, "email"), (other.pk, "email")}
    assert again.pk not in Notice.objects.values_list("pk", flat=True)
