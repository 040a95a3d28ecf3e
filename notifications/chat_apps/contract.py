"""What a chat app must offer as a channel. It is a folder in `channels/` whose `channel` is an instance of a subclass
of `ChatApp`.

This class provides its page, its addresses, its switches and what happens when it fails.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from django.db.models import Exists, OuterRef
from django.utils.functional import lazystr
from django.utils.translation import gettext_lazy as _

from core.numbers import read_number
from core.outgoing import Response
from core.words import Sentence
from notifications.chat_apps.parts import Address, BotAddress, Field, Request
from notifications.contract import Carrier, PartialChannel
from notifications.faults import Deferred, Refused, RefusedAddress, SharedFault
from notifications.models import ChatAddress, Notice
from notifications.wording.clean import clean_line
from notifications.wording.short import Short

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

GONE = (401, 403, 404, 410)
"""Statuses that mean that the address, or the right to write there, has ended."""
LONGEST_WAIT = timedelta(hours=1)
LARGEST_WAIT = 1e6
"""The most seconds that are read; longer waits are treated alike."""
LONGEST_SAID = 200


class ChatApp(PartialChannel):
    title: ClassVar[str]
    """The name of the app."""
    fields: ClassVar[Sequence[Field]] = ()
    begins_by_code: ClassVar[bool] = False
    """Whether its address is not typed: instead the page shows a code, which the user sends to the site's bot in the
    app."""
    steps: ClassVar[Sequence[StrOrPromise]]
    """How a user connects it, step by step."""
    is_connected = True
    is_read_by_others = True
    hosts: ClassVar[Sequence[str] | None] = None
    """The hosts that the site may contact for it; None for any public host, since readers name servers of their own."""
    has_column: ClassVar[bool] = False
    test_sent: ClassVar[Sentence] = Sentence("test_sent", "A test is on its way. The result will appear below.")
    unreached: ClassVar[StrOrPromise] = _("You haven’t connected it.")
    unreached_test: ClassVar[Sentence] = Sentence("unreached_test", "You haven’t connected this app. Connect it first.")
    mend_hint: ClassVar[StrOrPromise] = ""

    def __init_subclass__(cls) -> None:
        """Sets the texts that are the same for each app, with its own name and page."""
        super().__init_subclass__()
        if not (title := getattr(cls, "title", "")):
            return
        page = page_of(cls.name)
        cls.label = title
        cls.by = lazystr(Sentence("by", "by {app}")(app=title))
        cls.test_button = lazystr(Sentence("test_button", "Send me a test by {app}")(app=title))
        cls.broken = lazystr(
            Sentence("broken", "{app} no longer takes our messages, so your notifications go another way.")(app=title)
        )
        cls.broken_link = (page, _("Fix it"))
        cls.mend_link = (page, _("Connect it again."))
        cls.unreached_link = (page, _("Connect it."))

    @property
    def page_name(self) -> str:
        return page_of(self.name)

    @property
    def end_name(self) -> str:
        return f"{page_of(self.name)}_end"

    def find_bot(self) -> BotAddress | None:
        """Returns where to send a code, or None if the app has not told the bot's name yet."""
        return None

    @abstractmethod
    def read(self, typed: Address) -> Address:
        """Reads the address from what the user typed (stripped) or what the bot was told. Raises BadAddress."""

    @abstractmethod
    def name_address(self, address: Address) -> str:
        """Names the address for its owner, without its secret parts."""

    @abstractmethod
    def write(self, short: Short, address: Address, *, notice: Notice) -> Request:
        """Returns the request that sends the message."""

    def judge(self, response: Response) -> None:
        """Raises what `notifications.faults` names if the message was not accepted."""
        status, said = response.status, clean_line(f"{response.status} {response.words}", longest=LONGEST_SAID)
        if 200 <= status < 300:
            return
        if status == 429:
            raise Deferred(said, shared=self.shares_limit(response), wait=read_wait(response))
        if status in GONE and self.is_own_word(response):
            raise RefusedAddress(said)
        if status >= 500 or status == 408 or status in GONE:
            raise self.excuse(said)
        raise Refused(said)

    def excuse(self, said: str) -> Exception:
        """Returns what to raise if the service is away. No reader is to blame, unless readers name the server."""
        return SharedFault(said) if self.hosts is not None else Deferred(said)

    def is_own_word(self, response: Response) -> bool:
        """Whether the service itself says so, and not a server in front of it that turns away the whole site."""
        return True

    def shares_limit(self, response: Response) -> bool:
        """Whether the whole site sends too much, and not just this address."""
        return False

    def find_reached(self) -> Exists:
        return Exists(ChatAddress.objects.filter(user=OuterRef("pk"), channel=self.name))

    def open_carrier(self) -> AbstractContextManager[Carrier]:
        from notifications.chat_apps.carrier import ChatCarrier  # only processes that deliver load it

        return ChatCarrier(self)


def page_of(channel: str) -> str:
    """Returns the name of the page where such a channel is connected."""
    return f"notice_{channel}"


def read_wait(response: Response) -> timedelta | None:
    """Returns how long an overloaded service wants the site to wait, an hour at most; None if it does not say. The
    header counts whole seconds; the JSON of some services has fractions."""
    said = read_json(response)
    named = read_number(response.headers.get("retry-after", "").partition(".")[0])
    told: list[Any] = [named, said.get("retry_after"), _thousandth(said.get("retry_after_ms"))]
    waits = [each for each in told if isinstance(each, int | float) and not isinstance(each, bool) and each >= 0]
    return min(timedelta(seconds=min(waits[0], LARGEST_WAIT) + 1), LONGEST_WAIT) if waits else None


def _thousandth(given: Any) -> Any:
    return given / 1000 if isinstance(given, int | float) else None


def read_json(response: Response) -> dict[str, Any]:
    """Returns the JSON object of the answer; empty if it has none."""
    try:
        found = json.loads(response.body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
