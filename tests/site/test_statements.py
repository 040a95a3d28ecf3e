"""PostgreSQL is asked few tests, which execute every statement that was executed on SQLite."""

from random import Random
from types import SimpleNamespace

import pytest
from django.db import connection

from accounts.models import User
from tests import sharing, statements
from tests.rows import each_row
from tests.statements import Executed, Recorder, choose, list_oddities, name_statement, telling_apart


def executed(*names: str, seconds: float = 1.0) -> Executed:
    return Executed(seconds, frozenset(names))


def list_all(record: statements.Record) -> set[str]:
    return {name for one in record.values() for name in one.statements}


def make_record(random: Random) -> statements.Record:
    names = [str(number) for number in range(random.randrange(1, 60))]
    return {
        f"tests/test_{number}.py": executed(
            *random.sample(names, random.randrange(len(names) + 1)), seconds=random.choice([0.01, 0.5, 3.0])
        )
        for number in range(random.randrange(1, 40))
    }


@each_row("seed", range(200))
def test_those_chosen_execute_every_statement_and_none_is_chosen_in_vain(seed):
    record = make_record(random := Random(seed))
    before = set(random.sample(sorted(list_all(record)), len(list_all(record)) // 3))
    chosen = choose(record, executed=before)
    assert list_all({test: record[test] for test in chosen}) | before == list_all(record) | before
    for test in chosen:
        others = {other: record[other] for other in chosen if other != test}
        assert record[test].statements - list_all(others) - before


@each_row("seed", range(50))
def test_each_process_chooses_the_same(seed):
    record = make_record(Random(seed))
    assert choose(record) == choose(dict(reversed(record.items())))


def test_of_tests_that_execute_the_same_the_quick_ones_are_chosen():
    record = {"slow": executed("a", "b", seconds=5), "quick": executed("a"), "other": executed("b"), "none": executed()}
    assert set(choose(record)) == {"quick", "other"}


@each_row(
    ("one", "other"),
    [
        ('SELECT 1 FROM "a" WHERE "b" IN (%s, %s, %s)', 'SELECT 1 FROM "a" WHERE "b" IN (%s)'),
        ('INSERT INTO "a" ("b", "c") VALUES (%s, %s), (%s, %s)', 'INSERT INTO "a" ("b", "c") VALUES (%s, %s)'),
        ('SELECT "b" FROM "a" LIMIT 21', 'SELECT "b" FROM "a" LIMIT 5'),
        (
            'UPDATE "a" SET "b" = CASE WHEN ("a"."id" = %s) THEN %s WHEN ("a"."id" = %s) THEN %s ELSE NULL END',
            'UPDATE "a" SET "b" = CASE WHEN ("a"."id" = %s) THEN %s ELSE NULL END',
        ),
    ],
)
def test_statements_that_count_as_one(one, other):
    assert name_statement(one, 0) == name_statement(other, 0) != ""


@each_row(
    ("one", "other"),
    [
        ('SELECT "b" FROM "a"', 'SELECT "b" FROM "a" LIMIT 5'),
        ('SELECT "b" FROM "a" ORDER BY "b" ASC', 'SELECT "b" FROM "a" ORDER BY "b" DESC'),
        ('INSERT INTO "a" ("b") VALUES (%s)', 'INSERT INTO "a" ("c") VALUES (%s)'),
    ],
)
def test_statements_that_do_not(one, other):
    assert name_statement(one, 0) != name_statement(other, 0)


@each_row(
    ("values", "odd"),
    [
        (None, 0),
        ([1, "a", "b" * 255, 2.5], 0),
        ([None], statements.NOTHING),
        (["é"], statements.NOT_ASCII),
        (["a" * 256], statements.LONG_TEXT),
        (["a\0"], statements.NUL),
        ([2**31], statements.LARGE_NUMBER),
        ([-(2**31), 2**31 - 1], 0),
        ([None, "é" * 300], statements.NOTHING + statements.NOT_ASCII + statements.LONG_TEXT),
    ],
)
def test_values_that_databases_treat_differently(values, odd):
    assert list_oddities(values) == odd


def note(ask) -> set[str]:
    """The statements of what is asked."""
    recorder = Recorder(statements.FOLDER / "unused.json", notes=lambda item: True)
    with telling_apart(), recorder.listening():
        ask()
    return {name_statement(*told) for told in recorder.now}


def test_what_sqlite_leaves_out_is_told_apart(db):
    asked = [
        lambda: list(User.objects.filter(username="a")),
        lambda: list(User.objects.filter(username="a").select_for_update()),
        lambda: list(User.objects.filter(username="a").select_for_update(skip_locked=True)),
        lambda: list(User.objects.filter(username__contains="a")),
        lambda: list(User.objects.filter(username__icontains="a")),
    ]
    found = [note(ask) for ask in asked]
    assert [len(names) for names in found] == [1] * len(asked)
    assert len(set.union(*found)) == len(asked)


def test_each_statement_is_noted_however_it_is_executed(db):
    def ask() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.executemany("UPDATE accounts_user SET username = %s WHERE id = %s", [("a", 1), ("b", 2)])

    assert len(note(ask)) == 2


def test_what_was_written_is_read(tmp_path):
    record = make_record(Random(1))
    statements.write(tmp_path / "new" / "usual.json", record)
    assert statements.read(tmp_path / "new" / "usual.json") == record
    assert statements.read(tmp_path / "none.json") == {}


class Item(SimpleNamespace):
    """A test, as far as `tests/sharing.py` asks it."""

    def get_closest_marker(self, name: str) -> object:
        return self.marks.get(name)


def make_item(name: str, *fixtures: str, **marks: dict) -> Item:
    return Item(
        nodeid=name,
        fixturenames=fixtures,
        marks={mark: getattr(pytest.mark, mark)(**told).mark for mark, told in marks.items()},
    )


ITEMS = [
    make_item("pure"),
    make_item("postgres", postgres={}),
    make_item("both", "db", both={}),
    make_item("commits", "transactional_db"),
    make_item("commits, too", django_db={"transaction": True}),
    make_item("browser", "db", browser={}),
    make_item("new", "db"),
    make_item("the same", "db"),
    make_item("more", "db"),
    make_item("of its own", django_db={}),
]
MUST = {"postgres", "both", "commits", "commits, too"}


def choose_of(items: list[Item], *, ask: str) -> set[str]:
    return {item.nodeid for item in sharing.choose_for_postgres(items, ask=ask)}


def test_postgres_is_asked_what_is_marked_commits_or_is_new_and_what_executes_the_rest(tmp_path, monkeypatch):
    monkeypatch.setattr(statements, "FOLDER", tmp_path)
    usual = {"both": executed("a"), "the same": executed("a"), "more": executed("a", "b"), "of its own": executed("c")}
    statements.write(sharing.record_of(sharing.USUAL), usual)
    assert choose_of(ITEMS, ask=sharing.USUAL) == {*MUST, "new", "more", "of its own"}
    statements.write(sharing.record_of(sharing.REST), usual | {"new": executed("d")})
    assert choose_of(ITEMS, ask=sharing.REST) == {*MUST, "new"}


@each_row("ask", sharing.ASKED)
def test_without_a_record_postgres_is_asked_all_that_touches_the_database(ask, tmp_path, monkeypatch):
    monkeypatch.setattr(statements, "FOLDER", tmp_path)
    assert choose_of(ITEMS, ask=ask) == {item.nodeid for item in ITEMS} - {"pure", "browser"}


def test_what_takes_long_and_is_for_postgres_is_asked_of_it_alone_unless_both_are_asked_all():
    long = [make_item("commits", "transactional_db", long={}), make_item("both", "db", both={}, long={})]
    others = [make_item("long", "db", long={}), *ITEMS[2:]]
    for ask in (sharing.USUAL, sharing.REST):
        assert all(sharing.is_for_postgres_alone(item, ask=ask) for item in long)
        assert not any(sharing.is_for_postgres_alone(item, ask=ask) for item in others)
    for ask in (sharing.ALL, sharing.FIRST):
        assert not any(sharing.is_for_postgres_alone(item, ask=ask) for item in [*long, *others])
        assert sharing.is_for_postgres_alone(ITEMS[1], ask=ask)
