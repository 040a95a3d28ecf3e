"""The pictures that other sites show beside a link to this one."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from engine import card, registry
from engine.contract import find_set_up
from games import access
from games.pictures.social import answer_social
from games.reading.turns import Played, find_turns, read_position
from games.views.lessons import find_lesson, find_task

DAY = 24 * 3600
SHORT = 300
"""Seconds for which others may keep the picture of a game that goes on."""


@require_safe
def home_picture(request: HttpRequest) -> HttpResponse:
    """Every game with its set-up."""
    boards = [(ruleset, ruleset.start(), False, None) for ruleset in card.list_introduced()[:3]]
    return answer_social(request, boards, kept=DAY)


@require_safe
def ruleset_picture(request: HttpRequest, slug: str, set_up: str = "") -> HttpResponse:
    """One set-up of a game, by default its usual one. Raises Http404 where there is none."""
    try:
        ruleset = registry.get(slug)
    except registry.UnknownRuleset:
        raise Http404 from None
    option = find_set_up(ruleset)
    if set_up and (option is None or set_up not in {choice.value for choice in option.choices}):
        raise Http404
    options = {option.name: set_up} if option and set_up else {}
    return answer_social(request, [(ruleset, ruleset.start(**options), False, None)], kept=DAY)


@require_safe
def game_picture(request: HttpRequest, pk: int, ply: int | None = None) -> HttpResponse:
    """A public game as it stands, or after so many turns. Raises Http404 for a private one, whoever asks: no link to it
    is shown elsewhere."""
    game = access.get_game(AnonymousUser(), pk)
    shown = game.ply if ply is None else ply
    if shown > game.ply:
        raise Http404
    turns = [Played._make(turn) for turn in find_turns(game.pk, shown, shown)] if shown else []
    position = game.ruleset.read(turns[-1].position_text) if turns else read_position(game, (), 0)
    last = turns[-1].text if turns else None
    return answer_social(request, [(game.ruleset, position, False, last)], kept=DAY if game.is_over else SHORT)


@require_safe
def task_picture(request: HttpRequest, slug: str, task: str) -> HttpResponse:
    """The position of a task of a lesson. Raises Http404 where there is none."""
    ruleset, lesson = find_lesson(slug)
    return answer_social(request, [(ruleset, ruleset.read(find_task(lesson, task).position), False, None)], kept=DAY)
