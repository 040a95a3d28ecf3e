"""The board on which a player enters a conditional line, turn by turn, and arms it.

What is entered is sent by POST alone, so that no address holds it, and thus no log and no history of a browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.people.board_look import BoardLook, read_look
from accounts.posted.sent_forms import once
from core import flash
from core.numbers import read_number
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from core.words import Said
from engine.contract import IllegalMove, Position, Side
from games import access, drawn, play
from games.drawn import describe_turns
from games.lines import write_preview_query
from games.models import ConditionalLine, Game
from games.pages import game_page
from games.play.arming import LONGEST_LINE
from games.reading.seats import read_seats
from games.telling.lines import tell_line, tell_turns
from games.views.acting import by_player
from games.words import done, refusals
from games.words.illegal import say_error

LONGEST_PLAN = 4000
"""Characters of a line as a form sends it."""


@dataclass
class Plan:
    """A line that is being entered: `positions` has one more than `turns`."""

    side: Side
    positions: list[Position]
    turns: list[str] = field(default_factory=list)

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def own(self) -> list[bool]:
        """For each turn, whether it is the player's own."""
        return [position.turn == self.side for position in self.positions[:-1]]

    @property
    def answers(self) -> bool:
        """Whether the opponent has moved in it and the player is to move."""
        return self.position.turn == self.side and not all(self.own) and self.position.outcome() is None

    @property
    def is_whole(self) -> bool:
        """Whether it ends with an answer."""
        return bool(self.turns) and self.own[-1] and not all(self.own)

    def play(self, text: str) -> None:
        """Raises Refusal: illegal, long_line."""
        if len(self.turns) >= LONGEST_LINE:
            raise Refusal(refusals.LONG_LINE(most=LONGEST_LINE), status=422)
        try:
            move = self.position.canonical(text)
            self.positions.append(self.position.play(move))
        except IllegalMove as error:
            raise Refusal(say_error(error), status=422) from error
        self.turns.append(move)

    def undo(self) -> None:
        if self.turns:
            del self.turns[-1], self.positions[-1]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@once()
def plan_ahead(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows a line that is entered turn by turn, and arms it; after a refusal it stays as it was entered.

    The form has `turns` so far, separated by semicolons, and the `position` on the board before them. It plays `text`,
    or takes back the last turn with `undo`, or arms the line with `arm` or an `ending`. With `goes_on` the line is not
    stopped by what the opponent writes or offers.
    """
    seat = access.require_seat(request.user, pk)
    game = access.get_game(request.user, pk)
    if game.is_over:
        return redirect(game_page(pk))
    given = {name: value.replace("\0", "")[:LONGEST_PLAN] for name, value in request.POST.items()}
    plan, refusal = Plan(Side(seat.side), [game.position]), None
    try:
        change_plan(plan, given, game=game)
        if given.get("arm") or given.get("ending"):
            line = arm_plan(plan, given, game=game)
            flash.success(request, done.LINE_SAVED(line=tell_line(line)))
            return redirect(game_page(pk))
    except Refusal as caught:
        refusal = caught
    return show_plan(request, game, plan, refusal=refusal, given=given)


def change_plan(plan: Plan, given: Mapping[str, str], *, game: Game) -> None:
    """Raises Refusal where the page showed another position, or where the turn is not legal."""
    if given.get("position", game.position_text) != game.position_text:
        raise Refusal(refusals.STALE())
    for text in filter(None, map(str.strip, given.get("turns", "").split(";"))):
        plan.play(text)
    if given.get("undo"):
        plan.undo()
    elif typed := given.get("text", "").strip():
        plan.play(typed)


def arm_plan(plan: Plan, given: Mapping[str, str], *, game: Game) -> ConditionalLine:
    return play.arm(
        game.pk,
        side=plan.side,
        turns=plan.turns,
        expected_position=game.position_text,
        ending=given.get("ending", ""),
        stops=not given.get("goes_on"),
    )


@posted_from(game_page)
@by_player
def remove_line(request: HttpRequest, pk: int, *, side: Side) -> Said:
    """Removes the `line` of that number, or without one all lines that no longer act."""
    play.disarm(pk, side=side, line_id=read_number(request.POST.get("line", "")))
    return done.LINE_REMOVED()


def show_plan(
    request: HttpRequest, game: Game, plan: Plan, *, refusal: Refusal | None, given: Mapping[str, str]
) -> HttpResponse:
    """The page of a line; after a refusal with what was typed, and the turns of a line for another position."""
    other = read_seats(game)[plan.side.other].user
    position = plan.position
    context = {
        "game": game,
        "ruleset": game.ruleset,
        "other": other,
        "plan": plan,
        "told": tell_turns(list(zip(plan.turns, plan.own, strict=True))),
        "mover": "" if position.outcome() else ("You" if position.turn == plan.side else other.username),
        "result": "This turn ends the game.",
        "fault": refusal.sentence if refusal else "",
        "typed": given.get("text", "") if refusal else "",
        "had_planned": given.get("turns", "") if refusal and refusal.code == "stale" else "",
        "goes_on": bool(given.get("goes_on")),
        "kept": {"position": game.position_text, "turns": "; ".join(plan.turns)},
        "play_address": request.path,
        **describe_plan_board(game, plan, look=read_look(request)),
    }
    return note_refusal(render(request, "games/ahead.html", context), refusal)


def describe_plan_board(game: Game, plan: Plan, *, look: BoardLook) -> dict[str, Any]:
    """The board after the turns of the line, with what its script needs."""
    ruleset, position, text = game.ruleset, plan.position, plan.position.text()
    flipped = plan.side == Side.SECOND
    return {
        "look": look,
        "board": drawn.draw_board(
            ruleset,
            text,
            flipped=flipped,
            last_turn=plan.turns[-1] if plan.turns else None,
            ply=game.ply + len(plan.turns),
            coordinates=look.coordinates,
        ),
        "trays": [drawn.draw_tray(ruleset, text, side=side) for side in (Side(not flipped), Side(flipped))],
        "query": write_preview_query(position, flipped=flipped, theirs=position.turn != plan.side),
        "script": describe_turns(
            ruleset,
            position,
            moves=() if position.outcome() else position.legal_moves(),
            side=int(position.turn),
            preview=reverse("practice_preview", args=[ruleset.slug]),
        ),
    }
