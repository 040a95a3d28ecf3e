"""What a kind of notice and a channel say of themselves; `registry` finds both by their place."""

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
    from notifications.models import Notice


class Way(Enum):
    """Whether a kind is sent by a channel."""

    ON = "until its reader switches it off"
    OFF = "once its reader switches it on"
    NEVER = "not at all, or only in place of a broken channel"


@dataclass(frozen=True, slots=True)
class Line:
    """What the inbox says of a notice; `about` and `link` may be empty."""

    sentence: StrOrPromise | Said
    about: StrOrPromise | Said = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """The games (with their seats and players) and the challenges that a page of notices tells of, by their ids; and
    by those of their games the turns that armed lines played, with the one by hand before them."""

    games: Mapping[int, Game] = field(default_factory=dict)
    challenges: Mapping[int, Challenge] = field(default_factory=dict)
    turns: Mapping[int, Sequence[Turn]] = field(default_factory=dict)


class Kind:
    """A kind of notice: a file of `kinds/`, named as the kind is. It has a subclass of this, and an object of that
    subclass named `kind`.

    Its words are templates of `notifications/<name>/`: subject.txt, body.txt and body.html for email; for push the
    subject and a common sentence, unless there is a push_title.txt or push_body.txt.
    """

    name: ClassVar[str]
    label: ClassVar[StrOrPromise]
    """What it tells, as its reader's switch for it says after “Tell me when”."""
    order: ClassVar[int] = 1000
    """Its place on the page of switches."""
    note: ClassVar[str] = ""
    """A template shown below its label there."""
    urgency: ClassVar[Urgency] = Urgency.ORDINARY
    is_switchable: ClassVar[bool] = True
    """Whether its reader may switch it off."""
    is_for_staff: ClassVar[bool] = False
    """Whether only moderators are told of it, so that nobody else has a switch for it."""
    is_about_account: ClassVar[bool] = False
    """Whether it tells what staff decided about its reader or their game, so that no email of it offers to be the
    last."""
    has_many_ways: ClassVar[bool] = True
    """Whether it is sent by every channel that `ways` allows, or only by the one that it was written for."""
    ways: ClassVar[Mapping[str, Way]] = {}
    """By the name of a channel. All other channels are as `other_ways` says."""
    other_ways: ClassVar[Way] = Way.ON
    stands_in_inbox: ClassVar[bool] = True
    """Whether the inbox shows it where its channel is broken and no other works."""
    in_digest: ClassVar[bool] = False
    """Whether the digest of a reader who has one tells what the inbox was told since the last."""
    tells_turn: ClassVar[bool] = False
    """Whether its line in the inbox tells the last turn of its game."""
    passes_with_turn: ClassVar[bool] = False
    """Whether the inbox leaves it out once its turn is over; `game` and `ply` of its payload say which turn."""
    mends_channel: ClassVar[bool] = False
    """Whether a broken channel counts as working again once a notice of this kind has arrived."""
    takes_replies: ClassVar[bool] = False
    """Whether its reader may answer its email with a turn, or with what else one does in a game."""
    takes_yes: ClassVar[bool] = True
    """Whether a bare “yes” answers the one offer that its email shows; not where it may answer a person's words."""
    is_confidential: ClassVar[bool] = False
    """Whether it shows who complained of somebody that there is such a notice for them. The administration keeps its
    rows from moderators, and from administrators as `find_hidden` says."""
    is_in_thread: ClassVar[bool] = False
    """Whether its emails stand in the thread of the game that the payload names. Their subjects name the opponent and
    end in “(Mastery #41)”, since many programs show as one thread what has a reference and a subject in common."""
    sentence: ClassVar[Sentence | None] = None
    """What the inbox says of it."""
    page: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.name = cls.__module__.rpartition(".")[2]

    def way_by(self, channel: str) -> Way:
        return self.ways.get(channel, self.other_ways)

    def find_hidden(self, staff: User) -> Q:
        """Which rows of a confidential kind an administrator does not see, whom they concern; all, if not said."""
        return Q()

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """What its templates are given, as things stand at `now`. Raises Dropped where it is no longer true."""
        return {}

    def require_true(self, notice: Notice, *, now: datetime) -> None:
        """Raises Dropped where it is no longer true at `now`. Asked of one of several that are one message."""

    def restore_email(self, notice: Notice) -> EmailMessage | None:
        """The finished email where it was written elsewhere; None where the templates make it."""
        return None

    def keep_payload(self, payload: Any) -> Any:
        """What is kept of the payload once the notice is closed."""
        return payload

    def name_subject(self, notice: Notice) -> Hashable:
        """What the notice is about: the inbox shows several in a row about one subject as one. None where each is
        shown."""
        return None

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        link = reverse(self.page) if self.page else ""
        return Line(self.sentence() if self.sentence else self.label, link=link)

    def write_feed_item(self, game: Game, *, user: User, known: Known) -> dict[str, Any] | None:
        """The item in the feed for a game that waits for the user, as keyword arguments of Django's feeds."""
        return None

    def write_event(self, game: Game, *, user: User) -> Event | None:
        """The event in the calendar of deadlines for a game that waits for the user."""
        return None


