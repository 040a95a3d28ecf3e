"""Games that were written down by the rules of each revision: they replay to their result, whatever is changed since.

A ruleset whose rules change gets a new `revision`, keeps the old one as `earlier`, and gets new files here; those that
are there stay as they are.
"""

from itertools import product
from pathlib import Path

from engine import registry
from engine.contract import Ruleset
from records.reading import play_through, read_all
from records.writing import write_text
from tests.rows import each_row

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.txt"))


def name_all(ruleset: Ruleset) -> list[str]:
    """A file for each choice of its options that hold one value."""
    single = [[choice.value for choice in option.choices] for option in ruleset.options if not option.multiple]
    return ["-".join([ruleset.slug, str(ruleset.revision), *chosen]) for chosen in product(*single)]


def test_each_revision_of_each_game_has_a_record_of_each_of_its_choices():
    rulesets = [each for ruleset in registry.all_rulesets() for each in registry.list_revisions(ruleset)]
    assert {file.stem for file in FILES} == {name for ruleset in rulesets for name in name_all(ruleset)}


@each_row("file", FILES, ids=lambda file: file.stem)
def test_it_replays_to_its_result_and_is_written_the_same(file):
    text = file.read_text()
    (read,) = read_all(text)
    record, fault = (played := play_through(read)[0]).record, played.fault
    assert fault is None, str(fault.said)
    positions = play_through(read)[1]
    outcome = positions[-1].outcome()
    assert (outcome.winner, outcome.termination) == (record.winner, record.termination)
    assert write_text(record) == text
