"""The values that a chat app takes and gives: the fields of an address, a request, a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from core.outgoing import Response
from core.words import Said
from notifications.faults import SharedFault
from notifications.models import Notice
from notifications.wording.short import Short

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Address = Mapping[str, str]
"""The fields of an address, by name."""


class SiteFault(SharedFault):
    """The app refuses what the owner of the site has set up for it, so it accepts no messages at all."""


class BadAddress(ValueError):
    """What the user typed is no address of this app. `said` tells them why, and `field` says where."""

    def __init__(self, said: Said, *, field: str = "") -> None:
        super().__init__(str(said))
        self.said, self.field = said, field


class Field(NamedTuple):
    """A field that the user fills in to connect the app."""

    name: str
    label: StrOrPromise
    help: StrOrPromise = ""
    initial: str = ""
    is_secret: bool = False
    required: bool = True
    longest: int = 500


class BotAddress(NamedTuple):
    """The site's bot in a chat app."""

    name: str
    """The bot's name, such as @our_bot."""
    link: str
    """A link that opens a chat with the bot, and sends the code that is appended to it."""
    command: str
    """What users without the link write to the bot before the code."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to the service, which `core.outgoing` sends."""

    method: str
    url: str = field(repr=False)
    """It may hold a secret, so no log contains it."""
    data: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)


class App(Protocol):
    """What the carrier and the addresses need of a chat app: see `contract.ChatApp`."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def hosts(self) -> Sequence[str] | None: ...

    def read(self, typed: Address) -> Address: ...

    def name_address(self, address: Address) -> str: ...

    def write(self, short: Short, address: Address, *, notice: Notice) -> Request: ...

    def judge(self, response: Response) -> None: ...

    def excuse(self, said: str) -> Exception: ...
