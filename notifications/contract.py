"""What a kind of notice and a channel must offer. `registry` finds both by where their files are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Said, Sentence
from notifications.timing import Urgency

if TYPE_CHECKING:
    from django.core.mail import EmailMessage
    from django.db.models import Exists
    from django_stubs_ext import StrOrPromise
    from icalendar import Event

    from games.models import Challenge, Game, Turn
    from games.reading.ratings import Change
    from notifications.models import Notice


class Way(Enum):
    """Whether a channel sends a kind of notice."""

    ON = "until its reader switches it off"
    OFF = "once its reader switches it on"
    NEVER = "not at all, or only in place of a broken channel"


@dataclass(frozen=True, slots=True)
class Line:
    """What the inbox says about a notice; `about` and `link` may be empty."""

    sentence: StrOrPromise | Said
    about: StrOrPromise | Said = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """What a page of notices needs: the games (with their seats and players) and the challenges, by their ids.

    `turns` has, by the id of the game, the turns that armed lines played, and before them the turn played by hand.
    """

    games: Mapping[int, Game] = field(default_factory=dict)
    challenges: Mapping[int, Challenge] = field(default_factory=dict)
    turns: Mapping[int, Sequence[Turn]] = field(default_factory=dict)
    changes: Mapping[int, Change] = field(default_factory=dict)
    """What games did to the reader's rating, for readers who see ratings."""


class Kind:
    """A kind of notice. It is a file in `kinds/` with the kind's name, which has a subclass of this class, and an
    object of that subclass named `kind`.

    Its texts are the templates in `notifications/<name>/`. Email uses subject.txt, body.txt and body.html. Push uses
    the subject and a common sentence, unless there is a push_title.txt or push_body.txt.
    """

    name: ClassVar[str]
    label: ClassVar[StrOrPromise]
    """What the kind tells, as in the reader's switch after “Tell me when”."""
    order: ClassVar[int] = 1000
    """Its place on the page with the switches."""
    note: ClassVar[str] = ""
    """A template that is shown below the label on that page."""
    urgency: ClassVar[Urgency] = Urgency.ORDINARY
    is_switchable: ClassVar[bool] = True
    """Whether the reader may switch it off."""
    is_for_staff: ClassVar[bool] = False
    """Whether only moderators get it. Then only they have a switch for it."""
    is_about_account: ClassVar[bool] = False
    """Whether it tells what staff decided about the reader or their game. Its emails do not offer to stop such
    emails."""
    has_many_ways: ClassVar[bool] = True
    """Whether every channel that `ways` allows sends it, or only the channel that it was written for."""
    ways: ClassVar[Mapping[str, Way]] = {}
    """What applies to each channel, by its name. `other_ways` applies to all other channels."""
    other_ways: ClassVar[Way] = Way.ON
    stands_in_inbox: ClassVar[bool] = True
    """Whether the inbox shows it if its channel is broken and no other channel works."""
    in_digest: ClassVar[bool] = False
    """Whether digests contain what the inbox has said about this kind since the last digest."""
    tells_turn: ClassVar[bool] = False
    """Whether its line in the inbox tells the last turn of its game."""
    passes_with_turn: ClassVar[bool] = False
    """Whether the inbox leaves it out once its turn is over. `game` and `ply` of its payload say which turn it is
    about."""
    mends_channel: ClassVar[bool] = False
    """Whether a broken channel counts as working again once a notice of this kind has arrived."""
    takes_replies: ClassVar[bool] = False
    """Whether the reader may reply to its email with a turn, or with another action in the game."""
    takes_yes: ClassVar[bool] = True
    """Whether a reply of just “yes” accepts the only offer that the email shows. It is False if “yes” might answer a
    person's words."""
    is_confidential: ClassVar[bool] = False
    """Whether the mere existence of the notice reveals who complained about somebody. The administration hides its rows
    from moderators, and from each administrator the rows that `find_hidden` names."""
    is_in_thread: ClassVar[bool] = False
    """Whether its emails belong to the thread of the game that the payload names. Their subjects name the opponent and
    end in “(Mastery #41)”, since many programs only group emails that share a reference and a subject."""
    sentence: ClassVar[Sentence | None] = None
    """What the inbox says about it."""
    page: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    def way_by(self, channel: str) -> Way:
        return self.ways.get(channel, self.other_ways)

    def find_hidden(self, staff: User) -> Q:
        """Says which rows of a confidential kind an administrator must not see because the rows concern them; by
        default all."""
        return Q()

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Returns the values for its templates as of `now`. Raises Dropped if the notice is no longer true."""
        return {}

    def require_true(self, notice: Notice, *, now: datetime) -> None:
        """Raises Dropped if the notice is no longer true at `now`. It is called if several notices become one
        message."""

    def restore_email(self, notice: Notice) -> EmailMessage | None:
        """Returns the finished email if other code wrote it, or None if the templates make it."""
        return None

    def keep_payload(self, payload: Any) -> Any:
        """Returns what is kept of the payload after the notice is closed."""
        return payload

    def name_subject(self, notice: Notice) -> Hashable:
        """What the notice is about. The inbox shows consecutive notices with the same subject as one. If None, it shows
        each."""
        return None

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        link = reverse(self.page) if self.page else ""
        return Line(self.sentence() if self.sentence else self.label, link=link)

    def write_feed_item(self, game: Game, *, user: User, known: Known) -> dict[str, Any] | None:
        """The feed's item for a game that waits for the user, as keyword arguments for Django's feeds."""
        return None

    def write_event(self, game: Game, *, user: User) -> Event | None:
        """The calendar's event for the deadline of a game that waits for the user."""
        return None


