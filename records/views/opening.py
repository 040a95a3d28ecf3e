"""Opens a record that somebody brings, by paste or as a file, for the practice board and for their analyses."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limiting.origin import hash_networks
from accounts.limiting.spending import spend
from accounts.people.board_look import read_look
from core.numbers import read_number
from core.refusal import Refusal, note_refusal
from engine import drawing
from engine.contract import Position
from engine.pasted import tidy
from games.telling import tell_result
from records.reading import MOST_BYTES, Read, decode, play_through, read_all
from records.record import Record
from records.splitting import BadRecord
from records.words import faults, pages

MOST_GAMES = 200
"""Games of one text of which one is chosen."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_record(request: HttpRequest) -> HttpResponse:
    """Shows what a record holds and where it can be opened. Whatever cannot be read is told with its line and column;
    what was read before it can be opened all the same, and what was pasted stays in the form."""
    if request.method != "POST":
        return render(request, "records/open.html", {"most": MOST_BYTES})
    pasted = request.POST.get("text", "").replace("\r\n", "\n")
    try:
        with transaction.atomic():
            spend("record", now=timezone.now(), origin=hash_networks(request))
        pasted = bring(request.FILES.get("file")) or pasted
        context = describe(list_games(pasted), chosen=request.POST.get("chosen", ""))
    except Refusal as refusal:
        told = {"most": MOST_BYTES, "pasted": pasted, "refusal": refusal}
        return note_refusal(render(request, "records/open.html", told), refusal)
    except BadRecord as fault:
        told = {"most": MOST_BYTES, "pasted": pasted, "fault": fault.said}
        return render(request, "records/open.html", told, status=422)
    context |= {"most": MOST_BYTES, "pasted": pasted, "look": read_look(request)}
    return render(request, "records/open.html", context, status=422 if context.get("fault") else 200)


def bring(file: UploadedFile | None) -> str:
    """The text of the file, empty without one. Raises BadRecord."""
    return decode(file.read(MOST_BYTES + 1)) if file else ""


def list_games(text: str) -> list[Read]:
    """The games of a text. Raises BadRecord where it is too large, or holds none."""
    if len(text.encode()) > MOST_BYTES:
        raise BadRecord(faults.TOO_LARGE(most=MOST_BYTES))
    found = list(islice(read_all(text), MOST_GAMES))
    if not is_whole(found) and (plain := tidy(text)) != text:  # what a word processor or an email made of it
        again = list(islice(read_all(plain), MOST_GAMES))
        found = again if is_whole(again) else found
    if not found:
        raise BadRecord(faults.NOTHING())
    if len(found) == 1 and found[0].record is None and found[0].fault:
        raise found[0].fault
    return found


def is_whole(found: list[Read]) -> bool:
    """Whether there are games, and each could be read to its end."""
    return bool(found) and all(read.fault is None for read in found)


def describe(found: list[Read], *, chosen: str) -> dict[str, Any]:
    """The one game, or the chosen one, and the list of all where there are several."""
    number = read_number(chosen) if len(found) > 1 else 0
    several = [tell_in_short(read) for read in found] if len(found) > 1 else []
    if number is None or number >= len(found):
        return {"several": several}
    read = found[number]
    if read.record is None:
        return {"several": several, "chosen": number, "fault": read.fault and read.fault.said}
    read, positions = play_through(read)
    assert read.record is not None
    opened = tell_opened(read.record, positions, is_cut=read.fault is not None)
    return {"several": several, "chosen": number, "fault": read.fault and read.fault.said, **opened}


def tell_in_short(read: Read) -> str:
    record = read.record
    if record is None:
        return str(read.fault.said) if read.fault else ""
    told = {"ruleset": record.ruleset.name, "count": len(record.turns), "result": record.result}
    if record.first and record.second:
        return str(pages.IN_SHORT(first=record.first, second=record.second, **told))
    return str(pages.NAMELESS(**told))


def tell_opened(record: Record, positions: list[Position], *, is_cut: bool) -> dict[str, Any]:
    """What the page shows of a game, and what the forms that open it elsewhere send."""
    ruleset = record.ruleset
    last = record.turns[-1].text if record.turns else None
    start, usual = positions[0].text(), ruleset.start(**record.options).text()
    single = {option.name for option in ruleset.options if not option.multiple}
    sent = {name: str(value) for name, value in record.options.items() if name in single}
    sent |= {"position": "" if start == usual else start, "turns": "; ".join(turn.text for turn in record.turns)}
    result = ""
    if record.termination:
        result = tell_result(ruleset, winner=record.winner, termination=record.termination)
    return {
        "record": record,
        "ruleset": ruleset,
        "told": (pages.READ_SO_FAR if is_cut else pages.READ)(count=len(record.turns)),
        "result": result,
        "sent": {name: value for name, value in sent.items() if value},
        "board": drawing.draw_board(ruleset, positions[-1], last_turn=last, label=str(pages.LAST_POSITION())),
    }
