"""Whoever reads the page about the text form can read our records: a second reader agrees with the writer."""

import os

import pytest
from hypothesis import HealthCheck, given, settings

from records import writing
from records.record import Record
from records.values import write_length, write_moment
from tests.records.own_reader import read_games
from tests.records.written import records

ROUNDS = int(os.environ.get("FAULT_ROUNDS_RECORDS", "100"))
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


def tell(turn) -> tuple[str, dict[str, str]]:
    notes = {}
    if turn.at is not None:
        notes["at" if len(write_moment(turn.at)) > 10 else "day"] = write_moment(turn.at)
    if turn.left is not None:
        notes["left"] = write_length(turn.left)
    return turn.text, notes


def check(record: Record) -> None:
    (found,) = read_games(writing.write_text(record))
    assert found["turns"] == [tell(turn) for turn in record.turns]
    assert found["tags"] == list(writing.list_tags(record))
    assert found["result"] == record.result
    assert [(number, text) for number, text, _ in found["back"]] == [
        (each.ply, each.text) for each in record.taken_back
    ]


@settings(max_examples=ROUNDS, deadline=None, suppress_health_check=SLOW)
@given(record=records())
def test_a_reader_made_from_the_page_reads_what_we_write(record):
    check(record)


@pytest.mark.soak
@settings(max_examples=10_000, deadline=None, suppress_health_check=SLOW)
@given(record=records(most=60))
def test_it_does_so_for_ten_thousand_games(record):
    check(record)
