"""What the script of a board is told: the turns that can be clicked, how one would look, why a click is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse, JsonResponse

from engine import drawing
from engine.contract import IllegalMove, Position, Ruleset
from games.views.typed import read_text
from games.words import explain_click, remarks_on

MOST_CLICKS = 8


def describe_turns(
    ruleset: Ruleset, position: Position, *, moves: Sequence[str], side: int | None, preview: str
) -> dict[str, Any]:
    """All that the script needs, since it knows no rule: legal turns as steps, words and pictures for tokens, prompts,
    zones."""
    return {
        "moves": [[move, ruleset.steps(move)] for move in moves],
        "labels": dict(ruleset.step_labels),
        "prompts": dict(getattr(ruleset, "step_prompts", {})),
        "apart": list(getattr(ruleset, "steps_apart", ())),
        "last": list(getattr(ruleset, "steps_last", ())),
        "pictures": drawing.draw_choices(ruleset, position.turn),
        "side": side,
        "preview": preview,
        "zones": list_zones(position),
    }


def list_zones(position: Position) -> list[tuple[str, int, str | None, tuple[str, ...]]]:
    return [(zone.name, int(zone.side), zone.source, zone.squares) for zone in position.overlays()]


def answer_staging(
    ruleset: Ruleset,
    before: Position,
    asked: Mapping[str, str],
    *,
    name: str,
    flipped: bool,
    coordinates: bool = True,
) -> HttpResponse:
    """The board as it would look after `?text=`, and what the turn does; 422 with a sentence where it is not legal.

    For `?clicks=`, why the last of these squares cannot be clicked.
    """
    if clicks := asked.get("clicks", "").split()[:MOST_CLICKS]:
        return JsonResponse({"why": explain_click(ruleset, before, clicks)})
    try:
        text = before.canonical(read_text(asked.get("text", "")))
    except IllegalMove as error:
        return refuse(str(error))
    after = before.play(text)
    board = drawing.draw_board(
        ruleset,
        after,
        flipped=flipped,
        last_turn=text,
        interactive=True,
        coordinates=coordinates,
        before=before,
        label=f"{name} of {ruleset.name}, with the turn {text} staged",
    )
    return JsonResponse({"board": board, "zones": list_zones(after), "said": remarks_on(ruleset, before, text, after)})


def refuse(sentence: str) -> HttpResponse:
    return HttpResponse(sentence, status=422, content_type="text/plain; charset=utf-8")
