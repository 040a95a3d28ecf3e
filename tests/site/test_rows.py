"""A table that is one test: each row is asked, each that fails is named, and none meets what another has left."""

import inspect
from contextlib import contextmanager

import pytest

from accounts.models import User
from tests.rows import each_row


class Told:
    """In place of the fixture `subtests`: what failed, by its title."""

    def __init__(self) -> None:
        self.asked, self.failed = [], []

    @contextmanager
    def test(self, title: str):
        self.asked.append(title)
        try:
            yield
        except AssertionError:
            self.failed.append(title)


def test_each_row_that_fails_is_named_and_the_others_are_asked_all_the_same():
    @each_row(("number", "is_even"), [(1, True), (2, True), pytest.param(3, True, id="three"), (4, True)])
    def ask(number, is_even):
        assert (number % 2 == 0) == is_even

    ask(told := Told())
    assert told.asked == ["1, True", "2, True", "three", "4, True"]
    assert told.failed == ["1, True", "three"]


def test_two_tables_multiply():
    @each_row("left", "ab")
    @each_row("right", [("c",), len])
    def ask(fixture, left, right):
        assert (fixture, left, right) != (1, "b", len)

    ask(told := Told(), fixture=1)
    assert list(inspect.signature(ask).parameters) == ["subtests", "fixture"]
    assert told.asked == ["'a', ('c',)", "'a', len", "'b', ('c',)", "'b', len"]
    assert told.failed == ["'b', len"]


def test_a_long_value_is_cut():
    @each_row("value", ["x" * 1_000_000])
    def ask(value):
        assert not value

    ask(told := Told())
    assert told.failed == [f"'{'x' * 59}…"]


def test_a_row_has_no_marks_and_a_table_has_rows():
    with pytest.raises(AssertionError, match="no marks"):
        each_row("value", [pytest.param(1, marks=pytest.mark.late)])
    with pytest.raises(AssertionError, match="asks nothing"):
        each_row("value", [])(lambda value: None)


@pytest.mark.django_db
@each_row("name", ["Alice", "alice"])
def test_no_row_meets_what_another_wrote(name):
    assert not User.objects.exists()
    User.objects.create(username=name, email=f"{name}@example.org")
