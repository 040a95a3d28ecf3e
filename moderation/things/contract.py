"""What a kind of thing that can be reported says of itself; `registry` finds it by its place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, NamedTuple

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


class Removable(NamedTuple):
    """Something that staff can take from the eyes of others: `what` completes “Removed: …” for whoever wrote it."""

    pk: int
    what: str
    text: str
    """What was written."""


class ThingKind(ABC):
    """A kind of thing: a file of `kinds/`, whose name is its own, has a class of it, and one of that named `kind`."""

    name: ClassVar[str]
    label: ClassVar[str]
    """What staff call it."""
    is_written: ClassVar[bool] = False
    """Whether somebody's own words are in it, so that the reasons about words fit."""
    is_played: ClassVar[bool] = False
    """Whether it tells how somebody plays, so that the reasons about fair play fit."""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    @abstractmethod
    def find(self, reporter: User, pk: int) -> Thing:
        """The thing of that number, if this player may see it and report it. Raises Http404."""

    def find_shown(self, reporter: User, pk: int, *, proof: str) -> Thing:
        """The same of what is seen at a secret address alone: `proof` is what the link to the form says besides."""
        return self.find(reporter, pk)

    @abstractmethod
    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[str, str]]:
        """What `keep` kept, as labels and texts for staff."""

    def find_ply(self, kept: dict[str, Any]) -> int | None:
        """The turn of its game that staff look at first; None for the last."""
        return None

    def list_removable(self, person: User) -> Iterable[Removable]:
        """What of this kind, by this person, staff can take from the eyes of others, the newest first."""
        return ()

    def remove(self, pk: int, *, now: datetime) -> bool:
        """Takes one of those from the eyes of others; whether it was still to be seen."""
        raise NotImplementedError

    def restore(self, pk: int) -> bool:
        """Shows it to them again; whether it is still there."""
        raise NotImplementedError
