"""What the page of an analysis shows: a position of the game or of a better line, and what was found."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest

from accounts.people.board_look import read_look
from computers import review
from computers.graph import draw_graph
from computers.models import Evaluation, Review
from computers.words import refusals
from computers.words import review as words
from core.addresses import address_of
from core.words import Said, join
from engine import drawing
from engine.contract import Position, Ruleset, Side
from engine.search.chances import read_figures
from engine.search.marking import DEEPER, MISTAKE, Judged, find_swings
from games import access
from games.models import Game
from games.reading.seats import read_seats
from games.reading.state import is_flipped
from games.reading.turns import Played, find_turns, read_position


def describe_review(request: HttpRequest, game: Game, *, ply: int, step: int) -> dict[str, Any]:
    """Everything the template needs, in as many queries for a long game as for a short one.

    `step` is how many turns of the better line from `ply` are on the board. Raises Http404 for an unknown position.
    """
    if ply > game.ply:
        raise Http404
    ruleset = game.ruleset
    turns = [Played(*turn) for turn in find_turns(game.pk, 0, game.ply)]
    position = read_position(game, turns, ply)
    played = [(Side(turn.side), turn.text) for turn in turns]
    last = played[ply - 1] if ply else None
    judged, row = review.read_lines(game, reader=request.user), Review.objects.filter(game=game).first()
    swings = find_swings(played, judged)
    line = review.read_better(game, {ply: position}, judged=judged).get(ply, ())
    if step > len(line):
        raise Http404
    address, query = address_of("review", game.pk), "?flip=1" if "flip" in request.GET else ""
    return {
        "game": game,
        "ruleset": ruleset,
        "players": join(read_seats(game).names),
        "seat": access.seat_of(request.user, game),
        **describe_work(row, ruleset=ruleset, shown=bool(judged)),
        "address": address,
        "here_address": f"{address}{ply}/",
        "query": query,
        "shown": ply,
        "step": step,
        "line": list(enumerate(line, 1)),
        "played": last,
        "instead_of": next((swing for swing in swings if swing.ply == ply + 1), None) if step else None,
        **describe_worth(judged, ply=ply, ruleset=ruleset),
        "board": draw_board(request, game, position, ply=ply, line=line[:step], last=last and last[1]),
        "steps": list_steps(game, ply=ply, step=step, longest=len(line), address=address, query=query),
        "graph": draw_graph(judged, swings=swings, plies=game.ply, shown=ply, address=address, query=query),
        "swings": [(swing, review.tell_cost(swing, ruleset=ruleset)) for swing in swings],
        "rows": list_rows(game, played, judged),
        "look": read_look(request),
    }


def describe_worth(judged: list[Judged], *, ply: int, ruleset: Ruleset) -> dict[str, Said | str]:
    """What the position is worth, in a few words and in a sentence; empty where that is not known."""
    if ply >= len(judged):
        return {"worth": "", "outcomes": ""}
    return {
        "worth": review.tell_worth(judged[ply], ruleset=ruleset),
        "outcomes": review.tell_outcomes(judged[ply], ruleset=ruleset),
    }


def describe_work(row: Review | None, *, ruleset: Ruleset, shown: bool) -> dict[str, Any]:
    """How the analysis works and how far it has come, and why it is withheld where that is done and nothing is
    `shown`."""
    return {
        "review": row,
        "looked_once": row is not None and row.looked_once,
        "figures": read_figures(ruleset),
        "mark_at": round(100 * MISTAKE),
        "deeper": DEEPER,
        "withheld": refusals.WITHHELD() if row and row.done and not shown else "",
        "progress": tell_progress(row) if row and not row.is_done else "",
    }


def tell_progress(row: Review) -> Said:
    """What it is at, or what it waits for."""
    if row.has_seen_all:
        return tell_second_look(row)
    if row.done:
        return words.POSITION(done=row.done, positions=row.positions)
    ahead = count_ahead(row)
    return words.WAITING(games=ahead) if ahead else words.STARTS()


def tell_second_look(row: Review) -> Said:
    """At which turn it looks again: at the one after the next position, if it looks at both sides of that turn, else at
    the one before."""
    to_come = Evaluation.objects.filter(review=row, look=Evaluation.Look.TO_COME).order_by("ply")
    ply, *more = [*to_come.values_list("ply", flat=True)[:2]] or [row.positions - 1]
    return words.AGAIN(turn=ply + 1 if ply + 1 in more else ply)


def count_ahead(row: Review) -> int:
    """How many other games are analysed before this one; no query once this one has been started."""
    if row.claim or row.done or row.is_done:
        return 0
    return Review.objects.unfinished().allowed().before(row).count()


def draw_board(
    request: HttpRequest, game: Game, position: Position, *, ply: int, line: tuple[str, ...], last: str | None
) -> str:
    """The position after so many turns of the game, to which `last` led, and after these of the better line."""
    for text in line:
        position = position.play(text)
    return drawing.draw_board(
        game.ruleset,
        position,
        flipped=is_flipped(read_seats(game, reader_id=request.user.pk), turned="flip" in request.GET),
        last_turn=line[-1] if line else last,
        coordinates=read_look(request).coordinates,
        label=str(name_board(game, ply=ply, ahead=len(line))),
    )


def name_board(game: Game, *, ply: int, ahead: int) -> Said:
    """The board after so many turns of the game, and so many of the better line."""
    name = game.ruleset.name
    if ahead:
        at_start, after = words.BOARD_AT_START_AHEAD, words.BOARD_AFTER_TURN_AHEAD
        return after(game=name, number=ply, turns=ahead) if ply else at_start(game=name, turns=ahead)
    return words.BOARD_AFTER_TURN(game=name, number=ply) if ply else words.BOARD_AT_START(game=name)


def list_steps(game: Game, *, ply: int, step: int, longest: int, address: str, query: str) -> dict[str, str]:
    """Where the buttons below the board lead, within the better line or within the game; empty at its end."""

    def to(ply: int, step: int = 0) -> str:
        return f"{address}{ply}/{f'{step}/' if step else ''}{query}"

    if step:
        return {
            "first": to(ply),
            "previous": to(ply, step - 1),
            "next": to(ply, step + 1) if step < longest else "",
            "last": to(ply, longest) if step < longest else "",
        }
    return {
        "first": to(0) if ply else "",
        "previous": to(ply - 1) if ply else "",
        "next": to(ply + 1) if ply < game.ply else "",
        "last": to(game.ply) if ply < game.ply else "",
    }


def list_rows(game: Game, played: list[tuple[Side, str]], judged: list[Judged]) -> list[tuple[int, str, Said, str]]:
    """The graph as a table: number and text of each turn, the score of the position after it, and the best turn
    there."""
    return [
        (
            each.ply,
            played[each.ply - 1][1] if each.ply else str(words.START()),
            review.tell_worth(each, ruleset=game.ruleset),
            each.best,
        )
        for each in judged
    ]
