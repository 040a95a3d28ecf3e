"""Lessons: a task on a board, whose answer the engine judges, and then the next page."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from engine import drawing, lessons
from engine.contract import IllegalMove, Position, Ruleset
from engine.lessons import Lesson, Task
from games import drawn, learning
from games.lines import find_ruleset, tell_outcome, write_preview_query
from games.telling.briefs import tell_goal
from games.views.practice import describe_for_script
from games.words import page as words
from games.words.illegal import tell_error


def find_lesson(slug: str) -> tuple[Ruleset, Lesson]:
    """A game and its lesson. Raises Http404 where there is none."""
    ruleset = find_ruleset(slug)
    found = lessons.find(ruleset.slug)
    if not found.tasks:
        raise Http404
    return ruleset, found


def find_task(found: Lesson, name: str) -> Task:
    """Raises Http404 where there is none."""
    for task in found.tasks:
        if task.name == name:
            return task
    raise Http404


@never_cache
@require_safe
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Leads to the first task that is not solved yet, or to the first of all once all are."""
    ruleset, found = find_lesson(slug)
    done = learning.list_done(request, slug=ruleset.slug)
    task = next((task for task in found.tasks if task.name not in done), found.tasks[0])
    return redirect("lesson_task", ruleset.slug, task.name)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson_task(request: HttpRequest, slug: str, task: str) -> HttpResponse:
    """Shows a task, and judges the turn `text`. A wrong one is answered with 422 and a sentence that helps.

    `turn` in the address is the solution that was played.
    """
    ruleset, found = find_lesson(slug)
    shown = find_task(found, task)
    position = ruleset.read(shown.position)
    typed = request.POST.get("text", "").replace("\0", "").strip()
    move, fault = judge(shown, position, typed) if request.method == "POST" else ("", "")
    if request.method == "POST" and not fault:
        response: HttpResponse = redirect(f"{request.path}?{urlencode({'turn': move})}")
        learning.note_done(request, response, slug=ruleset.slug, task=shown.name)
        return response
    played, wrong = judge(shown, position, request.GET.get("turn", "")[:200])
    context = describe_task(ruleset, found, shown, position=position, solved="" if wrong else played)
    context |= {"done": learning.list_done(request, slug=ruleset.slug), "typed": "" if move else typed, "fault": fault}
    response = render(request, "games/lesson.html", context, status=422 if fault else 200)
    learning.forget_cookie(request, response)
    return response


def judge(task: Task, position: Position, text: str) -> tuple[str, str]:
    """The canonical text of a turn, empty if it is not legal; and what was wrong with it, if anything."""
    if not text:
        return "", str(words.CHOOSE_FIRST())
    try:
        move = position.canonical(text)
    except IllegalMove as error:
        return "", tell_error(error)
    return move, "" if task.is_solved_by(move) else str(words.ANSWERED_WRONG(turn=move, why=task.answer_wrong(move)))


def describe_task(ruleset: Ruleset, found: Lesson, task: Task, *, position: Position, solved: str) -> dict[str, Any]:
    """Everything the template needs that does not depend on the reader."""
    number = found.tasks.index(task)
    shown = position.play(solved) if solved else position
    return {
        "ruleset": ruleset,
        "lesson": found,
        "task": task,
        "number": number + 1,
        "goal": tell_goal(ruleset),
        "following": found.tasks[number + 1] if number + 1 < len(found) else None,
        "solved": solved,
        "result": tell_outcome(ruleset, shown.outcome()),
        "mover": "" if solved else ruleset.sides[position.turn],
        "answer": next(move for move in position.legal_moves() if task.is_solved_by(move)),
        "board": drawing.draw_board(
            ruleset,
            shown,
            last_turn=solved or None,
            interactive=True,
            label=str(words.BOARD_OF_LESSON(ruleset=ruleset.name, title=task.title)),
        ),
        "legend": drawn.draw_legend(ruleset),
        "pieces_in_words": drawing.describe_pieces(ruleset, shown),
        "script": describe_for_script(ruleset, shown, moves=() if solved else position.legal_moves()),
        "query": write_preview_query(position, flipped=False),
        "practice": f"{reverse('practice', args=[ruleset.slug])}?{urlencode({'position': task.position})}",
    }
