"""What a kind of notice and a channel say of themselves; `registry` finds both by their place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from django.urls import reverse

if TYPE_CHECKING:
    from django.core.mail import EmailMessage
    from django.db.models import Exists
    from icalendar import Event

    from accounts.models import User
    from games.models import Challenge, Game
    from notifications.models import Notice


class Urgency(Enum):
    """What a message is, for the question of when."""

    TURN = "it is your turn"
    REMINDER = "time is running out"
    LAPSING = "something ends otherwise"
    ORDINARY = "may wait for the morning"
    DIGEST = "asked for at an hour"
    EXEMPT = "asked for, or about the account"


class Way(Enum):
    """Whether a kind goes by a channel."""

    ON = "until its reader switches it off"
    OFF = "once its reader switches it on"
    NEVER = "not at all, or only in place of a broken channel"


@dataclass(frozen=True, slots=True)
class Line:
    """What the inbox says of a notice; `about` and `link` may be empty."""

    sentence: str
    about: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """The games (with their seats and players) and the challenges that a page of notices tells of, by their ids."""

    games: Mapping[int, Game] = field(default_factory=dict)
    challenges: Mapping[int, Challenge] = field(default_factory=dict)


class Kind:
    """A kind of notice: a file of `kinds/`, whose name is its own, has a class of it, and one of that named `kind`.

    Its words are templates of `notifications/<name>/`: subject.txt, body.txt and body.html for email; for push the
    subject and a common sentence, unless there is a push_title.txt or push_body.txt.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    """Completes “Tell me of”, and is what its reader's switches are called."""
    order: ClassVar[int] = 1000
    """Its place on the page of switches."""
    note: ClassVar[str] = ""
    """A template that is shown below its label there."""
    urgency: ClassVar[Urgency] = Urgency.ORDINARY
    is_switchable: ClassVar[bool] = True
    """Whether its reader may switch it off."""
    has_many_ways: ClassVar[bool] = True
    """Whether it goes by every channel that `ways` allows, or by the one channel alone that it was written for."""
    ways: ClassVar[Mapping[str, Way]] = {}
    """By the name of a channel; by all others as `other_ways` says."""
    other_ways: ClassVar[Way] = Way.ON
    stands_in_inbox: ClassVar[bool] = True
    """Whether the inbox shows it where its channel is broken and no other works."""
    passes_with_turn: ClassVar[bool] = False
    """Whether the inbox leaves it out, and does not count it, once the turn has passed: `game` and `ply` of its
    payload say which."""
    mends_channel: ClassVar[bool] = False
    """Whether a broken channel works again once one has arrived."""
    sentence: ClassVar[str] = ""
    """What the inbox says, and below the name of the page that it leads to."""
    page: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    def way_by(self, channel: str) -> Way:
        return self.ways.get(channel, self.other_ways)

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """What its templates may know, as things stand at `now`. Raises Dropped where it is no longer true."""
        return {}

    def restore_email(self, notice: Notice) -> EmailMessage | None:
        """The email itself where it was written elsewhere; None where the templates make it."""
        return None

    def keep_payload(self, payload: Any) -> Any:
        """What is kept of a notice that is closed."""
        return payload

    def name_subject(self, notice: Notice) -> Hashable:
        """What it is about: the inbox shows several of one subject that follow each other as one. None for no such."""
        return None

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        return Line(self.sentence or self.label.capitalize(), link=reverse(self.page) if self.page else "")

    def write_feed_item(self, game: Game, *, user: User) -> dict[str, Any] | None:
        """What it says in the feed of the games that wait for the user, in the words of Django's feeds."""
        return None

    def write_event(self, game: Game, *, user: User) -> Event | None:
        """What it enters for a game that waits for the user into the calendar of deadlines."""
        return None


class Carrier(Protocol):
    """Is opened for a run and handed one notice after another."""

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Raises what `notifications.faults` has; whatever else it raises may pass, and the notice is tried again."""


class Channel(ABC):
    """A way to a reader: a folder of `channels/` with a `channel.py`, which has a class of it and one named `channel`.

    A folder with a `urls.py` has addresses, one with a `receivers.py` hears what others announce.
    """

    name: ClassVar[str]
    """What rows call it."""
    label: ClassVar[str]
    by: ClassVar[str]
    """Such as “by mail”."""
    order: ClassVar[int] = 50
    """Its place on pages. Runs deliver in the opposite order: email comes last, so that a mail server that is away or
    slow holds up nothing but emails."""
    is_on_site: ClassVar[bool] = False
    """Its notices stand on the site itself: at once and at any hour, and also where no other channel works."""
    may_break: ClassVar[bool] = True
    """Three failures or a bounce break it, and another channel takes its place."""
    uses_address: ClassVar[bool] = False
    """What it sends goes to the reader's email address, and says nothing of any other address."""
    reaches_everybody: ClassVar[bool] = True
    """Else `find_reached` and `reaches` say whom."""
    test_button: ClassVar[str] = "Send me a test"
    test_sent: ClassVar[str] = "A test is on its way to you. The result will appear below."
    broken: ClassVar[str] = "A channel no longer reaches you, so your notifications go another way."
    """What every page says then, with a link to a page."""
    broken_link: ClassVar[tuple[str, str]] = ("notice_switches", "See what is wrong")
    mend_link: ClassVar[tuple[str, str]] = ("notice_switches", "Send yourself a test.")
    mend_hint: ClassVar[str] = "It is used again once a test arrives."
    unreached: ClassVar[str] = ""
    """Why it reaches a reader not at all; with a link, and as the answer to a test."""
    unreached_link: ClassVar[tuple[str, str]] = ("notice_switches", "")
    unreached_test: ClassVar[str] = ""

    @abstractmethod
    def open_carrier(self) -> AbstractContextManager[Carrier]:
        """What carries one message after another until it is closed."""

    def is_set_up(self) -> bool:
        """Whether this site can use it at all."""
        return True

    def find_reached(self) -> Exists:
        """Whether it reaches the user of an outer query."""
        raise NotImplementedError

    def reaches(self, user: User) -> bool:
        return True
