"""The log of moderation is only added to: the database itself refuses the rest, but for one named way."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.models import Restriction
from core.said import AS_TOLD
from engine.contract import Side
from games import play
from mastery_site.database.pruning import prune
from moderation import log, reports, retention
from moderation.models import LoggedAction
from tests.factories import GameFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def logged(alice, admin) -> LoggedAction:
    return log.write("note", by=admin, person=alice, what=AS_TOLD(text="Noted."), reason="Keep an eye on it.")


def replace(logged: LoggedAction, *, keeping: str = "id, reverses_id") -> None:
    """Inserts a row that says something else, over all that has the same value in one of these columns."""
    names = [field.column for field in LoggedAction._meta.concrete_fields]
    kept = {"what": "'Nothing'", "id": "id" if "id" in keeping else "id + 1000"}
    insert, over = "INSERT OR REPLACE", ""
    if connection.vendor == "postgresql":
        insert, over = "INSERT", f"ON CONFLICT ({keeping.split(',')[0]}) DO UPDATE SET what = excluded.what"
    columns, values = ", ".join(f'"{name}"' for name in names), ", ".join(kept.get(name, f'"{name}"') for name in names)
    table = "moderation_loggedaction"
    connection.cursor().execute(
        f"{insert} INTO {table} ({columns}) SELECT {values} FROM {table} WHERE id = %s {over}", [logged.pk]
    )


CHANGES = {
    "by the model": lambda logged: setattr(logged, "what", "Nothing") or logged.save(),
    "deleted by being replaced": lambda logged: replace(logged),
    "by a query": lambda logged: LoggedAction.objects.update(reason="Nothing"),
    "deleted": lambda logged: logged.delete(),
    "deleted by a query": lambda logged: LoggedAction.objects.all().delete(),
    "by SQL": lambda logged: connection.cursor().execute("UPDATE moderation_loggedaction SET what = ''"),
    "deleted by SQL": lambda logged: connection.cursor().execute("DELETE FROM moderation_loggedaction"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_row_is_never_changed_nor_deleted(logged, change):
    with pytest.raises(DatabaseError, match="only added to"), transaction.atomic():
        change(logged)
    logged.refresh_from_db()
    assert logged.what == "Noted."


def test_the_one_reversal_of_a_row_is_never_replaced_by_another(logged):
    undone = log.write("note", by=logged.by, person=logged.person, what=AS_TOLD(text="Undone."), reverses=logged)
    with pytest.raises(DatabaseError, match="only added to"), transaction.atomic():
        replace(undone, keeping="reverses_id")
    undone.refresh_from_db()
    assert undone.what == "Undone."


@pytest.mark.postgres
def test_the_table_is_never_emptied_at_once(logged):
    cursor = connection.cursor()
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # PostgreSQL empties no table that has checks to make
    with pytest.raises(DatabaseError, match="only added to"), transaction.atomic():
        cursor.execute("TRUNCATE moderation_loggedaction CASCADE")
    assert LoggedAction.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_flushing_the_database_is_refused_outside_the_named_way(logged):
    with pytest.raises(Exception, match="couldn't be flushed"):
        call_command("flush", interactive=False, verbosity=0)
    assert LoggedAction.objects.exists()


def test_the_named_way_is_closed_again_after_it_was_used(logged):
    with retention.retention():
        LoggedAction.objects.filter(pk=logged.pk).delete()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM moderation_retention")
        assert cursor.fetchone()[0] == 0
    again = log.write("note", by=logged.by, person=logged.person, what=AS_TOLD(text="Noted again."))
    with pytest.raises(DatabaseError), transaction.atomic():
        again.delete()


def test_the_named_way_is_closed_again_after_an_error(logged):
    with pytest.raises(ZeroDivisionError), retention.retention():
        1 / 0  # noqa: B018
    with pytest.raises(DatabaseError), transaction.atomic():
        logged.delete()


def test_rows_are_pruned_after_years_unless_they_are_still_in_force(alice, admin):
    now = timezone.now()
    old = now - retention.KEPT - timedelta(days=1)
    stands = restrictions.impose(alice, Restriction.Kind.MUTED, reason="Insults", by=admin)
    kept = log.write("mute", by=admin, person=alice, restriction=stands, what=AS_TOLD(text="Muted."), now=old)
    first = log.write("note", by=admin, person=alice, what=AS_TOLD(text="Noted."), now=old)
    log.write("note", by=admin, person=alice, what=AS_TOLD(text="Struck."), reverses=first, now=old)
    fresh = log.write("note", by=admin, person=alice, what=AS_TOLD(text="Noted."), now=now)
    assert prune(now=now)["log of moderation"] == 2
    assert set(LoggedAction.objects.values_list("pk", flat=True)) == {kept.pk, fresh.pk}


@pytest.mark.django_db(transaction=True)
def test_actions_on_a_game_are_logged_with_its_state_before_and_after(alice, boris, admin):
    game = GameFactory(first=alice, second=boris)
    case = play.Case({"rule": "F11", "person": alice.pk})
    play.void(game.pk, staff=admin, reason="Wrong set-up", case=case)
    row = LoggedAction.objects.get()
    assert (row.action, row.by, row.game, row.person, row.rule) == ("void", admin, game, alice, "F11")
    assert (row.before["termination"], row.after["termination"]) == ("", "void")
    assert (row.what, row.reason) == ("Declared void. After 0 turns.", "Wrong set-up")


@pytest.mark.django_db(transaction=True)
def test_the_log_says_what_the_result_was_before(alice, boris, admin):
    game = GameFactory(first=alice, second=boris)
    play.resign(game.pk, side=Side.SECOND)
    play.adjudicate(game.pk, winner=None, staff=admin, reason="Agreed before")
    assert LoggedAction.objects.get().what == "Adjudicated. A draw. Before: Dark won: Light resigned."


def test_a_report_that_is_answered_is_logged(alice, boris):
    made = reports.make(alice, about=boris, matter="words", text="He was rude.")
    staff = UserFactory(username="Mira", is_staff=True, is_superuser=True)
    reports.answer(made.pk, staff=staff, outcome="acted", answer="Thanks.", reason="Plain.")
    row = LoggedAction.objects.get()
    assert (row.action, row.by, row.person, row.report) == ("answer", staff, boris, made)
