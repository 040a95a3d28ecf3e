"""No regular expression and no normalisation costs more than in proportion to the length of what it reads.

A new one is tried by itself: it is found in the code, with how it is used. Where it is not linear in any text, a row
here says to how few characters its callers keep it, and it is tried on pieces of that length.
"""

import re
import unicodedata
from functools import cache

import pytest

from engine.contract import IllegalMove
from engine.typed import LONGEST, simplify
from replies.acting.tidying import unwrap
from replies.mails.lines import LONGEST_LINE
from replies.mails.parsing import LONGEST_VALUE
from replies.mails.shapes import make_plain
from replies.mails.subjects import strip_marks
from tests.costs import FLOOR, MORE_SHAPES, find_excess, spend
from tests.site.texts.expressions import Expression, list_expressions, own_shapes

pytestmark = pytest.mark.late
KEPT_SHORT: dict[str, int] = {}
"""Expressions whose callers read at most so many characters at once."""
LOCAL = {
    "engine.lessons.matches": re.compile("a2-.*x.*"),
    "replies.mails.automatic.is_ours": re.compile(r"<notice-[^@<>]*@games\.example\.org>", re.IGNORECASE),
    "replies.mails.parts._split": re.compile(rb"^--a(--)?[ \t]*\r?$", re.MULTILINE),
}
"""Those made of what a function is given, as one of them."""
NORMALISING = {
    "engine.typed.simplify": (simplify, LONGEST),
    "replies.mails.shapes.make_plain": (make_plain, LONGEST_LINE),
    "replies.mails.subjects.strip_marks": (strip_marks, LONGEST_VALUE),
}
"""What puts text into a normal form, which takes time with the square of the length, and how much is read at once."""


def name_each(expression: Expression) -> str:
    return f"{expression.name} {expression.method}"


@cache
def find_expressions() -> list[Expression]:
    """To find them takes seconds, which no run that asks other tests should spend."""
    return sorted({each for each in list_expressions() if each.method != "local"}, key=name_each)


def read_in_pieces(expression: Expression, text: str) -> None:
    longest = KEPT_SHORT.get(expression.name, len(text))
    for start in range(0, len(text), longest):
        expression.read(text[start : start + longest])


def judge(expression: Expression) -> list[str]:
    found = []
    for told, shape in {**MORE_SHAPES, **own_shapes(expression.pattern)}.items():
        if excess := find_excess(lambda text: read_in_pieces(expression, text), shape):
            found.append(f"{told}: {excess}")
    return found


def test_an_expression_costs_in_proportion_to_the_length_of_any_text(subtests):
    for expression in find_expressions():
        with subtests.test(name_each(expression)):
            assert judge(expression) == []


@pytest.mark.parametrize("name", LOCAL)
def test_so_does_one_that_is_made_of_what_a_function_is_given(name):
    for method in ("match", "fullmatch", "search"):
        assert judge(Expression(name, LOCAL[name], method)) == []


def test_each_that_is_kept_short_is_there():
    assert {each.name for each in find_expressions()} >= set(KEPT_SHORT)


def test_what_would_cost_the_square_is_found():
    """Those that stopped the site, as they were."""
    for pattern, method in (
        (r"^[\W\d_]+|[\W\d_]+$", "sub"),
        (r"(\d{1,6})\.\s+(\S.*?)(?:\s+\{([^{}]*)\})?", "fullmatch"),
    ):
        shape = {"before": MORE_SHAPES["a letter, spaces, a letter"], "after": MORE_SHAPES["one letter"]}
        told = "1. " if method == "fullmatch" else ""
        expression = Expression("earlier", re.compile(pattern), method)
        costs = [spend(lambda: expression.read(told + shape["before"](length))) for length in (1000, 4000)]  # noqa: B023
        assert costs[1] > 8 * costs[0]


@pytest.mark.parametrize("name", NORMALISING)
def test_text_is_put_into_one_normal_form_in_pieces_that_are_short(name):
    read, longest = NORMALISING[name]

    def read_all(text: str) -> None:
        for start in range(0, len(text), longest):
            try:
                read(text[start : start + longest])
            except IllegalMove:
                pytest.fail("a text of this length is read")

    for told, shape in MORE_SHAPES.items():
        assert find_excess(read_all, shape) == "", told


def test_what_is_long_takes_long_to_normalise():
    assert spend(lambda: unicodedata.normalize("NFC", MORE_SHAPES["pairs that combine"](20_000))) > FLOOR


def test_signs_around_a_text_are_taken_off_in_time_that_grows_with_it():
    for told, shape in MORE_SHAPES.items():
        assert find_excess(unwrap, shape) == "", told
    assert unwrap('*"_a_"*') == "a"
