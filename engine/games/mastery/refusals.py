"""Reads what a player typed as a turn of Mastery, and says in a sentence why it is not legal.

The canonical text of a legal turn never comes here, so that clear sentences cost play no time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.contract import IllegalMove
from engine.games.mastery.state import State
from engine.games.mastery.tables import BOARD, LETTERS, MASTER, OFFICER, OWN, PAWN, TURNS
from engine.games.mastery.text import KIND_NAMES, SIDE_NAMES
from engine.typed import simplify

_SHAPE = re.compile(r"(~?)([mop]?)([a-h][1-8])([-x]?)([a-h][1-8])(?:\+([mop]?)([a-h][1-8]))?")
_ARTICLES = ("a Master", "an Officer", "a Pawn")


class Entry(NamedTuple):
    """What was typed, read against the board. Squares are names; `kind` and `control` are those of the piece there."""

    kind: int
    control: bool
    start: str
    sign: str
    end: str
    takes: bool
    returned: str
    """Letter and square of what comes back, the letter filled in where only one is possible; may be empty."""

    @property
    def text(self) -> str:
        sign = "x" if self.takes else "-"
        return f"{'~' if self.control else ''}{LETTERS[self.kind]}{self.start}{sign}{self.end}"


def understand(position: State, move: str) -> str:
    """The canonical text of a legal turn, given leniently. Raises IllegalMove."""
    outcome = position.outcome()
    if outcome is not None:
        raise IllegalMove("over", "The game is over: no turn can be played.")
    entry = _read(position, move)
    for refusal in list_refusals(position, entry):
        raise refusal
    return f"{entry.text}+{entry.returned}" if entry.returned else entry.text


def _read(position: State, move: str) -> Entry:
    typed = simplify(move)
    match = _SHAPE.fullmatch(typed)
    if match is None:
        raise IllegalMove(
            "unreadable",
            "“{move}” cannot be read as a turn: write it like Pd4-d5, Md1xd4, ~Pd5-d6 or Md1xd4+Pe3.",
            move=" ".join(move.split())[:40],
        )
    tilde, letter, start, sign, end, back, place = match.groups(default="")
    found = find_piece(position, start)
    if found is None:
        raise IllegalMove("empty", "There is no piece on {start}.", start=start)
    kind, control = found
    names = {"start": start, "piece": KIND_NAMES[kind]}
    if letter and letter.upper() != LETTERS[kind]:
        named = _ARTICLES[LETTERS.index(letter.upper())]
        raise IllegalMove("other_piece", "The piece on {start} is a {piece}, not {named}.", named=named, **names)
    if tilde and not control:
        raise IllegalMove("own_piece", "The {piece} on {start} is your own: leave out the ~.", **names)
    takes = find_piece(position, end) is not None and start != end
    returned = _read_return(position, end=end, letter=back.upper(), place=place) if place else ""
    return Entry(kind, control, start, sign, end, takes, returned)


def _read_return(position: State, *, end: str, letter: str, place: str) -> str:
    """Letter and square of the piece put back; a missing letter is filled in where only one kind can come."""
    if letter:
        return letter + place
    victim = find_piece(position, end)
    lost = position.lost()
    kinds = [kind for kind in (OFFICER, PAWN) if victim and victim[0] < kind and lost[kind]]
    if len(kinds) > 1:
        raise IllegalMove("which", "Say which piece comes back on {place}: +O{place} or +P{place}.", place=place)
    return LETTERS[kinds[0] if kinds else PAWN] + place


def find_piece(position: State, name: str) -> tuple[int, bool] | None:
    """Kind of the piece on a square and whether it is the enemy's; None for an empty square."""
    bit = BOARD.bit[name]
    for kind in (MASTER, OFFICER, PAWN):
        if (position.own[kind] | position.foe[kind]) & bit:
            return kind, bool(position.foe[kind] & bit)
    return None


def list_refusals(position: State, entry: Entry) -> Iterator[IllegalMove]:
    """All that is wrong with a turn, the plainest first."""
    if entry.control:
        yield from judge_control(position, entry)
    yield from _judge_way(position, entry)
    yield from _judge_target(position, entry)
    yield from _judge_going_back(position, entry)
    if entry.returned:
        yield from _judge_return(position, entry)


def judge_control(position: State, entry: Entry) -> Iterator[IllegalMove]:
    """An enemy piece moves only for a higher piece in whose zone it stands, and only for a side with all ranks."""
    bit = BOARD.bit[entry.start]
    names = {"piece": KIND_NAMES[entry.kind], "start": entry.start}
    if entry.kind == MASTER:
        yield IllegalMove(
            "master_controlled",
            "The Master on {start} is not yours, and Masters are never controlled.",
            start=entry.start,
        )
    for kind in (OFFICER, PAWN):
        if not position.own[kind]:
            yield IllegalMove(
                "lost_power", "Without {kind}s on the board you cannot control any piece.", kind=KIND_NAMES[kind]
            )
    if bit & sum(position.controlled()):
        return
    blind = [name for name in _list_neighbours(entry.start) if position.own[MASTER] & BOARD.bit[name]]
    if blind:
        yield IllegalMove(
            "blind_spot",
            "The {piece} on {start} stands in a blind spot of your Master on {master}.",
            master=blind[0],
            **names,
        )
    if entry.kind == OFFICER and bit & OWN[OFFICER][position.own[OFFICER]][1]:
        yield IllegalMove("rank", "Only a Master controls an Officer: no Master’s zone reaches {start}.", **names)
    yield IllegalMove(
        "no_control", "The {piece} on {start} is not yours and stands in no zone of control of yours.", **names
    )


