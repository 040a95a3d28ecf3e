"""What the script of a board is told: the turns that can be clicked, how one would look, why a click is refused."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse, JsonResponse

from core.words import Sentence
from engine import drawing
from engine.contract import IllegalMove, Position, Ruleset
from games.drawn import explain_click, list_zones, remarks_on
from games.telling.played import tell_staged
from games.views.typed import read_text
from games.words.illegal import tell_error

MOST_CLICKS = 8


def answer_staging(
    ruleset: Ruleset,
    before: Position,
    asked: Mapping[str, str],
    *,
    label: Sentence,
    flipped: bool,
    coordinates: bool = True,
    mine: bool = True,
) -> HttpResponse:
    """The board as it would look after `?text=`, and what the turn does; 422 with a sentence where it is not legal.

    What it does is told to its mover, unless it is not `mine`: a turn that the opponent might play.

    For `?clicks=`, why the last of these squares cannot be clicked.
    """
    if clicks := asked.get("clicks", "").split()[:MOST_CLICKS]:
        return JsonResponse({"why": explain_click(ruleset, before, clicks)})
    try:
        text = before.canonical(read_text(asked.get("text", "")))
    except IllegalMove as error:
        return refuse(tell_error(error))
    after = before.play(text)
    board = drawing.draw_board(
        ruleset,
        after,
        flipped=flipped,
        last_turn=text,
        interactive=True,
        coordinates=coordinates,
        before=before,
        label=str(label(ruleset=ruleset.name, turn=text)),
    )
    said = [tell_staged(ruleset, before, text, after)] if mine else remarks_on(ruleset, before, text, after)
    return JsonResponse({"board": board, "zones": list_zones(after), "said": said})


def refuse(sentence: str) -> HttpResponse:
    return HttpResponse(sentence, status=422, content_type="text/plain; charset=utf-8")
