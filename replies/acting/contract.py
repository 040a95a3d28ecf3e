"""What is asked for by an answer, what came of it, and what a command says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from core.words import Said
from engine.contract import Side
from games.models import Game
from notifications.reply_tokens import Addressed
from replies.models import Reply

ILLEGAL = "illegal"
"""The code of the refusal of what is no turn, which alone is answered with turns that can be played."""

NOTHING_FOUND = "nothing_found"
"""The code of the answer to a mail in which no line was found."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer by email, after its writer and its token were found good."""

    reply: Reply
    """Its `user` asks, and its `arrived_at` is the instant that counts; its `key` is that of the turn."""
    addressed: Addressed
    lines: tuple[str, ...]
    """What was written, line by line, without quotes; none where nothing was found."""
    is_proven: bool
    """Whether the sender was proven; else nothing is played, and the answer is a link."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What one line asks for in one game."""

    reply: Reply
    game: Game
    """As it is now, with its seats."""
    side: Side
    revision: int
    """The revision of the game in the state that the email showed."""
    ply: int
    line: str
    """As it was meant: see `tidying`."""
    written: str
    """As it was written."""
    at: datetime
    """When it counts as done: as the mail came, but not before the turn began. The same at each try."""
    asked: str = ""
    """What the email had asked to be confirmed."""
    below: str = ""
    """The line right below, which names no game: some programs break a turn in two."""

    @property
    def instants(self) -> set[datetime]:
        """When this may have been done by an earlier try: once another turn has begun, `at` is later than it was."""
        return {self.at, self.reply.arrived_at}


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of what was asked for in one game."""

    code: str
    said: Said
    game_id: int | None = None
    is_refusal: bool = False
    line: str = ""
    """What was asked for, as it was read."""
    hint: Said | None = None
    """What may be written instead."""
    link: str = ""
    """Where it can be confirmed, if it was not done."""
    asks: str = ""
    """What is to be confirmed by an answer to this."""
    place: int = 0
    """The number of the game in the list that was answered; 0 where one game alone was."""
    listed_id: str = ""
    """The list of games of which one is to be named by an answer to this."""


class Command(ABC):
    """Something that a line may ask for: a file of `commands/`, named as the command is, with an instance of a class
    made from this that is named `command`. The first that reads a line does it."""

    name: ClassVar[str]
    order: ClassVar[int] = 50

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    @abstractmethod
    def reads(self, line: str) -> bool:
        """Whether the line asks for this."""

    @abstractmethod
    def act(self, deed: Deed) -> Answer:
        """Does it, once, however often it is tried. Raises Refusal."""

    def write_link(self, deed: Deed) -> str:
        """The path of the page where it can be done, for a sender who was not proven."""
        return deed.game.get_absolute_url()

    def hint(self, deed: Deed) -> Said | None:
        """What may be written instead of what is no turn."""
        return None
