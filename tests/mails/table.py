"""Every mail of the site, made by the code that sends it, for those who look at them: a browser test and screenshots.

A new kind of mail needs a row: a function decorated with `tells(<kind>)`, which does what the mail tells of and
returns its reader. The newest notice of that kind for that reader is what is looked at.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from pathlib import Path

from django.core.mail import EmailMessage
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from games.models import Game
from notifications.channels.email.composing import compose
from notifications.channels.email.files import StoredMail
from notifications.models import Notice
from tests.factories import GameFactory, UserFactory, play_turns
from tests.games.engine.test_golden import read

GOLDEN = Path(__file__).parent.parent / "games" / "engine" / "golden"
LONGEST = "W" * 20
ADDRESS = "somebody@example.net"
LINES_OF_OTHERS = re.compile(r"https?://|^> \S{70}|^\S+@\S+$")
"""Lines that may be long: with a link, an address to answer to, and a player's word that has no gap."""


@dataclass(frozen=True)
class Cast:
    """Alice reads, in Berlin; Boris is her opponent."""

    alice: User
    boris: User


Stage = Callable[[Cast], User | str | None]
MAILS: dict[str, tuple[str, Stage]] = {}
"""Name to what it is about, and how it comes about; returns the reader, a user or an address, None for Alice."""


def tells(kind: str) -> Callable[[Stage], Stage]:
    def add(stage: Stage) -> Stage:
        MAILS[stage.__name__] = (kind, stage)
        return stage

    return add


MADE: dict[str, StoredMail] = {}
"""By name, as they leave: each is made once."""


def make_mail(name: str) -> StoredMail:
    """The mail of this name; needs an empty database the first time."""
    if name not in MADE:
        MADE[name] = make_anew(name)
    return MADE[name]


@override_settings(EMAIL_BACKEND="notifications.channels.email.backend.OutboxBackend")
def make_anew(name: str) -> StoredMail:
    """With rows in the database, which must be empty."""
    notice, now = make_notice(name)
    return send(compose(notice, now=now))


def send(message: EmailMessage) -> StoredMail:
    """The same as it arrives."""
    return StoredMail("sent", message_from_bytes(message.message().as_bytes(), policy=policy.default))


def make_notice(name: str) -> tuple[Notice, datetime]:
    """The notice of this mail, and when it is put into words; needs an empty database."""
    kind, stage = MAILS[name]
    cast = Cast(
        UserFactory(username="Alice", time_zone="Europe/Berlin"),
        UserFactory(username="Boris", time_zone="America/New_York"),
    )
    reader = stage(cast) or cast.alice
    whose = {"recipient": reader} if isinstance(reader, User) else {"address": reader}
    notice = Notice.objects.filter(kind=kind, channel="email", **whose).latest("pk")
    if kind in ("your_turn", "deadline_near"):  # what waits of other games goes with it
        waiting = Notice.objects.open().filter(kind=kind, channel="email", **whose).order_by("pk")
        newest = {each.payload["game"]: each for each in waiting}
        notice.others = [each for game, each in newest.items() if game != notice.payload["game"]]
    return notice, max(notice.due_at, timezone.now())


def replay(golden: str, *, turns: int, first: User, second: User, **terms) -> Game:
    """A game as far as so many turns of one that was kept."""
    slug, options, moves = read((GOLDEN / f"{golden}.txt").read_text())
    game = GameFactory(ruleset_slug=slug, options=options, first=first, second=second, **terms)
    return play_turns(game, *moves[:turns])


def mover_of(game: Game) -> User:
    return game.seats.get(side=game.side_to_move).user
