"""The private names of Django that we use: an upgrade of Django that drops one fails here."""

import ast
from importlib import import_module
from pathlib import Path

import pytest
from django.db import connection

from games.models import Game, Seat
from games.reading import find
from tests.factories import GameFactory
from tests.rows import each_row

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("core/prepared.py", "core/prepared_writes.py", "accounts/signing_in/sessions.py", "games/reading/find.py")
pytestmark = pytest.mark.django_db


def compile_seats():
    """A compiler that has written its SQL, as one that prepared SQL asks."""
    compiler = Seat.objects.select_related("game").query.get_compiler(connection=connection)
    compiler.as_sql()
    return compiler


def find_populator():
    query, compiler = import_module("django.db.models.query"), compile_seats()
    [populator] = query.get_related_populators(compiler.klass_info, compiler.select, connection.alias)
    return populator


HOLDERS = {
    "django.db.models.query": lambda: import_module("django.db.models.query"),
    "a query set": lambda: Seat.objects.all(),
    "a query": lambda: Seat.objects.all().query,
    "a compiler": compile_seats,
    "a selected column": lambda: compile_seats().select[0][0],
    "a populator": find_populator,
    "a connection": lambda: connection,
    "the operations of a database": lambda: connection.ops,
    "a model": lambda: Seat,
    "the options of a model": lambda: Seat._meta,
    "a row": lambda: Seat(),
    "a row that others were fetched for": lambda: Game.objects.prefetch_related("seats").get(pk=GameFactory().pk),
    "the state of a row": lambda: Seat()._state,
    "a field": lambda: Seat._meta.pk,
    "a store of sessions": lambda: import_module("django.contrib.sessions.backends.db").SessionStore(),
}
NAMES = {
    "django.db.models.query": ["ModelIterable", "get_related_populators"],
    "a query set": ["_iterable_class", "_result_cache", "query"],
    "a query": ["get_compiler", "select_for_update"],
    "a compiler": ["as_sql", "get_converters", "klass_info", "select"],
    "a selected column": ["target"],
    "a populator": ["populate"],
    "a connection": ["in_atomic_block", "ops"],
    "the operations of a database": ["adapt_datetimefield_value", "quote_name"],
    "a model": ["_default_manager", "_meta", "from_db"],
    "the options of a model": ["db_table", "local_concrete_fields", "pk"],
    "a row": ["_state"],
    "a row that others were fetched for": ["_prefetched_objects_cache"],
    "the state of a row": ["adding", "db"],
    "a field": ["attname", "column", "get_db_prep_save", "pre_save", "primary_key"],
    "a store of sessions": ["_get_session_from_db", "_session_key"],
}


@each_row(("holder", "name"), [(holder, name) for holder, names in NAMES.items() for name in names])
def test_django_still_has_it(holder, name):
    assert hasattr(HOLDERS[holder](), name), f"{holder} has no {name} any more"


def test_the_private_values_still_have_the_shape_that_we_read():
    compiler = compile_seats()
    assert "select_fields" in compiler.klass_info
    for column in compiler.select:
        expression, (sql, parameters), _ = column
        assert (expression.target.column in sql, list(parameters)) == (True, [])
    for place, (functions, column) in compiler.get_converters([column for column, _, _ in compiler.select]).items():
        assert column is compiler.select[place][0]
        assert all(map(callable, functions))


def test_seats_that_are_kept_for_a_game_are_asked_for_no_more(django_assert_num_queries):
    game = GameFactory()
    seats = list(game.seats.order_by("side"))
    with django_assert_num_queries(0):
        assert list(find.keep_seats(game, seats).seats.all()) == seats


def test_no_other_private_name_is_used():
    known = {name for names in NAMES.values() for name in names}
    used = set()
    for source in SOURCES:
        tree = ast.parse((ROOT / source).read_text())
        own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)} | {"__code__", "__qualname__"}
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        used |= {name for name in attributes if name.startswith("_")} - own
    assert len(used) > 3
    assert used <= known
