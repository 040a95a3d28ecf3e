"""What must hold of every email as it leaves: each function yields what is wrong with one. `answers` adds what
holds of those that may be answered.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from urllib.parse import urlsplit

import time_machine
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.reading.seats import read_seats
from notifications import registry
from notifications.channels.email.composing import compose
from notifications.channels.email.files import StoredMail
from notifications.contract import Kind
from notifications.models import Notice
from tests.mails.table import LINES_OF_OTHERS, make_notice, send

WIDEST_LINE = 78
"""Characters that every mail program shows on a line: RFC 5322, 2.1.1."""
WITHOUT_BOARD = {"answered_without_naming_a_game", "reply_unread", "rating_corrected", "vacation_used"}
"""Kinds and mails that name a game in their subject, and tell of a number, a day, or of several games."""
OF_OTHERS = {"ladder_moved", "ladder_left", "ladder_placed", "followed_started", "followed_over"}
"""Their payload names a game that their reader need not have played."""
ENTITY = re.compile(r"&(#\w+|amp|lt|gt|quot|nbsp);")
READS = ("SELECT", "(SELECT", "WITH", "SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")


@dataclass(frozen=True)
class Made:
    """An email of `tests/mails`: its notice, as it was and as it is now, what was sent, and what that asked for."""

    name: str
    notice: Notice
    now: datetime
    before: Notice
    message: EmailMessage
    queries: Sequence[str]

    @property
    def kind(self) -> Kind:
        return registry.KINDS.get(self.notice.kind)

    @cached_property
    def mail(self) -> StoredMail:
        """As it arrives."""
        return send(self.message)


Judge = Callable[[Made], Iterator[str]]


def make(name: str) -> Made:
    """Needs an empty database."""
    notice, now = make_notice(name)
    before = deepcopy(notice)
    message, queries = write(notice, now=now)
    return Made(name, notice, now, before, message, queries)


def write(notice: Notice, *, now: datetime) -> tuple[EmailMessage, list[str]]:
    """Also tells what it asks of the database."""
    with time_machine.travel(now, tick=False), CaptureQueriesContext(connection) as queries:  # links tell the second
        message = compose(notice, now=now)
    return message, [each["sql"] for each in queries]


def judge_links(made: Made) -> Iterator[str]:
    """They are absolute, and those of buttons stand in the plain text too."""
    html = made.mail.html
    links = re.findall(r'<a [^>]*?href="([^"]*)"', html)
    if not links:
        yield "there is no link"
    for link in links:
        if not link.startswith("mailto:") and urlsplit(link)[:2] != urlsplit(settings.SITE_URL)[:2]:
            yield f"{link} leads elsewhere"
    for link in re.findall(r'<a class="button"[^>]*?href="([^"]*)"', html):
        if link not in made.mail.text:
            yield f"the plain text lacks the button's {link}"


def judge_pictures(made: Made) -> Iterator[str]:
    for picture in re.findall(r"<img [^>]*>", made.mail.html):
        if 'src="data:image/png;base64,' not in picture:
            yield f"not in the email itself: {picture[:200]}"
        is_face = picture.startswith('<img class="face" alt="" ')  # the name stands beside it
        if not is_face and not re.search(r'alt="[^"]{10,}"', picture):
            yield f"not described: {picture[:200]}"


def judge_text(made: Made) -> Iterator[str]:
    """The plain text reads well."""
    subject, text = made.mail.subject, made.mail.text.strip()
    if not subject.strip():
        yield "there is no subject"
    if "\n\n\n" in text:
        yield "there are two empty lines in a row"
    if found := ENTITY.search(text + subject) or re.search(r"\{[{%]|None|<[a-z/]", text):
        yield f"{found[0]} is not for people"
    for line in text.splitlines():
        if len(line) > WIDEST_LINE and not LINES_OF_OTHERS.search(line):
            yield f"a line of {len(line)} characters: {line}"


def judge_board(made: Made) -> Iterator[str]:
    """What names a game links to it, and shows the board in letters."""
    named, text = re.search(r"#(\d+)\)", made.mail.subject), made.mail.text
    if named and not (WITHOUT_BOARD & {made.name, made.kind.name}):
        if f"{settings.SITE_URL}/games/{named[1]}/" not in text:
            yield "the plain text does not link to the game"
        if not re.search(r"^ 1  [A-Za-z.]( [A-Za-z.])+$", text, re.M):
            yield "the plain text has no board"


def judge_thread(made: Made) -> Iterator[str]:
    """A thread is one game: its emails name opponent and game in the subject, and refer to the game. No other does."""
    references, subject = made.message.extra_headers.get("References", ""), made.message.subject
    number = made.notice.payload.get("game")
    if number is None or made.notice.others or made.kind.name in OF_OTHERS:
        if "game-" in references:
            yield f"it is about no single game, but refers to {references}"
        return
    game = Game.objects.prefetch_related("seats__user").get(pk=number)
    opponent = read_seats(game, reader_id=made.notice.recipient_id).other.user.shown_name
    if not (subject.endswith(f" ({game.ruleset.name} #{number})") and opponent in subject):
        yield f"the subject does not name {opponent} and game {number}: {subject}"
    if not references.startswith(f"<game-{number}@"):
        yield f"it does not refer to game {number}, but to {references!r}"


def judge_vacation(made: Made) -> Iterator[str]:
    """Vacation that saved one game names it like the others."""
    subject = made.message.subject
    named = "A day of your vacation saved your game against Boris (M"
    if made.kind.name == "vacation_used" and not subject.endswith(" games") and not subject.startswith(named):
        yield subject


def judge_repeat(made: Made) -> Iterator[str]:
    """Putting a notice into words changes nothing: it may be done again, and says the same."""
    again, queries = write(made.notice, now=made.now)
    if again.body != made.message.body:
        yield f"it said {made.message.body}, and now {again.body}"
    if model_to_dict(made.notice) != model_to_dict(made.before):
        yield f"the notice was {model_to_dict(made.before)}, and is now {model_to_dict(made.notice)}"
    for sql in (*made.queries, *queries):
        if not sql.startswith(READS) or "FOR UPDATE" in sql:
            yield f"it writes or locks: {sql[:60]}"


JUDGES: tuple[Judge, ...] = (
    *(judge_links, judge_pictures, judge_text, judge_board, judge_thread, judge_vacation, judge_repeat),
)
