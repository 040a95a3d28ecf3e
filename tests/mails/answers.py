"""What must hold of an email that may be answered: it says how, with a turn that can be played; where no answer is
read, none is asked for."""

import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.mail import EmailMessage
from django.test import override_settings

from games.models import Game, Heartbeat
from games.outage_detection import TOLD_AFTER
from notifications.preferences.saving import save_preferences
from notifications.reply_tokens import find_token, read
from tests.mails.judging import Judge, Made, write
from tests.rows import begin_anew

INVITED = "Reply |reply with the word "
NOTHING_READ = re.compile(f"{INVITED}|Replies are delayed|mailto:|/rules/email/|\\b1\\. Mast")
DELAYED = "Replies are delayed, please play on the site."
EXAMPLE = re.compile(r"for example (?:(\d+): )?(\S+?)[,.] ")
SEVERAL = ("your_turns", "digest")
TOLD = {
    "draw_offered_at_my_turn": "Reply yes or no, or answer on the site.",
    "your_turn_first_of_all": "Reply with your turn, for example Md1-a1, or play on the site.",
    "chat_message": "reply with the word note and your message, for example: note Thank you!",
    "pause_ended_at_their_turn": "To write to Boris, reply with the word note and your message",
    "digest": "Reply with your turns, one per line, each after the number of its game, for example 2: ",
}
"""What can be answered fits what is told, by the names of emails."""


def is_asked(made: Made) -> bool:
    return made.kind.takes_replies and made.kind.name != "reply_answered"


def show(message: EmailMessage) -> tuple[str, str]:
    """Its text on one line, and its HTML."""
    return " ".join(message.body.split()), str(message.alternatives[0][0])


def judge_invitation(made: Made) -> Iterator[str]:
    for shown in show(made.message):
        if not re.search(INVITED, shown):
            yield f"it does not say how to answer: {shown}"
        if "/rules/email/" not in shown:
            yield f"it does not link to the page about answers: {shown}"
    text = show(made.message)[0]
    if TOLD.get(made.name, "") not in text:
        yield f"it does not say “{TOLD[made.name]}”: {text}"


def judge_examples(made: Made) -> Iterator[str]:
    """Its examples can be played, and it has one where a turn is asked for."""
    text, html = show(made.message)
    told = read(find_token(made.message.reply_to[0]))
    games = made.message.listed or [Game.objects.get(pk=told.game_id)]
    for number, turn in EXAMPLE.findall(text):
        if turn not in games[int(number or 1) - 1].position.legal_moves():
            yield f"its example {turn} cannot be played"
        if turn not in html:
            yield f"its HTML lacks the example {turn}"
    mine = games[0].side_to_move if told.game_id else None
    is_my_turn = mine is None or games[0].seats.get(user=told.user_id).side == mine
    asks_for_turn = is_my_turn and not games[0].is_over and made.kind.name != "offer_made"
    if bool(EXAMPLE.search(text)) != asks_for_turn:
        yield f"a turn is{'' if asks_for_turn else ' not'} asked for: {text}"


def judge_numbers(made: Made) -> Iterator[str]:
    """Several games are numbered, and each has an address of its own."""
    if made.name not in SEVERAL:
        return
    text, html = show(made.message)
    games, drafts = made.message.listed, re.findall(r'href="(mailto:[^"]+)"', html)
    if not len(drafts) == len(games) > 1:
        yield f"{len(games)} games have {len(drafts)} drafts"
    for number, (game, draft) in enumerate(zip(games, drafts, strict=False), start=1):
        title = f"{number}. {game.ruleset.name} #{game.pk} against "
        if title not in text or title not in unescape(html):
            yield f"it does not say {title}"
        link = urlsplit(draft.replace("&amp;", "&"))
        address = unquote(link.path)
        if address not in made.message.body.splitlines():
            yield f"the plain text lacks {address}"
        reader = games[0].seats.get(user__username="Alice").user_id
        told = read(find_token(address))
        named = (told.user_id, told.game_id, told.revision, told.ply)
        if named != (reader, game.pk, game.revision, game.ply):
            yield f"{address} names {named}, not game {game.pk} as it is"
        if not parse_qs(link.query)["subject"][0].endswith(f" ({game.ruleset.name} #{game.pk})"):
            yield f"the draft {draft} does not name the game"


def judge_delay(made: Made) -> Iterator[str]:
    """While replies are late it asks to play on the site."""
    with begin_anew():
        late = made.now - TOLD_AFTER - timedelta(minutes=1)
        Heartbeat.objects.create(part=Heartbeat.Part.NO_REPLY, at=late)
        message, _ = write(deepcopy(made.before), now=made.now)
    for shown in show(message):
        if DELAYED not in shown or re.search(f"{INVITED}|mailto:", shown):
            yield f"while replies are late: {shown}"
    if not message.reply_to:
        yield "while replies are late it names no address for them"


def judge_silence(made: Made) -> Iterator[str]:
    """Where no answer is read, nothing invites one; and to invite one takes one query, whether they are late."""
    with override_settings(REPLY_ADDRESS=""):
        message, queries = write(made.notice, now=made.now)
        yield from judge_uninvited(message, why="the site takes none")
    invited = write(made.notice, now=made.now)[1]
    if len(invited) > len(queries) + 1:
        yield f"to invite an answer takes {len(invited) - len(queries)} queries"
    with begin_anew():
        notice = deepcopy(made.before)
        save_preferences(notice.recipient, by_reply=False)
        yield from judge_uninvited(write(notice, now=made.now)[0], why="its reader wants none read")


def judge_uninvited(message: EmailMessage, *, why: str) -> Iterator[str]:
    for shown in show(message):
        if found := NOTHING_READ.search(shown):
            yield f"where {why}: {found[0]!r} in {shown}"
    if message.reply_to:
        yield f"where {why}: it names an address for replies"


JUDGES_OF_ANSWERED: tuple[Judge, ...] = (
    *(judge_invitation, judge_examples, judge_numbers, judge_delay, judge_silence),
)
