"""Puzzles: the list, and the page of one, on which every turn is judged by a proof."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limiting.origin import hash_networks
from accounts.limiting.spending import spend
from accounts.models import User
from accounts.people.board_look import read_look
from core.numbers import LARGEST, read_number
from core.places import take
from core.refusal import Refusal, note_refusal
from engine import drawing
from engine.card import list_introduced
from engine.contract import IllegalMove, Position, Side
from engine.solving import Spent
from games import drawn
from games.lines import tell_outcome, write_preview_query
from games.pictures.social import answer_social
from games.reading.narrowing import read_game
from games.words.illegal import tell_error
from records import puzzles
from records.models import Puzzle
from records.themes_contract import THEMES
from records.words import puzzles as words

PAGE = 24
MOST_PAGES = 100
LONGEST = 400
"""Characters of the turns in an address."""
DAY = 24 * 3600
_proving = BoundedSemaphore(1)
WAITS = 3.0
"""Seconds to wait for the proofs of others: they are made one after another, so that pages keep the processor."""


def find_puzzle(pk: int) -> Puzzle:
    """Raises Http404, also for one that is hidden or whose game is gone from view."""
    found = puzzles.list_shown().select_related("game").filter(pk=pk).first() if pk <= LARGEST else None
    if found is None:
        raise Http404
    return found


@require_safe
def puzzle_list(request: HttpRequest) -> HttpResponse:
    """The newest first, narrowed by game and theme, with those that the reader has solved marked."""
    slug, theme = read_game(request.GET), request.GET.get("theme", "")
    themes = {each.name: str(each.label()) for each in THEMES.all()}
    number = read_number(request.GET.get("page", "")) or 1
    number = number if number <= MOST_PAGES else 1
    rows = puzzles.list_shown(slug=slug, theme=theme if theme in themes else "").order_by("-pk")
    found = list(rows[PAGE * (number - 1) : PAGE * number + 1])
    solved = puzzles.list_solved(request.user.pk, found) if request.user.is_authenticated else set()
    context = {
        "rows": [
            (puzzle, tell_task(puzzle), themes.get(puzzle.theme, ""), puzzle.pk in solved) for puzzle in found[:PAGE]
        ],
        "rulesets": list_introduced(),
        "themes": themes.items(),
        "game": slug,
        "theme": theme,
        "page": number,
        "has_more": len(found) > PAGE and number < MOST_PAGES,
        "of_day": puzzles.find_of_day(timezone.now().date()),
    }
    return render(request, "records/puzzles.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, pk: int) -> HttpResponse:
    """The puzzle after the turns of `?turns=`, one's own and the answers. A turn that does not keep the win is answered
    with 422 and a sentence; 403 while a running game stands there."""
    shown = find_puzzle(pk)
    refusal, fault, typed = None, "", request.POST.get("text", "").replace("\0", "").strip()
    turns = [turn.strip() for turn in request.GET.get("turns", "")[:LONGEST].split(";") if turn.strip()]
    try:
        if not puzzles.is_shown(shown):
            raise Refusal(words.STANDS(), status=403)
        if request.method == "POST":
            line = judge(request, shown, turns, typed)
            return redirect(f"{request.path}?{urlencode({'turns': '; '.join(line)})}")
        positions = puzzles.play_line(shown, turns)
    except IllegalMove as error:
        fault, positions, turns = tell_error(error), puzzles.play_line(shown, []), []
    except Refusal as refused:
        fault, refusal = refused.sentence, refused
        positions = play_as_far(shown, turns)
        turns = turns[: len(positions) - 1]
    context = describe(request, shown, turns, positions) | {"fault": fault, "typed": typed}
    context["is_withheld"] = refusal is not None and refusal.code == "stands"
    page = render(request, "records/puzzle.html", context, status=422 if fault else 200)
    return note_refusal(page, refusal)


def play_as_far(shown: Puzzle, turns: list[str]) -> list[Position]:
    """As far as these turns are legal."""
    try:
        return puzzles.play_line(shown, turns)
    except IllegalMove:
        return puzzles.play_line(shown, [])


def judge(request: HttpRequest, shown: Puzzle, turns: list[str], text: str) -> list[str]:
    """The line with this turn, and with an answer to it while the game goes on; a solved puzzle is remembered.

    Raises IllegalMove, Refusal: choose_first, wrong, wins_later, not_the_line (422), stands, near_own (403), too_often,
    busy.
    """
    if not text:
        raise Refusal(words.CHOOSE_FIRST(), status=422)
    line = puzzles.play_line(shown, turns)
    position = line[-1]
    within = shown.within - len(turns)
    if within < 1 or len(turns) % 2:
        raise Refusal(words.NOT_THE_LINE(), status=422)
    move = position.canonical(text)
    after = position.play(move)
    with transaction.atomic():  # first, since either answer tells whether a game is being played there
        spend("puzzle", now=timezone.now(), sender=request.user.pk, origin=hash_networks(request))
    puzzles.refuse_running(shown, [*line, after], reader=request.user)
    later = False
    with take(_proving, timeout=WAITS, refused=words.BUSY()):
        try:
            keeps = puzzles.keeps_win(position, move, within=within)
            answer = puzzles.choose_answer(after, within=within - 2) if keeps and after.outcome() is None else ""
        except Spent:
            keeps, answer = False, ""
        if not keeps:
            later = puzzles.wins_later(puzzles.find_ruleset(shown), after, position.turn)
    if later:
        raise Refusal(words.WINS_LATER(), status=422)
    if not keeps:
        raise Refusal(words.WRONG(turn=move), status=422)
    if not answer and isinstance(request.user, User):
        puzzles.note_solved(request.user, shown)
    return [*turns, move, *([answer] if answer else [])]


def tell_task(shown: Puzzle) -> str:
    ruleset = puzzles.find_ruleset(shown)
    side = ruleset.sides[ruleset.read(shown.position_text).turn]
    own = (shown.within + 1) // 2
    return str(words.TASK_AT_ONCE(side=side) if own == 1 else words.TASK(side=side, n=own))


def describe(request: HttpRequest, shown: Puzzle, turns: list[str], positions: list[Position]) -> dict[str, Any]:
    ruleset, position = puzzles.find_ruleset(shown), positions[-1]
    outcome, mover = position.outcome(), positions[0].turn
    solved = outcome is not None and outcome.winner == mover
    goes_on = ""
    if len(turns) >= 2 and not outcome:
        goes_on = str(words.NEXT(turn=turns[-2], answer=turns[-1]))
    return {
        "puzzle": shown,
        "ruleset": ruleset,
        "title": words.TITLE(number=shown.pk, ruleset=ruleset.name),
        "task": tell_task(shown),
        "theme": str(THEMES.get(shown.theme).label()) if shown.theme in THEMES.by_name() else "",
        "solved": str(words.SOLVED(result=tell_outcome(ruleset, outcome))) if solved else "",
        "goes_on": goes_on,
        "mover": "" if outcome else ruleset.sides[position.turn],
        "result": tell_outcome(ruleset, outcome),
        **describe_board(request, shown, position, mover=mover, last=turns[-1] if turns else None),
        "turns": turns,
        "play_address": request.get_full_path(),
        "following": find_following(request, shown) if solved else None,
    }


def describe_board(
    request: HttpRequest, shown: Puzzle, position: Position, *, mover: Side, last: str | None
) -> dict[str, Any]:
    """The board from the side of whoever wins, and what its script needs."""
    ruleset, flipped = puzzles.find_ruleset(shown), mover is Side.SECOND
    preview = reverse("practice_preview", args=[ruleset.slug])
    return {
        "board": drawing.draw_board(
            ruleset,
            position,
            flipped=flipped,
            last_turn=last,
            interactive=True,
            coordinates=read_look(request).coordinates,
            label=str(words.BOARD(number=shown.pk, ruleset=ruleset.name)),
        ),
        "legend": drawn.draw_legend(ruleset),
        "script": drawn.describe_for_script(
            ruleset, position.text(), my_turn=position.outcome() is None, side=int(mover), preview=preview
        ),
        "query": write_preview_query(position, flipped=flipped),
    }


def find_following(request: HttpRequest, shown: Puzzle) -> Puzzle | None:
    """The next older one that the reader has not solved."""
    found = list(puzzles.list_shown().filter(pk__lt=shown.pk).order_by("-pk")[:20])
    solved = puzzles.list_solved(request.user.pk, found) if request.user.is_authenticated else set()
    return next((each for each in found if each.pk not in solved), None)


@require_safe
def puzzle_picture(request: HttpRequest, pk: int) -> HttpResponse:
    """What other sites show beside a link to it."""
    shown = find_puzzle(pk)
    if not puzzles.is_shown(shown):
        raise Http404
    ruleset = puzzles.find_ruleset(shown)
    position = ruleset.read(shown.position_text)
    return answer_social(request, [(ruleset, position, position.turn is Side.SECOND, None)], kept=DAY)
