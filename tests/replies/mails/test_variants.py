"""Of each kind of answer, in twenty variants and more, the line that was meant is read first; of an empty one none."""

from pathlib import Path

import pytest

from replies.mails.lines import find_lines
from replies.mails.parsing import parse
from replies.mails.shapes import is_bare, make_plain
from replies.mails.text import read_text
from tests.replies.mails.variants import KINDS, list_variants
from tests.rows import each_row

GIVEN = Path(__file__).parents[4] / "shared" / "cases" / "replies"
FIRST = {"G19": "Pc3-b3", "U45": "~Pe5-f6", "L05": "2:Pc3-c4", "L11": "Game 2: Pc3-c4", "O09": "No, thanks."}
FIRST |= {"K15": "note As I wrote on 28.11.2026:"}


def read(raw: bytes) -> list[str]:
    return find_lines(read_text(parse(raw)))


@each_row("kind", KINDS)
def test_the_line_that_was_meant_comes_first(kind):
    variants = list_variants(kind)
    assert len({one.raw for one in variants}) >= 20
    assert {one.name: found[:1] for one in variants if (found := read(one.raw))[:1] != [one.expected]} == {}


@each_row("kind", KINDS)
def test_no_turn_is_read_of_what_is_quoted(kind):
    found = {one.name: read(one.empty) for one in list_variants(kind) if one.empty}
    assert {name: lines for name, lines in found.items() if any(map(is_bare, lines))} == {}


@pytest.mark.skipif(not GIVEN.is_dir(), reason="they stand beside a checkout of the project alone")
@pytest.mark.parametrize("path", sorted(GIVEN.glob("*.eml")), ids=lambda path: path.stem)
def test_what_failed_when_it_was_tried_from_outside(path):
    assert make_plain(read(path.read_bytes())[0]) == FIRST.get(path.stem, "Pc3-c4")
