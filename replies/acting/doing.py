"""Does what each line asks for, in the game that it names."""

from __future__ import annotations

from dataclasses import replace

from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from core.words import tell_list
from engine.contract import Side
from games.reading.find import find_game
from games.reading.seats import read_seats
from games.words import refusals
from notifications.models import ListedTurns
from notifications.wording import links
from replies.acting import registry
from replies.acting.contract import ILLEGAL, NOTHING_FOUND, Answer, Asked, Command, Deed
from replies.acting.naming import Named, Told, read_lines
from replies.acting.tidying import tidy
from replies.words import answers as words

LONGEST_REPEATED = 80
MOST_UNREAD = 10
"""So many lines are named that were not read."""


def act(asked: Asked) -> list[Answer]:
    """What came of each line that was read. A fault of ours is raised, and doing it again does nothing twice."""
    listed = list_told(asked)
    if not listed:
        return [refuse(Refusal(words.LIST_GONE()), asked.lines[0])]
    found = read_lines(asked, listed)
    if not found.named:
        answer = refuse(Refusal(words.WHICH_GAME(), status=422), asked.lines[0])
        return [replace(answer, listed_id=asked.addressed.listed_id)]
    return [*(act_in(named, asked=asked) for named in found.named), *tell_unread(found.unread, asked=asked)]


def tell_fault(asked: Asked) -> Answer:
    return Answer(
        "fault", words.FAULT(), asked.addressed.game_id or None, is_refusal=True, line=next(iter(asked.lines), "")
    )


def tell_nothing_found(asked: Asked) -> Answer:
    """The answer to a mail in which no line was found that its writer wrote."""
    addressed = asked.addressed
    said = words.NOTHING_FOUND_LISTED(link=links.absolute(reverse("home")))
    if addressed.listed_id:
        return Answer(NOTHING_FOUND, said, is_refusal=True, listed_id=addressed.listed_id)
    return Answer(NOTHING_FOUND, words.NOTHING_FOUND(), addressed.game_id, is_refusal=True)


def list_told(asked: Asked) -> list[Told]:
    """The games that the email was about, in its order."""
    addressed = asked.addressed
    if not addressed.listed_id:
        return [(addressed.game_id, addressed.revision, addressed.ply)]
    row = ListedTurns.objects.filter(pk=addressed.listed_id, user=addressed.user_id).first()
    return [(game, revision, ply) for game, revision, ply in row.turns] if row else []


def tell_unread(lines: list[str], *, asked: Asked) -> list[Answer]:
    """What was written is repeated to a proven sender alone."""
    if not lines or not asked.is_proven:
        return []
    quoted = tell_list(f"“{line[:LONGEST_REPEATED]}”" for line in lines[:MOST_UNREAD])
    return [Answer("unread", words.UNREAD_LINES(lines=quoted), is_refusal=True)]


def act_in(named: Named, *, asked: Asked) -> Answer:
    """What came of the line of one game. Raises nothing but faults of ours."""
    return replace(act_on(named, asked=asked), place=named.place)


def act_on(named: Named, *, asked: Asked) -> Answer:
    line = tidy(named.line)
    try:
        deed = find_deed(named, line, asked=asked)
    except Refusal as refusal:
        return refuse(refusal, line)
    if named.others and asked.is_proven:
        quoted = tell_list(f"“{each[:LONGEST_REPEATED]}”" for each in (named.line, *named.others))
        return replace(refuse(Refusal(words.NAMED_TWICE(lines=quoted), status=422), ""), game_id=deed.game.pk)
    command = registry.find(line)
    if not asked.is_proven:
        link = links.absolute(command.write_link(deed))
        return Answer("unproven", words.UNPROVEN(), deed.game.pk, line=line, link=link)
    try:
        return command.act(deed)
    except Refusal as refusal:
        return refuse_in(deed, refusal, command)


def find_deed(named: Named, line: str, *, asked: Asked) -> Deed:
    """Raises Refusal where they do not play in the game (any more)."""
    game_id, revision, ply = named.told
    game = find_game(game_id)
    mine = read_seats(game, reader_id=asked.reply.user_id).mine if game else None
    if game is None or mine is None:
        raise Refusal(words.NOT_YOURS(), status=403)
    at = min(max(asked.reply.arrived_at, game.turn_started_at), timezone.now())
    written, wanted, below = named.line, asked.addressed.asked, tidy(named.below)
    return Deed(asked.reply, game, Side(mine.side), revision, ply, line, written, at, wanted, below)


def refuse(refusal: Refusal, line: str) -> Answer:
    return Answer(refusal.code, refusal.said, is_refusal=True, line=line)


def refuse_in(deed: Deed, refusal: Refusal, command: Command) -> Answer:
    """The refusal that the page would give; of what is no turn, also what may be written instead."""
    gone_on = refusal.code == refusals.STALE.code
    said = words.GONE_ON() if gone_on else refusal.said
    answer = replace(refuse(refusal, deed.line), said=said, game_id=deed.game.pk)
    return replace(answer, hint=command.hint(deed)) if refusal.code == ILLEGAL else answer
