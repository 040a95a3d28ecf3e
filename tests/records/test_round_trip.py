"""What is written is read again, in both forms, for every game: as properties."""

import pytest
from hypothesis import given, settings

from records import writing
from records.reading import Read, play_through, read_all
from records.record import Played, Record
from tests.games.engine.dropping import CROSSING, drop_in
from tests.records.written import records

ROUNDS = settings(max_examples=150, deadline=None)
FORMS = {"text": writing.write_text, "JSON": writing.write_json}


def read_one(text: str) -> Read:
    (read,) = read_all(text)
    return read


@pytest.mark.parametrize("write", FORMS.values(), ids=FORMS)
@ROUNDS
@given(record=records())
def test_what_is_written_is_read_again_and_written_the_same(write, record):
    text = write(record)
    read = read_one(text)
    assert read.fault is None, str(read.fault.said)
    assert read.record == record
    assert write(read.record) == text


@ROUNDS
@given(record=records())
def test_its_turns_are_played_again(record):
    read, positions = play_through(read_one(writing.write_text(record)))
    assert read.fault is None, str(read.fault.said)
    assert read.record == record
    assert [each.text() for each in positions] == [each.text() for each in record.replay()]


@ROUNDS
@given(record=records(most=5), other=records(most=5))
def test_several_in_one_text_are_read_one_after_another(record, other):
    for text in (
        writing.write_text(record) + "\n" + writing.write_text(other),
        writing.write_json(record) + writing.write_json(other),
        f"[{writing.write_json(record)},{writing.write_json(other)}]",
    ):
        assert [read.record for read in read_all(text)] == [record, other]


def test_a_game_that_is_dropped_in_can_be_written_down_too():
    with drop_in(CROSSING) as crossing:
        start = crossing.start()
        turns = start.legal_moves()[:1]
        record = Record(crossing.slug, 1, {}, "", start.text(), "A", "B", tuple(map(Played, turns)))
        for write in FORMS.values():
            assert read_one(write(record)).record.turns == record.turns
