"""Whole sentences with named arguments: what the rules tell, before anybody forms or translates it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Sentence:
    """A whole sentence in English, with its arguments by their names in braces, and the code that it goes by.

    `plural` is the sentence for any number but one of the argument called `by`; without it there is one form. An
    argument is a name, a number, a time, a length of time, a square, or a list of such: never a verb, never a noun with
    its article.
    """

    code: str
    text: str
    plural: str = ""
    by: str = ""

    def __call__(self, **arguments: object) -> Said:
        """The sentence with these arguments; `str` of it forms it."""
        return Said(self, arguments)

    def __str__(self) -> str:
        """One that has no arguments needs none to be told."""
        return str(self())

    def choose(self, arguments: Mapping[str, object]) -> str:
        """The English form that fits the number among these arguments."""
        return self.plural if self.plural and arguments[self.by] != 1 else self.text


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence and its arguments, formed when it is shown, by `str`."""

    sentence: Sentence
    arguments: Mapping[str, object] = field(default_factory=dict)

    @property
    def code(self) -> str:
        return self.sentence.code

    def __str__(self) -> str:
        return _form(self)


def form_in_english(said: Said) -> str:
    """The sentence as it stands here, filled in."""
    told = {name: _tell(value) for name, value in said.arguments.items()}
    return said.sentence.choose(said.arguments).format(**told)


def _tell(value: object) -> object:
    """An argument in English: a list is “one, two and three”."""
    if not isinstance(value, list | tuple):
        return value
    *first, last = map(str, value)
    return f"{', '.join(first)} and {last}" if first else last


_form: Callable[[Said], str] = form_in_english


def form_by(form: Callable[[Said], str]) -> None:
    """Has every sentence formed by this function from now on: a site forms them in the language of who reads."""
    global _form
    _form = form


def chain(sentence: Sentence, items: Iterable[object]) -> str:
    """Things in a row, by a sentence with `first` and `more`; empty for none."""
    told = [str(item) for item in items]
    pattern = str(sentence(first="\0", more="\1"))
    if pattern[:1] == "\0" and pattern[-1:] == "\1":  # what stands between them is the same each time
        return pattern[1:-1].join(told)
    row = told[0] if told else ""
    for item in told[1:]:
        row = str(sentence(first=row, more=item))
    return row


@dataclass(frozen=True, slots=True)
class Ending:
    """A way to lose, as it is told of the losing side: to anybody, to who lost, and to who won."""

    told: Sentence
    """With `loser`, the side: “{loser} lost its last Master.”"""
    mine: Sentence
    """With the `side`: “You ({side}) lost your last Master.”"""
    theirs: Sentence
    """With `name` and `side`: “{name} ({side}) lost their last Master.”"""
