"""Pictures of positions, which any other site may show: no cookie is read or set, and a private game is never found."""

from __future__ import annotations

import hashlib
from functools import partial

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.views.decorators.http import require_safe

from core.refusal import Refusal
from engine.contract import BadPosition, Position, Ruleset
from games import access
from games.lines import LONGEST_POSITION, find_ruleset
from games.pictures import asked
from games.reading.turns import Played, find_turns, read_position
from games.words.illegal import say_error
from records.pictures.boards import draw_png, draw_svg
from records.pictures.look import Look, read_look
from records.words import pictures as words

DAY, YEAR, SHORT = 24 * 3600, 365 * 24 * 3600, 300
LONGEST_MARK = 16


@require_safe
def game_position(request: HttpRequest, pk: int, ply: int, form: str) -> HttpResponse:
    """A public game after so many turns. Raises Http404 for a private one, whoever asks."""
    game = access.get_game(AnonymousUser(), pk)
    if ply > game.ply:
        raise Http404
    turns = [Played._make(turn) for turn in find_turns(game.pk, ply, ply)] if ply else []
    position = game.ruleset.read(turns[-1].position_text) if turns else read_position(game, (), 0)
    label = words.AFTER(ruleset=game.ruleset.name, ply=ply) if ply else words.AT_FIRST(ruleset=game.ruleset.name)
    last = turns[-1].text if turns else None
    return answer(
        request, game.ruleset, position, last=last, label=str(label), form=form, kept=DAY if game.is_over else SHORT
    )


@require_safe
def any_position(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The position of `?position=`, by default the set-up."""
    ruleset = find_ruleset(slug)
    text = request.GET.get("position", "")[:LONGEST_POSITION].strip()
    try:
        position = ruleset.read(text) if text else ruleset.start()
    except BadPosition as error:
        return refuse(str(say_error(error)))
    label = str(words.AT_FIRST(ruleset=ruleset.name)) if not text else ruleset.name
    return answer(request, ruleset, position, last=None, label=label, form=form, kept=DAY)


def answer(
    request: HttpRequest,
    ruleset: Ruleset,
    position: Position,
    *,
    last: str | None,
    label: str,
    form: str,
    kept: int,
) -> HttpResponse:
    """The picture by its content: an address with the mark of what it shows as `?v=` never changes, so that it is kept
    for a year; any other is asked for again."""
    try:
        look = read_look(request.GET)
    except Refusal as refusal:
        return refuse(str(refusal))
    look = look.as_png() if form == "png" else look
    mark = mark_content(ruleset, position, last=last, look=look, form=form)
    named = request.GET.get("v") == mark
    headers = {
        "ETag": f'"{mark}"',
        "Cache-Control": f"public, max-age={YEAR}, immutable" if named else f"public, max-age={kept}",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    if headers["ETag"] in request.headers.get("If-None-Match", ""):
        return HttpResponseNotModified(headers=headers)
    if form == "png":
        shown = partial(draw_png, ruleset, position, last_turn=last, look=look)
        return asked.answer(request, mark, shown, headers=headers)
    svg = draw_svg(ruleset, position, last_turn=last, look=look, label=label)
    return HttpResponse(svg, content_type="image/svg+xml", headers=headers)


def mark_content(ruleset: Ruleset, position: Position, *, last: str | None, look: Look, form: str) -> str:
    """Equal for equal pictures: a takeback changes what stands at a ply, and so the mark."""
    shown = f"{ruleset.slug}/{ruleset.revision}/{position.text()}/{last}/{look}/{form}/1"
    return hashlib.sha256(shown.encode()).hexdigest()[:LONGEST_MARK]


def refuse(sentence: str) -> HttpResponse:
    """For what an address asks of which there is no picture, whoever asks and whenever."""
    headers = {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, max-age=60"}
    return HttpResponse(f"{sentence}\n", status=422, content_type="text/plain; charset=utf-8", headers=headers)
