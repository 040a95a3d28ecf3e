"""Sentences carry code and arguments, and are formed when they are shown, in the language of who reads."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from core import words
from core.bounded_cache import keep
from core.form_errors import invalid
from core.refusal import Refusal
from core.words import Said, Sentence, fill_marked, join, say_all, tell_day, tell_length, tell_list, tell_moment
from tests.rows import each_row

NOON = datetime(2027, 1, 25, 12, tzinfo=UTC)
TURNS = Sentence("turns", "{name} played {n} turn.", "{name} played {n} turns.", "n")
SOON = Sentence("soon", "Back in {length}, at {moment}, on {day}.")


@pytest.fixture
def loudly(monkeypatch, settings):
    """A language that has every sentence in capitals: German, as it is told here."""

    def shout(text: str) -> str:
        if translation.get_language() != "de":
            return text
        return "".join(part if part.startswith("{") else part.upper() for part in words_apart(text))

    settings.LANGUAGES = [("en-gb", "English"), ("de", "German")]
    monkeypatch.setattr(words, "gettext", shout)
    monkeypatch.setattr(words, "ngettext", lambda one, other, n: shout(one if n == 1 else other))
    words.find_form.cache_clear()
    words.find_plural.cache_clear()
    yield lambda: translation.override("de")
    words.find_form.cache_clear()
    words.find_plural.cache_clear()


def words_apart(text: str) -> list[str]:
    """The text, with each `{argument}` apart."""
    return [part + end for piece in text.split("{") for part, end in split_argument(piece, text)]


def split_argument(piece: str, text: str) -> list[tuple[str, str]]:
    inner, closed, rest = piece.partition("}")
    return [("{" + inner, "}"), (rest, "")] if closed else [(piece, "")]


@pytest.mark.parametrize(
    ("n", "told"), [(0, "Anna played 0 turns."), (1, "Anna played 1 turn."), (2, "Anna played 2 turns.")]
)
def test_the_number_decides_which_form_a_sentence_has(n, told):
    assert str(TURNS(name="Anna", n=n)) == told


def test_lengths_days_and_moments_among_the_arguments_are_told_as_such():
    with timezone.override("Europe/Berlin"):
        said = SOON(length=timedelta(days=2, hours=3), moment=NOON, day=date(2027, 1, 25))
        assert str(said) == "Back in 2 days 3 hours, at Mon 25 Jan 2027, 13:00, on 25 Jan 2027."


def test_a_sentence_is_formed_in_the_language_of_who_reads_it_not_of_who_said_it(loudly):
    refusal, error = Refusal(TURNS(name="Anna", n=2)), invalid(TURNS(name="Anna", n=1))
    assert str(refusal) == "Anna played 2 turns."
    with loudly():
        assert refusal.sentence == "Anna PLAYED 2 TURNS."
        assert error.messages == ["Anna PLAYED 1 TURN."]
        assert Template("{{ said }}").render(Context({"said": refusal.said})) == "Anna PLAYED 2 TURNS."
    assert (refusal.code, error.code) == ("turns", "turns")


def test_what_is_kept_by_value_is_kept_for_each_language(loudly):
    @keep(most=10_000)
    def tell(n: int) -> str:
        return str(TURNS(name="Anna", n=n))

    assert tell(2) == "Anna played 2 turns."
    with loudly():
        assert tell(2) == "Anna PLAYED 2 TURNS."
    assert tell(2) == "Anna played 2 turns."


def test_a_template_escapes_the_arguments_of_a_sentence():
    said = TURNS(name="<b>", n=2)
    assert Template("{{ said }}").render(Context({"said": said})) == "&lt;b&gt; played 2 turns."
    link = Sentence("link", "{name} & {game}")(name="<i>")
    assert fill_marked(link, {"game": words.mark_safe("<a>4</a>")}) == "&lt;i&gt; &amp; <a>4</a>"


@each_row(
    ("items", "told", "row"),
    [
        ([], "", ""),
        (["Anna"], "Anna", "Anna"),
        (["Anna", "Bela"], "Anna and Bela", "Anna, Bela"),
        (["Anna", "Bela", "{name}"], "Anna, Bela and {name}", "Anna, Bela, {name}"),
    ],
)
def test_lists(items, told, row):
    assert (join(items), tell_list(items)) == (told, row)


def test_sentences_follow_one_another():
    one, other = TURNS(name="Anna", n=1), TURNS(name="Bela", n=2)
    assert str(say_all(one, None, other)) == "Anna played 1 turn. Bela played 2 turns."
    assert str(say_all(one)) == "Anna played 1 turn."


@each_row(
    ("length", "told"),
    [
        (timedelta(), "no time"),
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(minutes=60), "1 hour"),
        (timedelta(days=2, hours=3, minutes=59), "2 days 3 hours"),
    ],
)
def test_lengths_of_time(length, told):
    assert tell_length(length) == told


def test_days_and_moments_are_told_in_the_zone_of_who_reads():
    late = datetime(2027, 1, 25, 23, 30, tzinfo=UTC)
    with timezone.override("Europe/Berlin"):
        assert (tell_day(late), tell_moment(late)) == ("26 Jan 2027", "Tue 26 Jan 2027, 00:30")
        assert words.tell_utc(late) == "25 January 2027, 23:30"


def test_an_argument_that_looks_like_one_of_a_sentence_stays_text():
    assert str(TURNS(name="{n}", n=2)) == "{n} played 2 turns."
    nested = Sentence("nested", "It says: {said}")(said=TURNS(name="{said}", n=1))
    assert str(nested) == "It says: {said} played 1 turn."


def test_what_is_said_equals_what_is_said_alike():
    assert TURNS(name="Anna", n=1) == TURNS(name="Anna", n=1) != TURNS(name="Anna", n=2)
    assert isinstance(TURNS(name="Anna", n=1), Said)
