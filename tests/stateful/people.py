"""The players of the stateful test, and what each of them has chosen: written down here, never read from the site."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.models import User
from notifications.models import Mode

Place = tuple[str, str]

HOMES = (
    ("Alice", "Europe/Berlin", "67"),
    ("Boris", "America/New_York", "56"),
    ("Carol", "Asia/Kolkata", "7"),
)
DOMAINS = {"Alice": "example.org", "Boris": "example.net", "Carol": "example.com"}
"""Three, so that what refuses everybody can be told from what refuses one."""
URGENT = {"deadline_near", "vacation_used", "challenge_expiring"}
ASKED_FOR = {
    "reply_answered",
    "reply_unread",
    "test",
    "account",
    "invitation",
    "restricted",
    "restriction_over",
    "appeal_answered",
    "staff_decided",
    "staff_message",
}


@dataclass
class Player:
    """A player as the test knows them."""

    pk: int
    name: str
    zone: str
    weekend: str
    mode: str = Mode.EACH
    quiet: tuple[int, int] | None = None
    off: set[Place] = field(default_factory=set)
    """What is switched off."""
    devices: list[str] = field(default_factory=list)
    app: str = ""
    """The address of the webhook of theirs that is connected."""
    leaves: bool = False
    """Whether they have asked to close their account, and so are told nothing more."""

    @property
    def user(self) -> User:
        """As the database has them now: a view reads them anew, too."""
        return User.objects.get(pk=self.pk)

    @property
    def address(self) -> str:
        return address_of(self.name)

    def wants(self, kind: str, channel: str) -> bool:
        return (kind, channel) not in self.off

    def is_told_of(self, kind: str) -> bool:
        """Whether their mode lets such news leave the site at all."""
        if kind in ASKED_FOR:
            return True
        if self.mode == Mode.OFF:
            return False
        if self.mode == Mode.URGENT:
            return kind in URGENT
        digests = self.mode in (Mode.DAILY, Mode.TWICE)
        return {"your_turn": not digests, "digest": digests}.get(kind, True)

    def is_quiet(self, at: datetime) -> bool:
        if self.quiet is None:
            return False
        (begins, ends), hour = self.quiet, at.astimezone(ZoneInfo(self.zone)).hour
        return begins <= hour < ends if begins < ends else hour >= begins or hour < ends

    def find_end_of_quiet(self, at: datetime) -> datetime:
        """The first full minute from then on that is not quiet."""
        while self.is_quiet(at):
            at += timedelta(minutes=1)
        return at


def address_of(name: str) -> str:
    return f"{name.lower()}@{DOMAINS[name]}"


def sign_up() -> list[int]:
    """Their numbers: the same users serve every example."""
    return [
        User.objects.create_verified(name, email=address_of(name), time_zone=zone, weekend=weekend).pk
        for name, zone, weekend in HOMES
    ]


def make_people(numbers: list[int]) -> list[Player]:
    return [Player(pk, name, zone, weekend) for pk, (name, zone, weekend) in zip(numbers, HOMES, strict=True)]