class Carrier(Protocol):
    """Carries the notices of one run, one after another."""

    def deliver(self, notice: Notice, *, now: datetime) -> None:
        """Raises the exceptions of `notifications.faults`. After any other exception the notice is tried again."""


class Channel(ABC):
    """A way to a reader: a folder of `channels/` with a `channel.py`, which has a class made from this and an instance
    of it named `channel`.

    A folder with a `urls.py` has addresses; one with a `receivers.py` receives signals.
    """

    name: ClassVar[str]
    """Its name in rows."""
    label: ClassVar[StrOrPromise]
    by: ClassVar[StrOrPromise]
    """Such as “by email”."""
    order: ClassVar[int] = 50
    """Its place on pages. Runs deliver in the opposite order: email comes last, so that a mail server that is away or
    slow holds up nothing but emails."""
    is_on_site: ClassVar[bool] = False
    """Whether its notices are shown on the site itself: at once, at any hour, and also where no other channel works."""
    joins_turns: ClassVar[bool] = False
    """Whether the turns of several games come as one message, whose `others` its carrier is handed. Where they do not,
    one of them goes ahead and the others wait until it was sent, if their reader wants one message until a visit."""
    may_break: ClassVar[bool] = True
    """Whether three failures or a bounce break it, after which another channel takes its place."""
    is_read_by_others: ClassVar[bool] = False
    """Whether others than its reader may read along, so that nothing goes by it that staff decide about people or are
    told in confidence."""
    uses_address: ClassVar[bool] = False
    """Whether it sends to the reader's email address, so that a failure says nothing about any other address."""
    has_column: ClassVar[bool] = True
    """Whether the page of switches shows it also to a reader whom it does not reach, rather than a link to its own
    page."""
    fails: ClassVar[StrOrPromise] = _("The site can’t send by one of its channels. See the log")
    """What administrators read in their inbox while it carries nothing, for a fault of the site's own."""
    test_button: ClassVar[StrOrPromise] = _("Send me a test")
    test_sent: ClassVar[Sentence] = Sentence("test_sent", "A test is on its way to you. The result will appear below.")
    """What its reader is told then; it may name the `address`."""
    broken: ClassVar[StrOrPromise] = _("A channel no longer reaches you, so your notifications go another way.")
    """The warning that every page shows while it is broken, with a link."""
    broken_link: ClassVar[tuple[str, StrOrPromise]] = ("notice_switches", _("See what is wrong"))
    mend_link: ClassVar[tuple[str, StrOrPromise]] = ("notice_switches", _("Send yourself a test."))
    mend_hint: ClassVar[StrOrPromise] = _("It is used again once a test arrives.")
    unreached: ClassVar[StrOrPromise] = ""
    """Why it does not reach a reader: shown with a link, and as the answer to a test."""
    unreached_link: ClassVar[tuple[str, StrOrPromise]] = ("notice_switches", "")
    unreached_test: ClassVar[Sentence] = Sentence("unreached_test", "This channel doesn’t reach you.")

    @abstractmethod
    def open_carrier(self) -> AbstractContextManager[Carrier]:
        """A carrier for one run, as a context."""

    def is_set_up(self) -> bool:
        """Whether this site has what the channel needs."""
        return True

    def reaches(self, user: User) -> bool:
        return True


class PartialChannel(Channel):
    """A channel that reaches some users alone, such as those who have registered a device."""

    is_connected: ClassVar[bool] = False
    """Whether it reaches those who have a `ChatAddress` of its name: of all such channels a turn asks at once."""

    @abstractmethod
    def find_reached(self) -> Exists:
        """An SQL condition: whether the channel reaches the user of the outer query."""

    def reaches(self, user: User) -> bool:
        return User.objects.filter(self.find_reached(), pk=user.pk).exists()
