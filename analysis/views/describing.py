"""What the pages of an analysis show: the board at one of its turns, and the list of all turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from accounts.people.board_look import read_look
from analysis.layout import Layout
from analysis.models import ROOT, SIGNS, Mark, Tree
from analysis.shapes import read_shapes
from analysis.words import titles
from core.numbers import LARGEST, read_signed
from engine.contract import Position, Ruleset, Side
from games import access, drawn
from games.lines import tell_outcome, write_preview_query
from games.models import Turn
from games.reading.seats import read_seats

DEEPEST = 6
"""Branches nested deeper than this are not indented further."""


class Item(NamedTuple):
    """A turn in the list: everything that its fragment shows."""

    number: int
    ply: int
    text: str
    mark: str
    sign: str
    comment: str
    current: bool
    of_game: bool
    by_computer: bool
    name: str
    """The parameter of the address that holds its number."""
    query: str
    """The rest of the address's query, beginning with `&`."""


class Row(NamedTuple):
    """A line of the list, and how far it is indented."""

    depth: int
    items: tuple[Item, ...]


class Shown(NamedTuple):
    """The node that the board shows."""

    position_text: str
    shapes: str


class WholeLine(NamedTuple):
    """The line through the node that is shown, from the root to its end, to be replayed."""

    start: str
    """The first position, as text."""
    texts: list[str]
    numbers: list[int]
    """The nodes, the root too."""
    shown: int
    """The place of the node that is shown, from 0."""
    flipped: bool
    address: str
    """Of the page that shows a node, with * for its number."""


def read_at(asked: str) -> int:
    """The number of a node from an address or a form; for anything else a number that no node has."""
    number = read_signed(asked)
    return LARGEST if number is None else number


def choose_node(layout: Layout, asked: str) -> int:
    """The node that the address names, or the last turn of the game or of the main line."""
    found = layout.resolve(read_at(asked))
    if found is not None:
        return found
    return layout.played[-1] if len(layout.played) > 1 else layout.find_end(ROOT)


def read_shown(tree: Tree, layout: Layout, number: int) -> Shown:
    """The board at a node, as the tree has stored it, or of a turn of the game that the tree has not stored yet."""
    if number >= ROOT:
        return Shown(*tree.nodes.values_list("position_text", "shapes").get(number=number))
    turns = Turn.objects.filter(game=tree.game_id, taken_back_at=None, ply=layout.entries[number].ply)
    return Shown(turns.values_list("position_text", flat=True).get(), "")


def list_rows(layout: Layout, *, current: int | None, query: str, name: str = "at") -> list[Row]:
    """The lines of the tree as the page lists them; `name` is the parameter of addresses that holds the number of a
    turn."""

    def tell(number: int) -> Item:
        _, _, ply, text, _, mark, comment, by_computer = layout.entries[number]
        sign = SIGNS[Mark(mark)] if mark else ""
        of_game = number in layout.of_game
        return Item(number, ply, text, mark, sign, comment, number == current, of_game, by_computer, name, query)

    return [Row(min(line.depth, DEEPEST), tuple(map(tell, line.numbers))) for line in layout.list_lines()]


def describe_position(request: HttpRequest, tree: Tree, layout: Layout, number: int) -> dict[str, Any]:
    """The board at a node and everything around it, the same for the owner and for those it is shared with."""
    ruleset, entry, look = tree.ruleset, layout.entries[number], read_look(request)
    shown = read_shown(tree, layout, number)
    position = ruleset.read(shown.position_text)
    flipped, query = find_orientation(request, tree)
    return {
        "ruleset": ruleset,
        "look": look,
        "tree": tree,
        "title": tell_title(tree),
        "entry": entry,
        "mark": Mark(entry.mark).label if entry.mark else "",
        "position": position,
        "shapes": shown.shapes,
        "board": drawn.draw_board(
            ruleset,
            shown.position_text,
            flipped=flipped,
            last_turn=entry.text or None,
            ply=entry.ply,
            coordinates=look.coordinates,
            shapes=read_shapes(shown.shapes, ruleset),
        ),
        "trays": [drawn.draw_tray(ruleset, shown.position_text, side=side) for side in list_sides(flipped)],
        "pieces_in_words": drawn.describe_board(ruleset, shown.position_text)[0],
        "legend": drawn.draw_legend(ruleset),
        "result": tell_outcome(ruleset, position.outcome()),
        "query": query,
        "flip": "" if "flip" in request.GET else "1",
        "preview": write_preview_query(position, flipped=flipped),
        "flipped": flipped,
    }


def find_whole_line(
    tree: Tree, layout: Layout, number: int, *, flipped: bool, name: str = "at", query: str
) -> WholeLine:
    """`name` is the parameter of addresses that holds the number of a node, `query` the rest of them."""
    numbers = layout.find_path(layout.find_end(number))
    texts = [layout.entries[each].text for each in numbers[1:]]
    start = read_shown(tree, layout, ROOT).position_text
    return WholeLine(start, texts, numbers, numbers.index(number), flipped, f"?{name}=*{query}")


def list_sides(flipped: bool) -> tuple[Side, Side]:
    """The sides whose captured pieces are shown above and below the board."""
    return Side(not flipped), Side(flipped)


def describe_script(ruleset: Ruleset, position: Position, text: str, *, may_play: bool) -> Any:
    """What the script of the board needs."""
    preview = reverse("practice_preview", args=[ruleset.slug])
    return drawn.describe_for_script(ruleset, text, my_turn=may_play, side=int(position.turn), preview=preview)


def find_orientation(request: HttpRequest, tree: Tree) -> tuple[bool, str]:
    """Whether the board is turned round, and the part of the query that keeps it so: players see their own side
    below."""
    seat = access.seat_of(request.user, tree.game) if tree.game else None
    flip = "flip" in request.GET or bool(request.POST.get("flip"))
    return (seat is not None and seat.side == Side.SECOND) != flip, "&flip=1" if flip else ""


def tell_title(tree: Tree) -> str:
    """Its title, or what it is an analysis of."""
    if tree.title or tree.game is None:
        return tree.title or str(titles.OF_PRACTICE(game=tree.ruleset.name))
    return str(titles.OF_GAME(game=tree.ruleset.name, players=read_seats(tree.game).names))


def tell_owner(tree: Tree) -> str:
    return tree.user.username


def write_line(texts: Sequence[str]) -> str:
    """The turns as text to be copied: `1. d4-d5; 2. e5-e4`."""
    return "; ".join(f"{number}. {text}" for number, text in enumerate(texts, 1))