def _list_neighbours(name: str) -> list[str]:
    square = BOARD.index[name]
    return [BOARD.names[near] for near in range(64) if abs(near // 8 - square // 8) + abs(near % 8 - square % 8) == 1]


def _judge_way(position: State, entry: Entry) -> Iterator[IllegalMove]:
    """Refuses a move that is not straight, goes too far, or passes over a piece."""
    turn = TURNS.get(entry.text)
    names = {"piece": KIND_NAMES[entry.kind], "start": entry.start, "end": entry.end}
    if entry.start == entry.end:
        yield IllegalMove("same_square", "A turn has to go somewhere: {start} to {end} is no move.", **names)
    elif turn is None:
        reach = _describe_reach(entry)
        yield IllegalMove(
            "reach", "The {piece} on {start} does not reach {end}: it moves {reach}.", reach=reach, **names
        )
    else:
        occupied = sum(position.own) | sum(position.foe)
        for square in BOARD.squares(turn.between & occupied):
            barrier = BOARD.names[square]
            yield IllegalMove(
                "blocked", "The way from {start} to {end} is blocked on {barrier}.", barrier=barrier, **names
            )


def _describe_reach(entry: Entry) -> str:
    if entry.kind == MASTER:
        return "one to three squares along a file or rank"
    if entry.kind == OFFICER:
        return "one or two squares along a file or rank"
    return "one to three squares straight in any direction" if entry.control else "one square in any direction"


def _judge_target(position: State, entry: Entry) -> Iterator[IllegalMove]:
    """Refuses to take what this piece may not take, and what was not clearly meant to be taken."""
    victim = find_piece(position, entry.end)
    names = {"piece": KIND_NAMES[entry.kind], "start": entry.start, "end": entry.end}
    if victim is None:
        if entry.sign == "x":
            yield IllegalMove("nothing_there", "There is nothing to take on {end}.", **names)
        return
    kind, hostile = victim
    names["victim"] = KIND_NAMES[kind]
    if not hostile and entry.control:
        yield IllegalMove("own_by_control", "A piece you control may not take your own {victim} on {end}.", **names)
    elif not hostile and entry.kind != MASTER:
        yield IllegalMove("own_taken", "Your own {victim} stands on {end}: only a Master devours.", **names)
    elif not hostile and kind == MASTER:
        yield IllegalMove("master_devoured", "A Master may not devour the Master on {end}.", **names)
    elif not hostile and entry.sign != "x":
        yield IllegalMove(
            "devour_unmeant", "Your own {victim} stands on {end}: to devour it, write {text}.", text=entry.text, **names
        )
    elif hostile and kind < entry.kind and not position.variant.reflects:
        yield IllegalMove(
            "above_rank",
            "The {piece} on {start} may not take {higher}, which ranks above it.",
            higher=_ARTICLES[kind],
            **names,
        )


def _judge_going_back(position: State, entry: Entry) -> Iterator[IllegalMove]:
    """Refuses what Reflection forbids under the designer’s rules, and Ko in the other variant."""
    names = {"piece": KIND_NAMES[entry.kind], "start": entry.start, "end": entry.end}
    if position.goes_back(TURNS[entry.text]):
        if position.variant.reflects:
            sentence = "The {piece} on {start} may not go back to {end}: it stood there a turn ago."
            yield IllegalMove("reflection", sentence, **names)
        else:
            sentence = "Moving the {piece} on {start} back to {end} would restore the board as it stood a turn ago."
            yield IllegalMove("ko", sentence, **names)


def _judge_return(position: State, entry: Entry) -> Iterator[IllegalMove]:
    """Refuses to bring back the wrong piece, to bring one back for nothing, and to put it on an occupied square."""
    kind, place = LETTERS.index(entry.returned[0]), entry.returned[1:]
    names = {"piece": KIND_NAMES[kind], "place": place, "end": entry.end}
    victim = find_piece(position, entry.end)
    if kind == MASTER:
        yield IllegalMove("master_returns", "Masters never come back.", **names)
    if victim is None or not victim[1]:
        yield IllegalMove("return_for_nothing", "A piece comes back only with a capture of an enemy Master or Officer.")
    elif victim[0] >= kind:
        yield IllegalMove(
            "return_rank",
            "For {victim} taken, {returned} cannot come back: it must be lower in rank.",
            victim=_ARTICLES[victim[0]],
            returned=_ARTICLES[kind],
        )
    if not position.lost()[kind]:
        yield IllegalMove(
            "none_lost", "{side} has lost no {piece} that could come back.", side=SIDE_NAMES[position.turn], **names
        )
    if place == entry.end or (place != entry.start and find_piece(position, place) is not None):
        yield IllegalMove("place_taken", "A {piece} cannot come back on {place}: the square is not empty.", **names)
