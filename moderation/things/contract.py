"""What a kind of thing that can be reported says of itself; `registry` finds it by its place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from accounts.models import User
from games.models import Game


@dataclass(frozen=True, slots=True)
class Thing:
    """Something a player reports: `people` are those of whom it may be said, `keep` tells it as it is now."""

    kind: str
    pk: int
    title: str
    """Completes “Report …”."""
    people: tuple[User, ...]
    keep: Callable[[], dict[str, Any]]
    game: Game | None = None
    place: str = ""
    """The path of where it stands, for the way back."""


class ThingKind(ABC):
    """A kind of thing: a file of `kinds/`, whose name is its own, has a class of it, and one of that named `kind`."""

    name: ClassVar[str]
    label: ClassVar[str]
    """What staff call it."""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    @abstractmethod
    def find(self, reporter: User, pk: int) -> Thing:
        """The thing of that number, if this player may see it and report it. Raises Http404."""

    @abstractmethod
    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[str, str]]:
        """What `keep` kept, as labels and texts for staff."""
