"""Which of all games a reader wants to see, as higher apps choose them: those that they follow, say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from core.words import Sentence
from games.models import GameQuerySet


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice among the lists of games of all players."""

    name: str
    """As the address names it."""
    label: Sentence
    choose: Callable[[GameQuerySet, User], GameQuerySet]

    @property
    def told(self) -> str:
        return str(self.label())


_choices: dict[str, Choice] = {}


def offer(choice: Choice) -> None:
    _choices[choice.name] = choice


def list_choices() -> Sequence[Choice]:
    return tuple(_choices.values())


def find_choice(asked: Mapping[str, str], *, reader: User | AnonymousUser) -> Choice | None:
    """What the address asks for; None where it asks for all games, and for visitors."""
    return _choices.get(asked.get("only", "")) if reader.is_authenticated else None