class Carrier(Protocol):
    """Sends the notices of one run, one after another."""

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Sends a notice. Raises the exceptions of `notifications.faults`; after any other exception the notice is
        tried again."""


class Channel(ABC):
    """A way to reach a reader. It is a folder in `channels/` with a `channel.py`, which has a subclass of this class,
    and an instance of it named `channel`.

    If the folder has a `urls.py`, the channel has addresses; if it has a `receivers.py`, it receives signals.
    """

    name: ClassVar[str]
    """The channel's name in database rows."""
    label: ClassVar[StrOrPromise]
    by: ClassVar[StrOrPromise]
    """How sentences name it, such as “by email”."""
    order: ClassVar[int] = 50
    """Its place on pages. Runs deliver in the opposite order: email comes last, so that a slow or missing mail server
    only delays emails."""
    is_on_site: ClassVar[bool] = False
    """Whether the site itself shows its notices: at once, at any hour, and even if no other channel works."""
    joins_turns: ClassVar[bool] = False
    """Whether turns of several games become one message, whose `others` the carrier receives. If not, and the reader
    wants one message until they visit, one turn is sent first and the others wait until it has been sent."""
    may_break: ClassVar[bool] = True
    """Whether three failures or a bounce break it. Another channel then replaces it."""
    is_read_by_others: ClassVar[bool] = False
    """Whether other people may read along. Then it sends nothing that staff decide about people or are told in
    confidence."""
    uses_address: ClassVar[bool] = False
    """Whether it sends to the reader's email address, so that a failure says nothing about any other address."""
    has_column: ClassVar[bool] = True
    """Whether the page of switches also shows it to readers whom it cannot reach. If not, they see a link to its own
    page."""
    fails: ClassVar[StrOrPromise] = _("The site can’t send by one of its channels. See the log")
    """What administrators read in their inbox while the channel sends nothing because of a fault of the site's own."""
    test_button: ClassVar[StrOrPromise] = _("Send me a test")
    test_sent: ClassVar[Sentence] = Sentence("test_sent", "A test is on its way to you. The result will appear below.")
    """What the reader is told after asking for a test; it may name the `address`."""
    broken: ClassVar[StrOrPromise] = _("A channel no longer reaches you, so your notifications go another way.")
    """The warning, with a link, that every page shows while the channel is broken."""
    broken_link: ClassVar[tuple[str, StrOrPromise]] = ("notice_switches", _("See what is wrong"))
    mend_link: ClassVar[tuple[str, StrOrPromise]] = ("notice_switches", _("Send yourself a test."))
    mend_hint: ClassVar[StrOrPromise] = _("It is used again once a test arrives.")
    unreached: ClassVar[StrOrPromise] = ""
    """Why the channel cannot reach a reader: shown with a link, and as the answer to a test."""
    unreached_link: ClassVar[tuple[str, StrOrPromise]] = ("notice_switches", "")
    unreached_test: ClassVar[Sentence] = Sentence("unreached_test", "This channel doesn’t reach you.")

    @abstractmethod
    def open_carrier(self) -> AbstractContextManager[Carrier]:
        """Returns a carrier for one run, as a context manager."""

    def is_set_up(self) -> bool:
        """Whether this site has what the channel needs."""
        return True

    def reaches(self, user: User) -> bool:
        return True


class PartialChannel(Channel):
    """A channel that only reaches some users, for example those who have registered a device."""

    is_connected: ClassVar[bool] = False
    """Whether it reaches the users who have a `ChatAddress` with its name. One query asks this for all such
    channels."""

    @abstractmethod
    def find_reached(self) -> Exists:
        """Returns an SQL condition that says whether the channel reaches the user of the outer query."""

    def reaches(self, user: User) -> bool:
        return User.objects.filter(self.find_reached(), pk=user.pk).exists()
