"""What a kind of thing that can be reported says of itself; `registry` finds it by its place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from accounts.models import User
from core.words import Said, Sentence
from games.models import Game

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing that a player reports: `people` are those whom the report may be about, and `keep` describes it as it is
    now."""

    kind: str
    pk: int
    heading: Said
    """The heading of the page that reports it: “Report a challenge by Anna”."""
    people: tuple[User, ...]
    keep: Callable[[], dict[str, Any]]
    game: Game | None = None
    place: str = ""
    """The path of the page that shows it, for the way back."""
    accuses: bool = True
    """Whether a report of it says that somebody broke a rule; else it asks for help, and is about its reporter."""


class Removable(NamedTuple):
    """Something that staff can hide from others: its author reads `what` after “Removed:”, without an article."""

    pk: int
    what: Said
    text: str
    """What was written."""


class ThingKind(ABC):
    """A kind of thing: a file of `kinds/`, whose name is the kind's, with a class made from this and an instance named
    `kind`."""

    name: ClassVar[str]
    label: ClassVar[StrOrPromise]
    """The name that staff read."""
    is_written: ClassVar[bool] = False
    """Whether somebody wrote it, so that the reasons about words fit."""
    is_played: ClassVar[bool] = False
    """Whether it shows how somebody plays, so that the reasons about fair play fit."""

    reasons: ClassVar[tuple[str, ...]] = ()
    """The only reasons that fit; empty where they are told by the two above."""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    @abstractmethod
    def find(self, reporter: User, pk: int) -> Thing:
        """The thing of that number, if this player may see and report it. Raises Http404."""

    def find_shown(self, reporter: User, pk: int, *, proof: str) -> Thing:
        """The thing of that number where only a secret address shows it: `proof` comes from the page at that
        address."""
        return self.find(reporter, pk)

    @abstractmethod
    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        """What `keep` stored, as labels and texts for staff."""

    def find_ply(self, kept: dict[str, Any]) -> int | None:
        """The turn of its game that staff look at first; None for the last."""
        return None


class RemovableKind(ThingKind):
    """A kind of thing that staff can hide from others."""

    counted: ClassVar[Sentence]
    """So many of them, by `n`."""
    reported_as: ClassVar[str] = ""
    """The kind under which it is reported, where that is another one."""

    @abstractmethod
    def list_removable(self, person: User, *, since: datetime | None = None) -> Iterable[Removable]:
        """What of this kind this person wrote and others see, the newest first. With `since`, all that was written
        from then on, also what others will see only later: its text is empty."""

    @abstractmethod
    def remove(self, numbers: Sequence[int], *, now: datetime) -> list[int]:
        """Hides those from others; returns the numbers of the ones that were visible."""

    @abstractmethod
    def restore(self, numbers: Sequence[int]) -> None:
        """Shows them to others again, as far as their author has not deleted them meanwhile."""
