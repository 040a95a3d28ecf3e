"""What a chat app is asked for and gives: the fields of an address, a request, a refusal."""

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
"""The fields of an address, by their names."""


class SiteFault(SharedFault):
    """The app refuses what the owner of the site has set for it, so that it takes nothing for anybody."""


class BadAddress(ValueError):
    """What was typed is no address of this app; `said` tells its owner why, and `field` is where."""

    def __init__(self, said: Said, *, field: str = "") -> None:
        super().__init__(str(said))
        self.said, self.field = said, field


class Field(NamedTuple):
    """What its owner types to connect it."""

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
    """Such as @our_bot."""
    link: str
    """Opens a chat with it, and sends the code that is put behind."""
    command: str
    """What is written to it before the code, by whoever does not use the link."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of the service, by `core.outgoing`."""

    method: str
    url: str = field(repr=False)
    """It may hold a secret, so it stands in no log."""
    data: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict)


class App(Protocol):
    """What its carrier and its addresses ask of a chat app: see `contract.ChatApp`."""

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
