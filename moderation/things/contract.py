"""The contract of a kind of thing that can be reported. `registry` finds the kinds."""

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
    """A thing that a player reports. `people` are those the report may be about, and `keep` describes the thing in its
    present state."""

    kind: str
    pk: int
    heading: Said
    """The heading of the page that reports the thing: “Report a challenge by Anna”."""
    people: tuple[User, ...]
    keep: Callable[[], dict[str, Any]]
    game: Game | None = None
    place: str = ""
    """The path of the page that shows the thing, for the way back."""
    accuses: bool = True
    """Whether a report of the thing says that a person broke a rule. Otherwise it asks for help, and is about its
    reporter."""


class Removable(NamedTuple):
    """Something that staff can hide from others. Its author reads `what` after “Removed:”, without an article."""

    pk: int
    what: Said
    text: str
    """What was written."""


class ThingKind(ABC):
    """A kind of thing. It is a file in `kinds/` that has the kind's name, defines a subclass of this class, and assigns
    an instance to `kind`."""

    name: ClassVar[str]
    label: ClassVar[StrOrPromise]
    """The name of the kind that staff read."""
    is_written: ClassVar[bool] = False
    """Whether a person wrote it, so that the reasons about words fit."""
    is_played: ClassVar[bool] = False
    """Whether it shows how a person plays, so that the reasons about fair play fit."""

    reasons: ClassVar[tuple[str, ...]] = ()
    """The only reasons that fit. If it is empty, the two attributes above decide."""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    @abstractmethod
    def find(self, reporter: User, pk: int) -> Thing:
        """Returns the thing with that number, if this player may see and report it. Raises Http404."""

    def find_shown(self, reporter: User, pk: int, *, proof: str) -> Thing:
        """Returns the thing with that number, even if only a secret address shows it. `proof` comes from the page at
        that address."""
        return self.find(reporter, pk)

    @abstractmethod
    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        """Yields what `keep` stored, as labels and texts for staff."""

    def find_ply(self, kept: dict[str, Any]) -> int | None:
        """Returns the turn of the game that staff look at first, or None for the last one."""
        return None


class RemovableKind(ThingKind):
    """A kind of thing that staff can hide from others."""

    counted: ClassVar[Sentence]
    """The sentence that counts such things, by `n`."""
    reported_as: ClassVar[str] = ""
    """The kind under which the thing is reported, if that is another kind."""

    @abstractmethod
    def list_removable(self, person: User, *, since: datetime | None = None) -> Iterable[Removable]:
        """Returns what this person wrote of this kind and others see, newest first. With `since`, returns everything
        written from then on. That includes what others will see only later, whose text is left empty."""

    @abstractmethod
    def remove(self, numbers: Sequence[int], *, now: datetime) -> list[int]:
        """Hides the things with these numbers from others. Returns the numbers of those that were visible."""

    @abstractmethod
    def restore(self, numbers: Sequence[int]) -> None:
        """Shows the things to others again, unless their author has deleted them meanwhile."""
