"""Of a mail from any usual program, in any of eight languages, only what its writer wrote is read."""

from replies.mails.lines import find_lines
from replies.mails.parsing import parse
from replies.mails.text import read_text
from tests.replies.mails.layouts import all_layouts
from tests.rows import each_row


def test_there_are_200_and_no_two_are_the_same():
    layouts = all_layouts()
    assert len({layout.raw for layout in layouts}) == len({layout.name for layout in layouts}) == len(layouts) >= 200


@each_row("layout", all_layouts(), ids=lambda layout: layout.name)
def test_the_lines_are_what_the_person_wrote(layout):
    assert tuple(find_lines(read_text(parse(layout.raw)))) == layout.expected


@each_row("layout", all_layouts(), ids=lambda layout: layout.name)
def test_a_mail_with_the_persons_words_taken_out_says_nothing(layout):
    """An empty answer, sent by accident, plays nothing of what it quotes."""
    text = read_text(parse(layout.raw))
    lines = [line for line in text.split("\n") if line.strip().removesuffix("\u200b") not in layout.expected]
    assert find_lines("\n".join(lines)) == []
