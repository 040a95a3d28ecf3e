"""Does what each line asks for, in the game that it names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from engine.contract import Side
from games.play import errors
from games.reading.find import find_game
from games.reading.seats import read_seats
from notifications.models import ListedTurns
from notifications.wording import links
from replies.acting import registry
from replies.acting.contract import ILLEGAL, NOTHING_FOUND, Answer, Asked, Command, Deed
from replies.acting.tidying import split_number, tidy
from replies.words import answers as words

Told = tuple[int, int, int]
"""A game as an email showed it: its id, its revision, and how many turns had been played."""


def act(asked: Asked) -> list[Answer]:
    """What came of each line that was read. A fault of ours is raised, and doing it again does nothing twice."""
    listed = list_told(asked)
    if not listed:
        return [refuse(Refusal(words.LIST_GONE()), asked.lines[0])]
    found = list(read_lines(asked, listed))
    if not found:
        answer = refuse(Refusal(words.WHICH_GAME(), status=422), asked.lines[0])
        return [replace(answer, listed_id=asked.addressed.listed_id)]
    return [act_in(told, line, asked=asked) for told, line in found]


def tell_fault(asked: Asked) -> Answer:
    return Answer("fault", words.FAULT(), asked.addressed.game_id or None, is_refusal=True, line=asked.lines[0])


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


def read_lines(asked: Asked, listed: list[Told]) -> Iterator[tuple[Told, str]]:
    """Of an email about one game the first line; of one about several each, up to the first that has no number. A
    game is named once."""
    if len(listed) == 1 and not asked.addressed.listed_id:
        mark, number, rest = split_number(asked.lines[0])
        is_its_number = (mark == "" and number == 1) or number == listed[0][0]
        yield listed[0], rest if is_its_number else asked.lines[0]
        return
    left = list(listed)
    for line in asked.lines:
        mark, number, rest = split_number(line)
        told = find_told(listed, mark=mark, number=number)
        if told not in left:
            return
        left.remove(told)
        yield told, rest


def find_told(listed: list[Told], *, mark: str, number: int | None) -> Told | None:
    """By its place in the list, or by the number of the game; None for no game of the list."""
    if number is not None and not mark and 1 <= number <= len(listed):
        return listed[number - 1]
    return next((told for told in listed if told[0] == number), None)


def act_in(told: Told, written: str, *, asked: Asked) -> Answer:
    """What came of one line. Raises nothing but faults of ours."""
    line = tidy(written)
    try:
        deed = find_deed(told, line, written, asked=asked)
    except Refusal as refusal:
        return refuse(refusal, line)
    command = registry.find(line)
    if not asked.is_proven:
        link = links.absolute(command.write_link(deed))
        return Answer("unproven", words.UNPROVEN(), deed.game.pk, line=line, link=link)
    try:
        return command.act(deed)
    except Refusal as refusal:
        return refuse_in(deed, refusal, command)


def find_deed(told: Told, line: str, written: str, *, asked: Asked) -> Deed:
    """Raises Refusal where they do not play in the game (any more)."""
    game_id, revision, ply = told
    game = find_game(game_id)
    mine = read_seats(game, reader_id=asked.reply.user_id).mine if game else None
    if game is None or mine is None:
        raise Refusal(words.NOT_YOURS(), status=403)
    at = min(max(asked.reply.arrived_at, game.turn_started_at), timezone.now())
    return Deed(asked.reply, game, Side(mine.side), revision, ply, line, written, at, asked.addressed.asked)


def refuse(refusal: Refusal, line: str) -> Answer:
    return Answer(refusal.code, refusal.said, is_refusal=True, line=line)


def refuse_in(deed: Deed, refusal: Refusal, command: Command) -> Answer:
    """The refusal that the page would give; of what is no turn, also what may be written instead."""
    gone_on = refusal.code == errors.stale().code
    said = words.GONE_ON() if gone_on else refusal.said
    answer = replace(refuse(refusal, deed.line), said=said, game_id=deed.game.pk)
    return replace(answer, hint=command.hint(deed)) if refusal.code == ILLEGAL else answer
